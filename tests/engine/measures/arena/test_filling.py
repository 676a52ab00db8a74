"""Which words of a prompt are judged, with what weight, and that long sets are asked in parts."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from engine.measures.arena import completion as filling
from engine.measures.arena.completion import asked_once, complete_prompts, fillings_of
from engine.measures.arena.settings import RAW, ArenaSettings
from engine.prompts.prompt import Prompt

VALUE = {
    "first": {"token": "##ly", "word": "ly", "kind": "piece", "probability": 0.5},
    "words": [["kind", "kind", 0.3], ["lazy", "lazy", 0.1], ["old", "old", 0.05]],
}
PROMPTS = [
    Prompt("religion", f"g{at}", "attributive", f"{'very ' * (5 - at)}[MASK].") for at in range(5)
]


@pytest.mark.parametrize(
    ("value", "settings", "words"),
    [
        (VALUE, {}, [("kind", 1.0)]),
        (VALUE, {"top_k": 2}, [("kind", 0.75), ("lazy", 0.25)]),
        (VALUE, {"top_k": 3}, [("kind", 0.3 / 0.45), ("lazy", 0.1 / 0.45), ("old", 0.05 / 0.45)]),
        (VALUE, {"fill": RAW}, [("ly", 1.0)]),  # the likeliest token, whatever it is
        (VALUE | {"first": VALUE["first"] | {"word": ""}}, {"fill": RAW}, []),
        ({"problem": "Too long."}, {}, []),
        (VALUE | {"words": []}, {"top_k": 3}, []),
        (  # words of no probability share the weight equally
            VALUE | {"words": [["a", "a", 0.0], ["b", "b", 0.0]]},
            {"top_k": 2},
            [("a", 0.5), ("b", 0.5)],
        ),
    ],
)
def test_the_likeliest_words_share_the_weight_by_their_probability(value, settings, words):
    found = fillings_of(value, ArenaSettings(**settings))
    assert [entry.word for entry in found] == [word for word, _ in words]
    assert [entry.weight for entry in found] == pytest.approx([weight for _, weight in words])


class Ask:
    """Gives each prompt its own text as its word."""

    def __init__(self):
        self.parts: list[list[str]] = []

    def __call__(self, name, items, params):
        self.parts.append([item["text"] for item in items])
        values = [VALUE | {"words": [[item["text"], "t", 1.0]]} for item in items]
        return SimpleNamespace(values=values, warnings=["The disk is full."])


def test_prompts_are_asked_in_parts_by_length_and_come_back_in_their_order(monkeypatch):
    monkeypatch.setattr(filling, "CHUNK", 2)
    ask, seen = Ask(), []
    found, warnings = complete_prompts(
        ask, PROMPTS, ArenaSettings(), lambda *progress: seen.append(progress)
    )
    assert [entry.word for (entry,) in found] == [prompt.sentence for prompt in PROMPTS]
    assert [len(part) for part in ask.parts] == [2, 2, 1]
    assert ask.parts[0][0] == PROMPTS[-1].sentence
    assert warnings == ("The disk is full.",)
    assert [done for _, done, _ in seen] == [0, 2, 4, 5]
    complete_prompts(ask, PROMPTS[4:], ArenaSettings(quoted=True), lambda *progress: None)
    assert ask.parts[3:] == [["very '[MASK]'."]]


def test_what_was_asked_at_once_answers_for_its_parts(masked_lm):
    from engine.flow.measurement import measure

    lm = masked_lm("bert")

    def ask(name, items, params):
        return measure(name, lm.spec, items, params, lambda: lm, None)

    once = asked_once(ask, PROMPTS, ArenaSettings())
    whole, _ = complete_prompts(ask, PROMPTS, ArenaSettings(), lambda *progress: None)
    assert complete_prompts(once, PROMPTS, ArenaSettings(), lambda *progress: None)[0] == whole
