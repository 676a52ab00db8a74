"""What the process of a run and its helpers say to each other: one JSON value a line."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.curation.candidate import Film
from engine.curation.counterparts.proposal import Proposal, Refusal, Swap
from engine.curation.funnel import Skipped
from engine.curation.keywords.lists import WordLists, as_text, parse, word_lists
from engine.curation.search import FilmHits, Held, Search, Source

READ, PROPOSE = "read", "propose"


def line(value: Any) -> bytes:
    """A value on one line."""
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def lists_message(lists: WordLists) -> Any:
    """The lists, as the first thing that a helper is told."""
    return {
        "language": lists.language,
        "lists": [(as_text(one), one.source) for one in lists.categories.values()],
    }


def lists_of(message: Any) -> WordLists:
    """The lists that a helper was told of."""
    read = [parse(text, f"{source}.toml") for text, source in message["lists"]]
    return word_lists(message["language"], read)


def read_message(source: Source) -> Any:
    """The wish to have a file read."""
    if isinstance(source, Path):
        return {"do": READ, "path": str(source)}
    name, content = source
    return {"do": READ, "name": name, "content": base64.b64encode(content).decode()}


def propose_message(items: Sequence[tuple[str, str]]) -> Any:
    """The wish for counterparts."""
    return {"do": PROPOSE, "items": items}


def answer(search: Search, message: Any) -> Any:
    """What a helper answers."""
    if message["do"] == PROPOSE:
        return [_outcome(outcome) for outcome in search.propose(message["items"])]
    if "path" in message:
        found = search.read(Path(message["path"]))
    else:
        found = search.read((message["name"], base64.b64decode(message["content"])))
    return asdict(found) | {"skipped": isinstance(found, Skipped)}


def film_hits_of(message: Any) -> FilmHits | Skipped:
    """A file that a helper read."""
    if message.pop("skipped"):
        return Skipped(**message)
    held = tuple(
        Held(one["number"], one["start"], {key: tuple(of) for key, of in one["keywords"].items()})
        for one in message["held"]
    )
    texts = {int(number): text for number, text in message["texts"].items()}
    film = Film(**message["film"])
    return FilmHits(film, message["sentences"], held, texts, tuple(message["notes"]))


def outcomes_of(message: Any) -> list[Proposal | Refusal]:
    """The counterparts that a helper proposes."""
    return [_outcome_of(outcome) for outcome in message]


def _outcome(outcome: Proposal | Refusal) -> Any:
    if isinstance(outcome, Refusal):
        return [outcome.code, outcome.reason]
    swaps = [
        (swap.start, swap.stop, swap.old, swap.new, swap.choices, swap.rule)
        for swap in outcome.swaps
    ]
    return [outcome.sent_less, swaps, outcome.notes]


def _outcome_of(message: Any) -> Proposal | Refusal:
    if len(message) == 2:
        return Refusal(*message)
    sent_less, swaps, notes = message
    made = (
        Swap(start, stop, old, new, tuple(choices), rule)
        for start, stop, old, new, choices, rule in swaps
    )
    return Proposal(sent_less, tuple(made), tuple(notes))
