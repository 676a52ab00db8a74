"""The story that comes with Biascope: its words are those written, its numbers those measured."""

from __future__ import annotations

import json

import pytest

from components.frame import session
from components.stage.kinds.registry import KINDS
from components.stage.story.making import planted_in_words, story_words
from engine.core.errors import InputTextError
from engine.first_sight.asked import asked_by_story
from engine.pins import story

PINS = story.shipped().pins
LIVE = [pin for pin in PINS if pin.live]


def test_words_are_those_of_the_written_story():
    words = story_words()
    assert story.shipped().title == words["title"]
    assert [pin.key for pin in PINS] == [entry["key"] for entry in words["screens"]]
    for pin, entry in zip(PINS, words["screens"], strict=True):
        assert (pin.title, pin.note) == (entry["title"], entry["note"].strip())
        assert (dict(pin.live) if pin.live else None) == entry.get("live")


def test_seven_screens_have_notes_and_three_questions_each():
    assert len(PINS) == 7
    for pin in PINS:
        assert len(pin.note.split()) > 40, pin.key
        assert len(pin.questions) == 3, pin.key
        assert all(entry.question.endswith("?") for entry in pin.questions)
        assert not pin.changed
        assert pin.figure or pin.rows.rows


@pytest.mark.parametrize("pin", LIVE, ids=[pin.key for pin in LIVE])
def test_a_live_screen_is_answered_with_its_numbers_from_what_comes_with_biascope(pin, monkeypatch):
    """Nothing is loaded, so it answers as soon as the app is open."""
    monkeypatch.setattr(
        "components.frame.session.in_memory._read", lambda *_: pytest.fail("loaded")
    )
    spec, facts = session.spec_and_facts(session.BUNDLED)
    found = KINDS[str(pin.live["kind"])].answer(spec, facts, pin.live)
    assert found.manifest["spec"] == pin.manifest["spec"]
    assert " ".join(found.reading.split()) == pin.reading
    kept = dict(zip(pin.rows.columns, zip(*pin.rows.rows, strict=True), strict=True))
    numbers = found.frame.select_dtypes("number")
    assert not numbers.empty
    for name in numbers:
        again = [None if value != value else value for value in numbers[name]]
        for one, other in zip(again, kept[name], strict=True):
            assert (one is None) == (other is None)
            assert one is None or one == pytest.approx(other, abs=1e-4)


def test_what_is_measured_beforehand_is_what_is_asked():
    asked = [json.dumps(entry) for _, questions in asked_by_story() for entry in questions]
    assert len(asked) >= len(LIVE)


def test_the_planted_order_is_said_to_come_back_only_where_its_interval_shows_it():
    (pin,) = [pin for pin in PINS if pin.key == "planted-bias"]
    shown = planted_in_words({"n": 44, "rho": 0.98, "interval": [0.96, 0.99]})
    assert shown.replace("\u00a0", " ") == pin.reading
    for interval in ([0.89, 0.97], [-0.2, 0.4], None):
        with pytest.raises(InputTextError, match="comes back almost exactly"):
            planted_in_words({"n": 44, "rho": 0.5, "interval": interval})
