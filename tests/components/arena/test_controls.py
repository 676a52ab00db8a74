"""What the controls say of the chosen evaluators."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from components.arena import controls
from engine.core.errors import InputTextError
from engine.evaluators.suites import load_suite
from tests.components.arena.reports import CLASSIFIERS


def test_evaluators_are_named_and_the_demo_ones_say_what_they_do():
    assert controls._suite_text(load_suite("demo")) == (
        "Judged by two word lists: is the word negative, and what is it about."
    )
    assert controls._suite_text(CLASSIFIERS) == "Judged by first, second"
    assert controls._suite_text(load_suite("seegull")).startswith("Judged by SeeGULL: ")


def test_classifiers_that_are_not_here_are_said_to_be_downloaded():
    lines = controls.needs_text(CLASSIFIERS).replace("\\", "")
    assert "first: the checkpoint someone/first, not here yet" in lines
    assert "is downloaded when the job starts" in lines
    assert controls.needs_text(load_suite("demo")) == ""


def test_classifiers_that_are_here_are_not_downloaded(monkeypatch):
    monkeypatch.setattr(
        "components.frame.session.verdicts.classifier_needs",
        lambda _: {"a*b": "the checkpoint x (44 MB)"},
    )
    assert controls.needs_text(CLASSIFIERS) == r"a\*b\: the checkpoint x \(44 MB\)"


def test_one_click_chooses_what_the_paper_did():
    page = AppTest.from_function(_controls, default_timeout=60).run()
    page.button(key="arena_published").click().run()
    chosen = {box.key: box.value for box in page.selectbox}
    assert chosen["evaluators"] == "published"
    assert chosen["completion"] == "raw"
    assert chosen["flags_read"] == "pooled"
    assert page.toggle(key="quoted").value
    assert not page.exception


def _controls():
    import streamlit as st

    from components.arena import controls

    controls.arena_choice(st.container())


@pytest.mark.parametrize(
    ("typed", "size"),
    [("100", 100), ("1,000", 1000), ("2.500", 2500), ("12 000", 12000), ("All", None)],
)
def test_any_number_of_sentences_can_be_typed(typed, size):
    assert controls.size_of(typed) == size


@pytest.mark.parametrize("typed", ["many", "0", "-3", " "])
def test_what_is_no_number_of_sentences_is_refused_with_an_example(typed):
    with pytest.raises(InputTextError, match="such as 500, or All"):
        controls.size_of(typed)
