"""The slider that steers a model: what it measures, shows and refuses."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest
import streamlit as st

from components.frame import session
from components.stage import present as live
from components.stage import screens
from components.stage.charts.steered import steered
from components.stage.kinds.answer import ROWS, SOON
from components.stage.kinds.steering import (
    FAR_END,
    KIND,
    POSITIONS,
    even_at,
    kept_rows,
    slider_of,
    strength_at,
)
from engine.core.errors import BiascopeError
from engine.files.fit_file import digest_of, fit_bytes
from engine.pins import Collection, Rows, story
from tests.kept_fits import vector

NURSE = "The nurse said that [MASK] was tired."
ASKED = {"text": NURSE, "targets": "she, he", "concept": "gender", "position": "0.5"}
(PIN,) = (pin for pin in story.shipped().pins if pin.key == "steering")
FRAME = pd.DataFrame(
    {
        "slider": [0.0, 0.5, 1.0],
        "first": [0.6, 0.4, 0.0],
        "second": [0.2, 0.3, 0.9],
        "everyday": [0.8, 0.8, float("nan")],
    }
)


@pytest.fixture
def model(tiny_model_folder, monkeypatch, no_shipped_fits):
    """A tiny BERT with a vector that comes with Biascope."""
    st.cache_resource.clear()
    monkeypatch.setattr("components.frame.session.models.is_confirmed", lambda *_: True)
    monkeypatch.setattr("engine.measures.health.check.gate", lambda lm: None)
    folder = str(tiny_model_folder("bert"))
    content = fit_bytes(vector(folder))
    label = vector(folder).reference(digest_of(content)).label
    (no_shipped_fits / f"{label}.safetensors").write_bytes(content)
    return session.spec_and_facts(folder)


def test_the_left_end_is_the_model_as_it_is_and_the_right_end_the_far_one():
    assert str(strength_at(0.0)) == "0.0"
    assert strength_at(0.2) == -0.06
    assert strength_at(1.0) == FAR_END
    strengths = [strength_at(at) for at in POSITIONS]
    assert strengths == sorted(strengths, reverse=True)


def test_without_rows_all_positions_are_measured_and_the_left_end_changes_no_bit(model):
    found = KIND.answer(*model, ASKED)
    assert found.frame["slider"].tolist() == list(POSITIONS)
    (plain,) = session.measure(
        "completion", model[0], [{"text": NURSE}], {"top_k": 8, "targets": ["she", "he"]}
    ).values
    before = [entry["probability"] for entry in plain["targets"]]
    assert found.frame[["she", "he"]].iloc[0].tolist() == pytest.approx(before, rel=1e-4)
    assert f":{strength_at(0.5):g}" in found.command
    (steering,) = found.manifest["spec"]["steered"]
    assert steering["strength"] == strength_at(0.5)
    assert not found.partial


def test_a_model_that_is_steered_already_is_not_steered_twice(model):
    spec, facts = model
    once = KIND.answer(spec, facts, ASKED)
    found = session.fits.shipped_vector(spec, "gender")
    pushed = replace(spec, interventions=replace(spec.interventions, steered=(found,)))
    assert KIND.answer(pushed, facts, ASKED).frame.equals(once.frame)


def test_between_kept_positions_one_is_measured_and_the_cost_comes_later(model):
    names = {"she": "first", "he": "second"}
    rows = KIND.answer(*model, ASKED).frame.rename(columns=names).to_dict("records")
    asked = {**ASKED, "position": "0.15", ROWS: rows}
    first = KIND.answer(*model, asked | {SOON: True})
    assert first.partial
    assert first.reading.endswith("Everyday sentences completed correctly are being counted.")
    assert len(first.frame) == len(POSITIONS) + 1
    whole = KIND.answer(*model, asked)
    assert not whole.partial
    assert "of 40 everyday sentences completed correctly" in whole.reading


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"position": "1.1"}, "from 0 to 1"),
        ({"position": "nan"}, "from 0 to 1"),
        ({"position": "x"}, "from 0 to 1"),
        ({"concept": "race"}, "No steering vector for race comes with Biascope"),
        ({"concept": ""}, "Type what the vector is of"),
        ({"targets": "she"}, "Type 2 words"),
        ({"targets": "she, 茶"}, "does not know this word: “茶”"),
        ({"text": "No gap."}, "has no blank"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(model, fields, said):
    with pytest.raises(BiascopeError, match=said):
        KIND.answer(*model, {**ASKED, **fields})


def test_the_position_nearest_to_even_is_marked():
    assert even_at(FRAME) == 0.5
    figure = steered(FRAME, ("she", "he"), 0.0, 0.5)
    uprights = [shape.x0 for shape in figure.layout.shapes]
    assert uprights == [0.0, 0.5]


def test_bars_are_those_of_the_position_and_what_is_not_known_has_none():
    (bars,) = [
        trace for trace in steered(FRAME, ("she", "he"), 0.0, 0.5).data if trace.type == "bar"
    ]
    assert (bars.x, bars.text) == ((0.6, 0.2, 0.8), ("60%", "20%", "80%"))
    (bars,) = [
        trace for trace in steered(FRAME, ("she", "he"), 1.0, 0.5).data if trace.type == "bar"
    ]
    assert (bars.x[2], bars.text[2]) == (0.0, "…")


def test_a_screen_has_a_figure_for_each_position_that_was_kept():
    slider = screens.screen(PIN, None)["live"]["slider"]
    assert [step["at"] for step in slider["steps"]] == list(POSITIONS)
    assert (slider["at"], slider["even"]) == (0.2, 0.2)
    bars = [step["figure"]["data"][0]["x"] for step in slider["steps"]]
    assert len({tuple(bar) for bar in bars}) == len(POSITIONS)
    assert slider["steps"][0]["from"] == "biascope-mini"
    assert slider["steps"][10]["from"].endswith("by −1.5 at layer 4")
    assert "The model as it is" in slider["steps"][0]["reading"]


def test_the_kept_figure_is_that_of_its_position():
    (shown,) = screens.figures_of([PIN])
    (step,) = [
        step for step in screens.screen(PIN, None)["live"]["slider"]["steps"] if step["at"] == 0.2
    ]
    assert step["figure"] == shown
    assert " ".join(step["reading"].split()) == PIN.reading


@pytest.mark.parametrize(
    "rows",
    [
        (),
        ((0.0, 0.0, 0.5, 0.5, 0.8, 34, 40),),
        ((0.0, 0.0, 0.5, 0.5, 0.8, 34, 40), (1.0, -1.5, 0.5, "x", 0.8, 34, 40)),
        ((0.0, 0.0, 0.5, 0.5, 0.8, 34, 40), (1.0, -1.5, 0.5, 7.0, 0.8, 34, 40)),
        ((0.0, 0.0, 0.5, 0.5, 0.8, 34, 0), (1.0, -1.5, 0.5, 0.5, 0.8, 34, 40)),
        ((0.0, 0.0, 0.5, 0.5, 0.8, 34, 40), (1.0, -1e9, 0.5, 0.5, 0.8, 34, 40)),
    ],
)
def test_a_file_with_other_rows_has_no_slider(rows):
    pin = replace(PIN, rows=Rows(PIN.rows.columns, rows))
    assert kept_rows(pin) == []
    assert slider_of(pin).steps == ()
    assert screens.screen(pin, None)["live"]["slider"] is None


def test_no_other_sentence_is_asked_with_the_rows_of_the_kept_one(monkeypatch):
    seen = {}
    kind = replace(KIND, answer=lambda spec, facts, asked: seen.update(asked) or 1 / 0)
    monkeypatch.setitem(live.registry.KINDS, "steering", kind)
    fields = {"position": "0.35", "text": "Another ____."}
    live.answer_of(Collection("x", (PIN,)), {"turn": 1, "key": PIN.key, "fields": fields})
    assert (seen["position"], seen["text"]) == ("0.35", NURSE)
