"""Options that name an association test, as the commands that share them take them."""

from __future__ import annotations

import inspect

from engine.measures.seat.command_options import DEFAULT_WORDS, WordsAsked, with_words


def test_a_command_gets_the_options_in_their_place_and_what_they_say_in_one():
    heard: list[tuple[str, WordsAsked, int]] = []

    @with_words
    def command(seat: str = "", asked: WordsAsked = DEFAULT_WORDS, seed: int = 0) -> None:
        heard.append((seat, asked, seed))

    parameters = inspect.signature(command).parameters
    assert [*parameters] == ["seat", *WordsAsked._fields, "seed"]
    assert parameters["words"].default == "gender"
    given = {name: entry.default for name, entry in parameters.items()}
    command(**given | {"seat": "a.jsonl", "words": "race", "max_contexts": 3, "seed": 2})
    assert heard == [("a.jsonl", DEFAULT_WORDS._replace(words="race", max_contexts=3), 2)]
