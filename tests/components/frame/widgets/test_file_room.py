"""A file has the whole width until it is read, and one line after; choosing ends with a button."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from components.frame.session import state
from tests.components.drawn import again, drawn


def script() -> None:
    import streamlit as st

    from components.frame.widgets import file_room
    from components.frame.widgets.file_room import FileRead
    from engine.core.errors import InputTextError

    def form() -> FileRead[str] | None:
        text = st.text_input("File", key="file")
        if text == "wrong":
            raise InputTextError("This file is wrong.")
        return FileRead(text, f"1 row from {text}", st.session_state["by_hand"]) if text else None

    place = st.container()
    st.session_state["read"] = file_room.ask(place, "room", form)
    st.session_state["runs"] = st.session_state.get("runs", 0) + 1


def opened(file: str = "", *, by_hand: bool = False) -> AppTest:
    return drawn(script, {"by_hand": by_hand, "file": file})


def give(page: AppTest, file: str) -> AppTest:
    page.text_input(key="file").set_value(file)
    return again(page)


def room(page: AppTest) -> tuple[str, bool]:
    (box,) = page.expander
    return box.label, box.proto.expanded


def test_a_file_is_asked_for_in_an_open_box_that_closes_once_it_is_read():
    page = opened()
    assert room(page) == ("Your own file", True)
    assert page.session_state["read"] is None
    give(page, "a.csv")
    assert room(page) == (r"Your file: 1 row from a\.csv", False)
    assert page.session_state["read"] == "a.csv"
    assert page.session_state["runs"] == 2  # the run that read it drew nothing below its form
    give(page, "")
    assert room(page) == ("Your own file", True)
    assert page.session_state["read"] is None


def test_what_is_wrong_with_a_file_is_said_in_its_box():
    page = give(opened("a.csv"), "wrong")
    assert [error.value for error in page.expander[0].error] == [r"This file is wrong\."]
    assert room(page) == ("Your own file", True)
    assert page.session_state["read"] is None


def test_choosing_columns_ends_when_the_user_says_so():
    page = give(opened(by_hand=True), "a.csv")
    assert room(page) == ("Your own file", True)
    assert page.session_state["read"] is None
    page.button[0].click()
    again(page)
    assert room(page)[1] is False
    assert page.session_state["read"] == "a.csv"
    assert not page.button


def test_what_a_link_chose_is_used_at_once():
    page = opened("a.csv", by_hand=True)
    assert page.session_state["read"] == "a.csv"
    assert page.session_state[state.file_room_key("room")] == "1 row from a.csv"
