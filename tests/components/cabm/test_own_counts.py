"""A table of counts on the CABM page: which of its columns are which, and on which sheet it is."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from components.frame.session import state
from components.frame.widgets.kept_file import File
from components.frame.widgets.table_layout import suffix
from engine.files.layout import Layout
from tests.components.drawn import again, drawn, unescaped
from tests.engine.files.test_workbook import made

ROWS = [["(all)", 90, 40, 30], ["nurse", 9, 1, 5]]


def script() -> None:
    import streamlit as st

    from components.cabm import own_counts
    from engine.measures.cabm.data.sets import BUNDLED, load_framed

    st.session_state["found"] = own_counts.ask(load_framed(BUNDLED), "bundled")


def opened(name: str, data: bytes) -> AppTest:
    return drawn(script, {state.upload_key("cabm_corpus"): File(name, data)})


def test_counts_under_their_own_names_are_read_without_asking():
    page = opened("counts.csv", b"target,sentences,male,female\n(all),90,40,30\nnurse,9,1,5\n")
    counts, source = page.session_state["found"]
    assert counts.targets["nurse"] == (9, 1, 5)
    assert (source.words, source.sheets) == (("--pmi-corpus", "counts.csv"), ())


def test_columns_and_sheet_of_german_counts_are_chosen_and_told_to_the_command():
    book = made(Info=[["x"], ["y"]], Zahlen=[["Beruf", "Sätze", "er", "sie"], *ROWS])
    page = opened("zahlen.xlsx", book)
    page.selectbox(key="cabm_counts_sheet").set_value("Zahlen")
    again(page)
    (warning,) = page.warning
    needs = (
        "zahlen.xlsx (sheet “Zahlen”) needs the columns target (occupation), sentences, first "
        "(sentences with it and male words) and second (sentences with it and female words)."
    )
    assert unescaped(warning.value).startswith(needs)
    chosen = {"target": "Beruf", "sentences": "Sätze", "first": "er", "second": "sie"}
    for role, column in chosen.items():
        box = page.selectbox(key=f"cabm_counts{suffix(Layout('Zahlen'))}_{role}")
        box.set_value(column)
    again(page)
    counts, source = page.session_state["found"]
    assert (counts.sentences, counts.targets["nurse"]) == (90, (9, 1, 5))
    assert source.words == (
        *("--pmi-corpus", "zahlen.xlsx"),
        *("--count-columns", "first=er,second=sie,sentences=Sätze,target=Beruf"),
    )
    assert source.sheets == (("counts", "Zahlen"),)


def test_a_text_is_counted_and_has_no_columns():
    page = opened("text.txt", b"The nurse took her hat. The nurse took his hat.\n")
    counts, _ = page.session_state["found"]
    assert counts.targets["nurse"] == (2, 1, 1)
    assert not page.selectbox
