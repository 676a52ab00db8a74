"""The tour on Home: five short steps, left at any of them, and never shown again by itself."""

from __future__ import annotations

import re

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from components.frame.shell.pages import PAGES
from components.home import tour
from engine.core.families import CAUSAL, MASKED
from tests.components.drawn import drawn

BUTTONS = {"tour_next", "tour_back", "tour_skip", "tour_again"}


def script() -> None:
    import streamlit as st

    from components.home import tour

    tour.first_visit()
    st.text("the page")
    tour.again()


@pytest.fixture
def home(monkeypatch) -> AppTest:
    """The tour alone, on a first visit."""
    monkeypatch.setattr(st, "page_link", lambda *_, **__: None)  # it has no other page to link to
    return drawn(script)


def offered(page: AppTest) -> list[str]:
    assert not page.exception
    return [str(button.key) for button in page.button if button.key in BUTTONS]


def title(page: AppTest) -> str:
    return page.header[0].value


def press(page: AppTest, key: str) -> AppTest:
    return page.button(key=key).click().run()


def test_five_steps_forward_and_back(home):
    titles = [step.title for step in tour.steps(MASKED)]
    assert len(titles) == 5
    for at, expected in enumerate(titles):
        assert title(home) == expected
        assert home.markdown[0].value == f":gray[Tour, step {at + 1} of 5]"
        if at < 4:
            press(home, "tour_next")
    assert home.button(key="tour_next").label == "Finish the tour"
    assert title(press(home, "tour_back")) == titles[3]


def test_a_finished_tour_stays_away_and_can_be_taken_again(home):
    for _ in range(5):
        press(home, "tour_next")
    assert offered(home) == ["tour_again"]
    other = drawn(script)
    assert offered(other) == ["tour_again"]
    press(other, "tour_again")
    assert title(other) == tour.steps(MASKED)[0].title
    assert offered(press(other, "tour_skip")) == ["tour_again"]


def test_it_can_be_skipped_at_every_step(home):
    for before in range(4):
        for _ in range(before):
            press(home, "tour_next")
        assert offered(press(home, "tour_skip")) == ["tour_again"]
        press(home, "tour_again")


@pytest.mark.parametrize("kind", [MASKED, CAUSAL])
def test_steps_are_short_and_their_pages_are_in_the_menu_or_to_come(kind):
    names = {page.name for page in PAGES}
    for step in tour.steps(kind):
        sentences = re.findall(r"[^.]+\.(?:\s|$)", step.text)
        assert 1 <= len(sentences) <= 2, step.text
        assert set(step.pages) <= names | {"stage"}
    assert ("[MASK]" in tour.steps(kind)[0].text) == (kind == MASKED)
