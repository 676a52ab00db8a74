"""An audience's sentences on Probe: each is answered or refused in plain words."""

from __future__ import annotations

import pytest

from components.frame import session
from tests.audience import QUESTIONS, is_answered
from tests.components.drawn import drawn

pytestmark = [pytest.mark.model, pytest.mark.usefixtures("fresh_caches")]


def script() -> None:
    import streamlit as st

    from components.frame.present import explain
    from components.frame.shell.model_bar import Subject
    from components.probe import words
    from components.probe.controls import Question
    from engine.first_sight.examples import HIDDEN, ORDER, TARGETS

    text, spec, facts = st.session_state["asked"]
    question = Question(text, TARGETS, (), 8, HIDDEN, ORDER, 1)
    with explain.errors():
        words.draw_words(question, Subject(spec, "mini", facts), None, lambda _: None)


@pytest.mark.parametrize("name", [name for name in QUESTIONS if name != "a slot"])
def test_each_is_answered_or_refused_in_a_sentence(name):
    asked = QUESTIONS[name]
    page = drawn(script, {"asked": (asked.text, *session.spec_and_facts(session.BUNDLED))})
    if is_answered(page, asked):
        assert page.get("plotly_chart")
