"""The user's own files on the CABM page: whoever chooses a sheet says when the file is used."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from components.frame.session import state
from components.frame.widgets.kept_file import File
from tests.components.drawn import again, drawn
from tests.engine.files.test_workbook import made

CODES = [["code"], ["x"]]
SENTENCES = [
    ["sentence"],
    ["The nurse said that she was tired."],
    ["The nurse took his coat."],
]
COUNTS = [["target", "sentences", "male", "female"], ["(all)", 90, 40, 30], ["nurse", 9, 1, 5]]


def script() -> None:
    import streamlit as st

    from components.cabm import data
    from engine.measures.cabm.data.sets import BUNDLED, load_framed

    place = st.container()
    if st.session_state["table"] == "cabm_sentences":
        st.session_state["found"] = data.load_sentences(data.OWN, place)
    else:
        bundled = load_framed(BUNDLED)
        st.session_state["found"] = data.load_counts(data.OWN_CORPUS, bundled, BUNDLED, place)


def opened(table: str, data: bytes, **address: str) -> AppTest:
    held = {"table": table, state.upload_key(table): File("study.xlsx", data)}
    return drawn(script, held, **address)


def offered(page: AppTest) -> list[str]:
    return [button.label for button in page.button if button.label == "Use this file"]


@pytest.mark.parametrize(
    ("table", "box", "rows", "said"),
    [
        ("cabm_sentences", "cabm_column_sheet", SENTENCES, r"2 sentences from study\.xlsx"),
        ("cabm_corpus", "cabm_counts_sheet", COUNTS, r"90 sentences counted in study\.xlsx"),
    ],
)
def test_a_sheet_is_chosen_by_hand_even_where_its_columns_fit(table, box, rows, said):
    book = made(Codes=CODES, Data=rows)
    page = opened(table, book)
    assert (page.session_state["found"], offered(page)) == (None, [])
    page.selectbox(key=box).set_value("Data")
    again(page)
    assert (page.session_state["found"], offered(page)) == (None, ["Use this file"])
    page.button(key=f"use_file_{table}").click()
    again(page)
    _, source = page.session_state["found"]
    assert (source.sheets[0][1], offered(page)) == ("Data", [])
    assert f"Your file: {said}" in [each.label for each in page.expander]
    linked = opened(table, book, **{box: "Data"})
    assert linked.session_state["found"][1].sheets == source.sheets
    assert offered(linked) == []
