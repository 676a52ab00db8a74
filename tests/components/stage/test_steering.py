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
from components.stage.kinds.answer import KEPT, ROWS, SOON, STEPS
from components.stage.kinds.steering import KIND, kept_rows, slider_of
from components.stage.kinds.steering_words import even_at, reading
from engine.core.errors import BiascopeError
from engine.core.shell import commands_in
from engine.core.spec import ModelSpec
from engine.files.fit_file import digest_of, fit_bytes
from engine.first_sight.examples import looked_up
from engine.interventions.curve import POSITIONS, strength_at
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


def test_without_rows_all_positions_are_measured_and_the_left_end_changes_no_bit(model):
    found = KIND.answer(*model, ASKED)
    assert found.frame["slider"].tolist() == list(POSITIONS)
    (plain,) = session.measure(
        "completion", model[0], [{"text": NURSE}], {"top_k": 8, "targets": ["she", "he"]}
    ).values
    before = [entry["probability"] for entry in plain["targets"]]
    assert found.frame[["she", "he"]].iloc[0].tolist() == pytest.approx(before, rel=1e-4)
    (words,) = commands_in(found.command)
    label = session.fits.shipped_vector(model[0], "gender").label
    assert words[3:6] == ["steer", "curve", label]
    assert words[words.index("--text") + 1] == NURSE
    assert "--strengths" not in words  # those of the slider
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
    (words,) = commands_in(first.command)
    strengths = words[words.index("--strengths") + 1].split(",")
    assert strengths == [f"{strength:g}" for strength in first.frame["strength"]]
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
    assert even_at(FRAME.assign(first=[0.6, 0.4, 0.0], second=[0.2, 0.3, 0.0])) == 1.0
    last = FRAME.assign(first=[0.6, 0.9, 0.9], second=0.2, right=32, n=40)
    assert reading(last, ("she", "he"), 0.0) == (
        "The model as it is: “she” 60%, “he” 20%, nearest to even; "
        "32 of 40 everyday sentences completed correctly."
    )
    weak = {"second": [0.2, 0.3, 0.0], "everyday": [0.8, 0.8, 0.1]}
    assert even_at(FRAME.assign(**weak)) == 0.5
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


OTHER = "The engineer said that [MASK] was tired."


def test_another_sentence_is_asked_at_all_positions_with_the_knowledge_that_was_kept(model):
    names = {"she": "first", "he": "second"}
    kept = KIND.answer(*model, ASKED).frame.rename(columns=names).to_dict("records")
    kept[3]["right"] = 7  # as only what was kept can be
    asked = {**ASKED, "text": OTHER, KEPT: {"text": NURSE, "targets": "she, he"}, ROWS: kept}
    soon = KIND.answer(*model, asked | {SOON: True, STEPS: True})
    assert (soon.partial, soon.slider) == (True, None)
    found = KIND.answer(*model, asked | {STEPS: True})
    assert (found.partial, found.said) == (False, soon.said)
    assert found.frame["slider"].tolist() == list(POSITIONS)
    assert found.frame["right"].tolist()[3] == 7
    assert found.frame["she"].tolist() != [row["first"] for row in kept]
    assert [step.at for step in found.slider.steps] == list(POSITIONS)
    assert "steered" not in found.slider.steps[0].manifest["spec"]
    (steering,) = found.slider.steps[4].manifest["spec"]["steered"]
    assert steering["strength"] == strength_at(0.4)
    assert found.slider.steps[5].said == found.said
    assert found.slider.steps[5].reading == f"“{OTHER.replace('[MASK]', '____')}” {found.said}"
    again = KIND.answer(*model, asked)
    assert again.slider is None
    assert again.frame.equals(found.frame)


def test_a_sentence_with_two_blanks_says_which_is_answered(model):
    asked = {**ASKED, "text": "[MASK] is a [MASK].", KEPT: {"text": NURSE}}
    found = KIND.answer(*model, asked | {STEPS: True})
    assert "The answer is for the first of 2 blanks." in found.said
    assert all("first of 2 blanks" in step.said for step in found.slider.steps)


@pytest.mark.parametrize(("share", "weak"), [(0.8, False), (0.25, False), (0.125, True)])
def test_a_model_that_completes_too_few_everyday_sentences_is_said_to_make_little_sense(
    share, weak
):
    frame = FRAME.assign(everyday=[0.8, 0.8, share], right=[32, 32, 40 * share], n=40)
    assert ("makes little sense" in reading(frame, ("she", "he"), 1.0)) == weak
    assert "makes little sense" not in reading(frame, ("she", "he"), 0.5)


def test_what_the_browser_sends_is_asked_as_far_as_it_can_be_typed_there(monkeypatch):
    seen = {}
    kind = replace(KIND, answer=lambda spec, facts, asked: seen.update(asked) or 1 / 0)
    monkeypatch.setitem(live.registry.KINDS, "steering", kind)
    fields = {"position": "0.35", "text": "Another ____.", "concept": "race", "rows": [1]}
    question = {"turn": 1, "key": PIN.key, "fields": fields, "steps": True}
    live.answer_of(Collection("x", (PIN,)), question)
    assert (seen["position"], seen["text"], seen["concept"]) == ("0.35", "Another ____.", "gender")
    assert seen[ROWS] == kept_rows(PIN)
    assert seen[KEPT] == {"text": NURSE, "targets": "she, he"}
    assert seen[STEPS]


def test_positions_between_those_that_were_kept_are_measured_ahead(model):
    names = {"she": "first", "he": "second"}
    kept = KIND.answer(*model, ASKED).frame.rename(columns=names).to_dict("records")
    asked = {**ASKED, ROWS: kept, SOON: True}
    assert KIND.answer(*model, {**asked, "position": "0.15"}).partial
    KIND.ahead(*model, asked)
    for at in ("0.05", "0.15", "0.95"):
        found = KIND.answer(*model, {**asked, "position": at})
        assert not found.partial
        steered_spec = ModelSpec.of_identity(found.manifest["spec"])
        params = looked_up(["she", "he"])
        assert session.known("completion", steered_spec, [{"text": NURSE}], params) == {0}


def test_what_cannot_be_measured_ahead_is_said_when_it_is_asked(model):
    KIND.ahead(*model, {**ASKED, "concept": "race"})
    with pytest.raises(BiascopeError, match="No steering vector for race"):
        KIND.answer(*model, {**ASKED, "concept": "race"})


def test_a_slider_is_measured_ahead_once_its_screen_is_shown_but_not_for_everybody(
    monkeypatch, share
):
    begun = []
    monkeypatch.setattr(session, "after_loading", begun.append)
    collection = Collection("x", story.shipped().pins)
    live.prepare(collection, "one-sentence")
    live.prepare(collection, "no such screen")
    assert begun == []
    live.prepare(collection, PIN.key)
    (work,) = begun
    assert work.func is KIND.ahead
    assert work.args[2][ROWS] == kept_rows(PIN)
    share()
    live.prepare(collection, PIN.key)
    assert len(begun) == 1
