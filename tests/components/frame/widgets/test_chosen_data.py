"""A table whose values are all names of its own is asked about before anything is measured."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from components.frame.session import state
from components.frame.widgets.kept_file import File
from tests.components.drawn import again, drawn, said, unescaped

PAIRS = "sent_more,sent_less,stereo_antistereo\n"
FOREIGN = f"{PAIRS}She slept.,He slept.,links\nShe ran.,He ran.,rechts\n"


def script() -> None:
    import streamlit as st

    from components.pairs import data

    st.session_state["found"] = data.load_chosen_pairs("Your own file", st.container())


def opened(text: str) -> AppTest:
    return drawn(script, {state.upload_key("file_upload"): File("a.csv", text.encode())})


def mean(page: AppTest, own: str, meant: str) -> None:
    (box,) = (box for box in page.selectbox if box.label == f"“{own}” means")
    box.set_value(meant)
    again(page)


def test_values_that_are_all_unknown_are_named_where_their_boxes_are():
    page = opened(FOREIGN)
    (warning,) = page.warning
    assert unescaped(warning.value).startswith(
        "The column “stereo_antistereo” holds “links” and “rechts”, where stereo or antistereo"
    )
    assert "0 pairs" not in said(page)
    mean(page, "links", "stereo")
    assert "holds “rechts”" in unescaped(page.warning[0].value)
    assert page.session_state["found"] is None
    mean(page, "rechts", "antistereo")
    assert not page.warning
    assert "2 pairs from a.csv" in unescaped(said(page))


def test_a_slip_among_known_values_leaves_its_row_out():
    page = opened(f"{PAIRS}She slept.,He slept.,stereo\nShe ran.,He ran.,sterio\n")
    assert not page.warning
    assert len(page.session_state["found"].rows) == 1
    assert unescaped(page.expander[0].label) == (
        "Your file: 1 pair from a.csv; 1 row could not be read"
    )


@pytest.mark.parametrize("rows", ["", ",He slept.,stereo\n"])
def test_a_table_without_a_usable_row_says_why(rows):
    page = opened(PAIRS + rows)
    assert page.session_state["found"] is None
    shown = unescaped(said(page)) + "".join(error.value for error in page.error)
    assert ("0 pairs" in shown) == bool(rows)


@pytest.mark.parametrize("sign", [",", ";"])
def test_a_table_with_semicolons_is_remembered_for_the_files_that_excel_opens(sign):
    page = opened(f"{PAIRS}She slept.,He slept.,stereo\n".replace(",", sign))
    assert page.session_state[state.SEMICOLONS] == (sign == ";")
    assert len(page.session_state["found"].rows) == 1
