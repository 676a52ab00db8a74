"""What is done to the model is in the address, in the words of the bar, and in one spec."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components.frame import session
from components.frame.shell.applied import Fault, Written, applied, settings_of
from engine.core.interventions import (
    ErasedConcept,
    Interventions,
    ScaledHead,
    SelfDebias,
    SteeringVector,
)
from engine.core.spec import HeadRef, ModelSpec
from tests.components.drawn import again, drawn, said, unescaped
from tests.components.frame.shell.opened import bar
from tests.kept_fits import erasure, kept, vector

pytestmark = pytest.mark.usefixtures("fresh_caches", "no_shipped_fits")

BUNDLED = session.BUNDLED


@pytest.fixture
def fits() -> Iterator[tuple[ErasedConcept, SteeringVector]]:
    """An erasure and a vector of the bundled model."""
    with kept(erasure(BUNDLED), vector(BUNDLED, layer=2)) as (erased, steered):
        yield erased, steered


@pytest.fixture
def spec() -> ModelSpec:
    return session.spec_of(BUNDLED)


def shown(page: AppTest) -> tuple[ModelSpec, ModelSpec]:
    """The model of the bar, and the one that it is compared with."""
    subject, other = page.session_state["seen"]
    return subject.spec, other.spec


def asked(fits: tuple[ErasedConcept, SteeringVector]) -> Interventions:
    return Interventions(
        "resample:3",
        (ScaledHead(1, 1, 0.5),),
        (fits[0],),
        (replace(fits[1], strength=-0.5),),
        SelfDebias("race/color", 80.0),
    )


def test_an_address_does_all_that_a_spec_has_done(fits, spec):
    wanted = replace(spec, masked_heads=(HeadRef(2, 0),), interventions=asked(fits))
    page = drawn(bar, **settings_of(wanted))
    assert shown(page) == (wanted, spec)
    words = (
        "resample ablation (seed 3), head 2-2 scaled to 0.5, gender erased (LEACE), "
        "steering along gender by −0.5 at layer 2, self-debiasing (race/color, decay 80)"
    )
    label = f"1 head switched off, {words}"
    assert page.text[0].value == f"{label} beside original model"
    assert words in unescaped(said(page))


def test_the_address_of_a_model_as_it_is_undoes_what_the_sidebar_does(spec):
    assert settings_of(spec) == {"heads": ""}


def test_without_any_head_off_what_they_give_changes_nothing(spec):
    page = drawn(bar, ablation="mean")
    assert page.session_state["seen"][0].spec == spec
    assert page.sidebar.selectbox(key="ablation").disabled


def test_a_moved_slider_changes_the_strength_and_0_is_the_model_as_it_is(fits, spec):
    label = fits[1].label
    page = drawn(bar, steer=label)
    key = f"strength_{label[-12:]}"
    assert shown(page)[0].interventions.steered == (fits[1],)
    page.sidebar.slider(key=key).set_value(0.35)
    assert shown(again(page))[0].interventions.steered == (replace(fits[1], strength=0.35),)
    page.sidebar.slider(key=key).set_value(0.0)
    assert again(page).session_state["seen"][0].spec == spec


def test_a_link_may_ask_for_more_than_the_slider_offers_at_first(fits):
    label = fits[1].label
    page = drawn(bar, **{"steer": label, f"strength_{label[-12:]}": "5"})
    slider = page.sidebar.slider(key=f"strength_{label[-12:]}")
    assert (slider.value, slider.min, slider.max) == (5.0, -5.0, 5.0)


def test_one_click_clears_everything(fits, spec):
    wanted = replace(spec, masked_heads=(HeadRef(2, 0),), interventions=asked(fits))
    page = drawn(bar, **settings_of(wanted))
    page.sidebar.button(key="clear_heads").click()
    again(page)
    assert page.session_state["seen"][0].spec == spec
    assert page.session_state["seen"][1] is None
    assert not [one for one in page.sidebar.button if one.key == "clear_heads"]


def test_where_nothing_is_fitted_the_bar_says_where_to_fit():
    text = said(drawn(bar))
    assert "No concept has been fitted on this model yet; fit one on Heads." in text
    assert "No vector has been fitted on this model yet; fit one on Heads." in text


def test_only_what_was_fitted_on_this_model_is_offered(fits, tiny_model_folder):
    with kept(erasure(str(tiny_model_folder("bert")), concept="age")):
        page = drawn(bar)
    assert page.sidebar.multiselect(key="erase").options == [fits[0].label]


@pytest.mark.parametrize(
    ("address", "mark", "sentence"),
    [
        (
            {"erase": "gender-leace-0123456789ab"},
            "fit not here",
            "No erasure named gender-leace-0123456789ab is kept on this machine. Fit it again on "
            "Heads, or take it out under More interventions in the sidebar.",
        ),
        (
            {"steer": "../../etc/passwd", "strength_./etc/passwd": "2"},
            "fit not here",
            "No steering vector named ../../etc/passwd is kept on this machine.",
        ),
        (
            {"heads": "3-1", "gate": "3-1:0.5"},
            "contradictory",
            "Head 3-1 is both masked and scaled to 0.5; choose one of the two.",
        ),
        ({"gate": "3-1"}, "not understood", "A scaled head is written layer-head:scale"),
        ({"gate": "99-1:0.5"}, "no such head", "Head 99-1 does not exist"),
        ({"gate": "3-1:0.5,3-1:2"}, "contradictory", "is given twice with different numbers"),
        ({"debias": "age?"}, "not understood", "Self-debiasing is given what people are"),
    ],
)
def test_what_cannot_be_done_is_said_on_the_page_and_never_left_out(address, mark, sentence):
    page = drawn(bar, **address)
    (error,) = page.error
    assert sentence in unescaped(error.value)
    assert not page.text
    assert mark in " ".join(entry.value for entry in page.sidebar.markdown)


def test_a_fit_of_another_model_is_refused_by_its_name_alone(bert, spec):
    with kept(erasure(BUNDLED, checkpoint="/srv/models/secret", revision="sha256:1")) as (other,):
        page = drawn(bar, erase=other.label)
    text = unescaped(page.error[0].value)
    assert f"The erasure {other.label} was fitted on secret, and its directions mean" in text
    assert "/srv/models" not in text


def test_a_head_that_is_switched_off_elsewhere_is_no_longer_scaled(memory):
    from components.frame.shell import masked_heads

    memory["gate"] = "3-1:0.5, 4-2:2"
    masked_heads.click([HeadRef(2, 0)])
    assert (memory["heads"], memory["gate"]) == ("3-1", "4-2:2")


def test_a_late_message_undoes_no_clearing(memory):
    from components.frame.shell import masked_heads

    before = {"heads": "3-1", "gate": "4-2:2", "erase": ["a"], "debias": "gender"}
    memory.update(before)
    masked_heads.clear()
    memory.update(before)
    masked_heads.keep_newest()
    assert [memory[key] for key in before] == ["", "", [], None]


@pytest.mark.parametrize(
    "written",
    [Written(), Written(heads="2-2"), Written(gate="1-1:0.5"), Written(debias="gender:50")],
)
def test_what_is_written_and_the_address_of_it_are_one(written: Written, spec: ModelSpec):
    facts = session.facts(spec)
    made = applied(written, spec, facts)
    assert isinstance(made, ModelSpec)
    assert drawn(bar, **_given(made)).session_state["seen"][0].spec == made


def _given(spec: ModelSpec) -> dict[str, Any]:
    return {key: value for key, value in settings_of(spec).items() if value}


def test_a_fault_names_itself_in_a_few_words(spec):
    fault = applied(Written(heads="99-1"), spec, session.facts(spec))
    assert isinstance(fault, Fault)
    assert fault.what == "no such head"


def opened_by_link() -> None:
    import streamlit as st

    from components.frame.shell import address, model_bar

    address.restore("probe")
    model_bar.draw_model_bar()
    st.session_state["seen"] = model_bar.chosen()
    st.text_input("text", key="text", bind="query-params")
    address.keep("probe")


def test_a_link_followed_within_the_app_does_what_it_says_and_nothing_else(fits, spec):
    before = {"heads": "1-1", "gate": "4-2:2", "ablation": "mean", "debias": "gender"}
    page = drawn(opened_by_link, **before)
    assert page.session_state["seen"].masked_heads == (HeadRef(0, 0),)
    wanted = replace(spec, interventions=Interventions(steered=(replace(fits[1], strength=-0.5),)))
    for key in before:
        del page.query_params[key]
    for key, value in {"model": BUNDLED, "text": "x", **settings_of(wanted)}.items():
        page.query_params[key] = value
    page.session_state[session.state.PAGE_DRAWN] = "scorecard"
    assert again(page).session_state["seen"] == wanted
