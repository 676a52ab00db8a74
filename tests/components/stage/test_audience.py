"""An audience's sentences on the Stage: each is answered or refused in plain words."""

from __future__ import annotations

import pytest

from components.stage import present as live
from engine.pins import Collection, story
from tests.audience import QUESTIONS

pytestmark = pytest.mark.model


@pytest.mark.parametrize("name", QUESTIONS)
def test_each_is_answered_or_refused_under_its_own_title(name, monkeypatch):
    monkeypatch.setattr(live, "_PATIENCE", 120)  # the first question loads the libraries
    (pin, *_) = story.shipped().pins
    asked = QUESTIONS[name]
    question = {"turn": 1, "key": pin.key, "fields": {"text": asked.text}}
    found = live.answer_of(Collection("x", (pin,)), question)
    assert not found["kept"]
    assert found["title"].startswith("Your sentence: ")
    assert found["title"] != pin.title
    if asked.stage:
        assert asked.stage in found["problem"]
        assert not found["late"]
        return
    assert "problem" not in found
    said = "The model expects “", "First of many: “", "First of the words shown: “"
    assert any(start in found["reading"] for start in said)
    assert (asked.note or "The model cannot") in found["reading"] or not asked.note
    if not asked.note:
        assert "hardly knows" not in found["reading"]
        assert "ends at the blank" not in found["reading"]
        assert "cannot read" not in found["reading"]
    # Each word once, of however many gaps.
    assert all(found["reading"].count(f"“{word}”") <= 2 for word in ("he", "she"))
