"""An audience's sentences on Home: each is answered or refused in plain words."""

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
    from components.home import answer

    text, spec, facts = st.session_state["asked"]
    with explain.errors(ends_page=False):
        answer.draw_home_answer(Subject(spec, "mini", facts), None, text)


@pytest.mark.parametrize("name", [name for name in QUESTIONS if name != "a slot"])
def test_each_is_answered_or_refused_in_a_sentence(name):
    asked = QUESTIONS[name]
    page = drawn(script, {"asked": (asked.text, *session.spec_and_facts(session.BUNDLED))})
    assert bool(page.header) == is_answered(page, asked)
    assert all(header.value for header in page.header)
