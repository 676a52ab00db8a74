"""Style sheets that hold while a container is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from components.frame.present import first_screen
from components.frame.widgets import file_room
from tests.components.drawn import drawn

SCREEN = Path("components/frame/shell/screen.css").read_text(encoding="utf-8")


def computing() -> None:
    import streamlit as st

    from components.frame.present import first_screen

    with first_screen.computing("Which is likelier?", "Computing …"):
        if "stays" in st.query_params:
            st.stop()


def sheets(app) -> list[str]:
    return [element.proto.body for element in app.get("html")]


@pytest.mark.parametrize("stays", [True, False])
def test_the_sheet_is_there_as_long_as_its_container(stays):
    app = drawn(computing, **({"stays": "1"} if stays else {}))
    assert not app.exception
    assert bool(sheets(app)) == stays


def test_a_sheet_stands_next_to_something_else_and_so_in_its_container(monkeypatch):
    sent = []
    monkeypatch.setattr("components.frame.present.layout.st.html", sent.append)
    drawn(computing)
    (body,) = sent
    assert re.fullmatch(r"<i></i><style>.*</style>", body, flags=re.DOTALL)


@pytest.mark.parametrize("sheet", [first_screen._WHILE_COMPUTING, file_room._WHILE_ASKED])
def test_a_sheet_hides_its_own_place_and_holds_no_end_of_itself(sheet):
    style = sheet.read_text(encoding="utf-8")
    assert ":has(> .stHtml > style)" in style
    assert "</" not in style


def test_the_sheet_of_all_pages_looks_for_no_pattern_of_names_below_an_element():
    rules = re.sub(r"/\*.*?\*/", "", SCREEN, flags=re.DOTALL)
    assert not re.search(r":has\([^{]*\*=", rules)
