"""A click is acted on once, also where the run that it belongs to was lost to another."""

from __future__ import annotations

import pytest
import streamlit as st

from components.frame.present import click
from tests.components.drawn import again, drawn


def script() -> None:
    import streamlit as st

    from components.frame.present import click
    from engine.core.errors import BiascopeError

    def act(number: int) -> None:
        st.session_state["acts"] += number
        if st.session_state.get("full"):
            raise BiascopeError("The disk is full.")

    st.text(repr(click.came_of("start")))
    click.button("Start", "start", act, 2, type="primary")


def came(page) -> str:
    return page.text[0].value


def test_a_click_is_acted_on_once_and_what_came_of_it_given_once():
    page = drawn(script, {"acts": 0})
    assert came(page) == "None"
    page.button(key="start").click().run()
    assert (page.session_state["acts"], came(page)) == (2, "''")
    assert (again(page).session_state["acts"], came(page)) == (2, "None")
    page.button(key="start").click().run()
    assert page.session_state["acts"] == 4


def test_what_is_wrong_is_given_and_ends_no_page():
    page = drawn(script, {"acts": 0, "full": True})
    page.button(key="start").click().run()
    assert not page.exception
    assert came(page) == "'The disk is full.'"


@pytest.fixture
def state(monkeypatch):
    monkeypatch.setattr(st, "session_state", found := {})
    return found


def test_a_second_click_before_the_page_is_drawn_does_nothing(state):
    acts: list[int] = []
    click.act_once("start", acts.append, 1)
    click.act_once("start", acts.append, 1)
    assert acts == [1]
    assert click.came_of("start") == ""
    assert click.came_of("start") is None
    click.act_once("start", acts.append, 1)
    assert acts == [1, 1]


def test_what_was_never_asked_for_is_forgotten(state, monkeypatch):
    acts: list[int] = []
    monkeypatch.setattr(click, "_FRESH", -1.0)
    click.act_once("start", acts.append, 1)
    assert click.came_of("start") is None
    click.act_once("start", acts.append, 1)
    assert acts == [1, 1]
