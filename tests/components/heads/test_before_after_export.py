"""What a pin of the results before and after masking has."""

from __future__ import annotations

import pytest

from components.frame.present.explain import plain
from components.frame.widgets import export
from components.heads import before_after_export
from components.heads.cells import odds_result
from components.heads.choice import Choice
from components.heads.own_sentence import OwnSentence
from components.heads.rows import PanelRow
from engine.core.spec import HeadRef, ModelSpec
from engine.measures.heads.before_after import ODDS
from engine.words.association_tests import AssociationTest

WHOLE = ModelSpec("m", "r")
MASKED = ModelSpec("m", "r", masked_heads=(HeadRef(0, 0),))
OWN = OwnSentence("[MASK] sleeps.", ("he", "she"))
CHOICE = Choice(AssociationTest(("a", "b"), ("c", "d"), ("e",), ("f",)), "mine", "cls", 1)


def found(first: float, second: float):
    words = (("he", first), ("she", second))
    return odds_result([{"word": word, "probability": p, "pieces": 1} for word, p in words])


@pytest.fixture
def pinned(monkeypatch):
    """Keyword arguments and figure of the row of buttons that was drawn."""
    drawn: dict = {}

    def row(name, frame, figure, command, manifest, title, where, **more):
        drawn.update(more, frame=frame, figure=figure, command=command)

    monkeypatch.setattr(export, "row", row)
    monkeypatch.setattr(before_after_export.session, "manifest", lambda *_: {})
    return drawn


def test_a_pin_has_the_sentence_as_its_claim_and_the_two_words_as_its_figure(pinned):
    results = {WHOLE: found(0.306, 0.571), MASKED: found(0.426, 0.454)}
    row = PanelRow("“he” rather than “she”, %", 50.0, 1, None, results)
    before_after_export.draw(CHOICE, OWN, {ODDS: row}, [WHOLE, MASKED])
    assert pinned["claim"].startswith("“she” falls from 57.1% to 45.4%")
    assert pinned["reading"].startswith(f"“{plain('____ sleeps.')}” 1 head switched off: ")
    assert pinned["alt"] == "he 30.6%, then 42.6%; she 57.1%, then 45.4%."
    assert [trace.name for trace in pinned["figure"].data][-2:] == ["all heads on", "1 head off"]
    assert pinned["live"] == {
        **{"kind": "heads", "text": OWN.text, "targets": "he, she"},
        "heads": "1-1",
    }


def test_without_two_words_it_has_neither(pinned):
    before_after_export.draw(CHOICE, OwnSentence("", ()), {}, [WHOLE])
    assert (pinned["claim"], pinned["alt"], pinned["figure"], pinned["live"]) == (
        "",
        "",
        None,
        None,
    )
