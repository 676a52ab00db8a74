from __future__ import annotations

from streamlit.testing.v1 import AppTest


def script() -> None:
    import streamlit as st

    from components.widgets.tabs import opened

    name, place = opened(["First", "Second"], "tab")
    with place:
        st.text(f"drawn: {name}")


def test_only_the_open_tab_is_drawn_and_the_first_is_open_at_first():
    page = AppTest.from_function(script).run()
    assert [text.value for text in page.text] == ["drawn: First"]
    assert "tab" not in page.query_params


def test_a_link_opens_its_tab_and_keeps_naming_it():
    page = AppTest.from_function(script)
    page.query_params["tab"] = "Second"
    page.run()
    assert [text.value for text in page.text] == ["drawn: Second"]
    assert page.query_params["tab"] in ("Second", ["Second"])


def test_a_tab_that_is_not_there_is_the_first():
    page = AppTest.from_function(script)
    page.query_params["tab"] = "Third"
    page.run()
    assert [text.value for text in page.text] == ["drawn: First"]
    assert not page.exception


def test_the_page_is_left_and_found_again_with_the_same_tab():
    page = AppTest.from_function(script)
    page.session_state["tab"] = "Second"
    page.run()
    assert [text.value for text in page.text] == ["drawn: Second"]
