"""What a link asks of a box: an option by its name, its title or an old name, or none that is."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from components.frame.session import state
from tests.components.drawn import again


def script():
    """A box as pages draw it, on a page that a link leads to."""
    import streamlit as st

    from components.frame.session import state
    from components.frame.shell import address, navigation
    from components.frame.widgets import data_choice, tabs

    st.session_state[state.PAGES] = {}
    address.restore("pairs")
    navigation.head("Pairs", "Which one?", measures=False)
    titles = {"cps": "CPS (CrowS-Pairs)", "aul": "AUL"}
    data_choice.pick("Measure", titles, "measure", old={"crows": "cps", "unmasked": "aul"})
    tabs.opened_tab(["Distribution", "Quality"], "tab", {"Flags": "Quality"})
    address.keep("pairs")


def opened(before: str = "", **link: str) -> AppTest:
    """The page by a link, after a visit with another measure."""
    app = AppTest.from_function(script, default_timeout=60)
    if before:
        app.session_state["measure"] = before
        app.session_state[state.SEEN_SETTINGS] = {"pairs": {"measure"}}
        app.session_state[state.PAGE_DRAWN] = "scorecard"
    for key, value in link.items():
        app.query_params[key] = value
    return again(app)


@pytest.mark.parametrize("before", ["", "aul", "cps"])
@pytest.mark.parametrize(
    ("asked", "chosen"),
    [
        ("cps", "cps"),
        ("CPS (CrowS-Pairs)", "cps"),
        ("crows", "cps"),
        ("aul", "aul"),
        ("AUL", "aul"),
        ("unmasked", "aul"),
    ],
)
def test_an_option_is_chosen_by_name_title_and_old_name(before, asked, chosen):
    page = opened(before, measure=asked)
    assert not page.exception
    assert page.selectbox(key="measure").value == chosen
    assert not page.warning


def test_what_a_link_does_not_name_is_as_on_a_first_visit():
    assert opened("aul", tab="Quality").selectbox(key="measure").value == "cps"


def test_without_a_link_the_page_is_as_it_was_left():
    assert opened("aul").selectbox(key="measure").value == "aul"


def test_a_value_that_is_no_option_is_said_and_left_out():
    page = opened("aul", measure="x" * 200)
    assert page.selectbox(key="measure").value == "cps"
    (warning,) = page.warning
    assert "under “Measure”, which is not offered here" in warning.value
    assert "x" * 60 not in warning.value
    assert "measure" not in page.query_params
    page.selectbox(key="measure").set_value("aul")
    again(page)
    assert page.selectbox(key="measure").value == "aul"


def test_a_tab_is_opened_by_its_old_name_and_one_that_is_not_there_is_said():
    assert opened(tab="Flags").query_params["tab"] in ("Quality", ["Quality"])
    (warning,) = opened(tab="*none*").warning
    assert r"\*none\*” under “tab”" in warning.value
