"""An upload in an encoding that it does not name is read as guessed, and that can be changed."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from components.frame.session import state
from components.frame.widgets import file_encoding
from components.frame.widgets.kept_file import File
from engine.files import text_file
from engine.files.spreadsheets import xlsx
from engine.files.text_file import OTHER_SCRIPTS
from tests.components.drawn import again, drawn, unescaped

CYRILLIC = "sentence\nМедсестра сказала, что она устала.\nИнженер сказал, что он устал.\n" * 5


def script() -> None:
    import streamlit as st

    from components.frame.widgets import kept_file

    file = kept_file.ask("A file", "box", ["csv"], "It stays here.")
    if file is not None:
        st.session_state["read"] = file.data


def opened(data: bytes) -> AppTest:
    return drawn(script, {state.upload_key("box"): File("a.csv", data)})


def asked(page: AppTest) -> str:
    return unescaped(" ".join(caption.value for caption in page.caption))


@pytest.mark.parametrize(
    "data", ["über\n".encode(), "über\n".encode("utf-8-sig"), "über\n".encode("utf-16"), b"plain"]
)
def test_a_text_that_says_its_encoding_stays_as_it_is(data):
    page = opened(data)
    assert page.session_state["read"] == data
    assert "Read as" not in asked(page)
    assert not page.selectbox


def test_a_file_of_excel_is_read_as_windows_1252_and_asks_whether_its_letters_are_right():
    page = opened("Männer,señora,João\n".encode("cp1252"))
    assert page.session_state["read"] == "Männer,señora,João\n".encode()
    assert "Read as Windows-1252 (Excel). Are ä, ñ, ã right?" in asked(page)


def test_another_encoding_can_be_chosen_and_holds_for_that_file_alone():
    data = "žena,muž,čaj\n".encode("cp1250")
    page = opened(data)
    page.selectbox[0].set_value("cp1250")
    again(page)
    assert page.session_state["read"] == "žena,muž,čaj\n".encode()
    assert "Read as Windows-1250 (Central Europe)" in asked(page)
    page.session_state[state.upload_key("box")] = File("b.csv", "Männer\n".encode("cp1252"))
    again(page)
    assert page.session_state["read"] == "Männer\n".encode()


def test_a_file_is_looked_at_once_and_not_in_every_run(monkeypatch):
    looked: list[bytes] = []

    def guessed(data: bytes) -> object:
        looked.append(data)
        return text_file.guessed(data)

    monkeypatch.setattr(file_encoding, "guessed", guessed)
    first, second = "Männer\n".encode("cp1252"), "señora\n".encode("cp1252")
    page = opened(first)
    again(page)
    assert looked == [first]
    page.session_state[state.upload_key("box")] = File("b.csv", second)
    again(page)
    again(page)
    assert looked == [first, second]
    assert page.session_state["read"] == "señora\n".encode()


def test_cyrillic_is_told_by_statistics_and_shown_in_a_preview():
    page = opened(CYRILLIC.encode("cp1251"))
    assert page.session_state["read"] == CYRILLIC.encode()
    assert "Read as Windows-1251 (Cyrillic)" in asked(page)
    assert page.text[0].value == "Медсестра сказала, что она устала."


def test_an_excel_file_is_left_to_its_reader():
    import pandas as pd

    data = xlsx(pd.DataFrame({"a": ["ä"]}))
    assert opened(data).session_state["read"] == data


def test_a_preview_shows_only_lines_that_an_encoding_changes():
    text = "plain\nüber alles\n" + "é" * 300 + "\nñ\nö\n"
    assert file_encoding.preview(text) == ["über alles", "é" * 120, "ñ"]


def test_every_encoding_that_is_told_by_statistics_can_be_chosen():
    assert {*OTHER_SCRIPTS} <= {*file_encoding.ENCODINGS}
    for name in file_encoding.ENCODINGS:
        "a".encode(name)
