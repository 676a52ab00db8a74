"""The story that comes with Biascope: its words are those written, its numbers those measured."""

from __future__ import annotations

import json

import pandas as pd
import pytest

from components.frame import session
from components.stage.kinds.answer import ROWS
from components.stage.kinds.registry import KINDS
from components.stage.kinds.steering import kept_rows
from components.stage.kinds.steering_words import even_at
from components.stage.story.making import planted_in_words, story_words
from engine.core.errors import InputTextError
from engine.first_sight.asked import asked_by_story
from engine.interventions.curve import FAR_END, POSITIONS, strength_at
from engine.pins import story

PINS = story.shipped().pins
LIVE = [pin for pin in PINS if pin.live]
(STEERED,) = [pin for pin in LIVE if pin.live["kind"] == "steering"]


def test_words_are_those_of_the_written_story():
    words = story_words()
    assert story.shipped().title == words["title"]
    assert [pin.key for pin in PINS] == [entry["key"] for entry in words["screens"]]
    for pin, entry in zip(PINS, words["screens"], strict=True):
        assert (pin.title, pin.note) == (entry["title"], entry["note"].strip())
        assert (dict(pin.live) if pin.live else None) == entry.get("live")


def test_eight_screens_have_notes_and_three_questions_each():
    assert len(PINS) == 8
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
    kind = KINDS[str(pin.live["kind"])]
    held = {} if kind.rows is None else {ROWS: kind.rows(pin)}
    found = kind.answer(spec, facts, {**pin.live, **held})
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


@pytest.mark.model
@pytest.mark.parametrize("position", [0.0, 0.2, 1.0])
def test_positions_of_the_slider_were_kept_as_the_model_has_them(position):
    spec, facts = session.spec_and_facts(session.BUNDLED)
    rows = kept_rows(STEERED)
    assert [row["slider"] for row in rows] == list(POSITIONS)
    others = [row for row in rows if row["slider"] != position]
    asked = {**STEERED.live, "position": str(position), ROWS: others}
    again = KINDS["steering"].answer(spec, facts, asked).frame.to_numpy().tolist()
    for row, kept in zip(again, rows, strict=True):
        assert row == pytest.approx(list(kept.values()), abs=1e-4)


def test_the_words_of_the_slider_are_those_of_its_rows():
    """The notes are written by hand: the turning point, and how much is right at the ends."""
    frame = pd.DataFrame(kept_rows(STEERED))
    assert even_at(frame) == 0.2 == float(STEERED.live["position"])
    right = dict(zip(frame["slider"], frame["right"], strict=True))
    assert (right[0.0], right[0.2], right[1.0]) == (34, 34, 5)
    assert "5 of 40" in STEERED.note
    assert f"{strength_at(0.2):.2f}".replace("-", "−") in STEERED.note
    assert f"{FAR_END:.1f}".replace("-", "−") in STEERED.note


def test_what_is_measured_beforehand_is_what_is_asked():
    asked = [json.dumps(entry) for _, questions in asked_by_story() for entry in questions]
    assert len(asked) >= len(LIVE) - 1  # what the slider shows is in its pin


def test_the_planted_order_is_said_to_come_back_only_where_its_interval_shows_it():
    (pin,) = [pin for pin in PINS if pin.key == "planted-bias"]
    shown = planted_in_words({"n": 44, "rho": 0.98, "interval": [0.96, 0.99]})
    assert shown.replace("\u00a0", " ") == pin.reading
    for interval in ([0.89, 0.97], [-0.2, 0.4], None):
        with pytest.raises(InputTextError, match="comes back almost exactly"):
            planted_in_words({"n": 44, "rho": 0.5, "interval": interval})
