"""A keyword list is edited as a table of its groups, and a mistake is named with its row."""

from __future__ import annotations

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from components.curate import word_table
from components.frame import session
from components.frame.session import state
from tests.components.drawn import again, drawn, unescaped

EDITED = ("en", "gender")


def script() -> None:
    import streamlit as st

    from components.curate import word_table
    from components.frame import session
    from components.frame.session import state

    edits = st.session_state.setdefault(state.CURATE_LISTS, {})
    word_table.draw_editor(session.curation.word_lists("en"), edits)


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[list[object]]:
    """Rows that the user adds to every table."""
    rows: list[list[object]] = []

    def editor(frame: pd.DataFrame, **_: object) -> pd.DataFrame:
        more = pd.DataFrame(rows, columns=frame.columns) if rows else frame.head(0)
        return pd.concat([frame, more])

    monkeypatch.setattr(word_table.st, "data_editor", editor)
    return rows


def gender_people() -> AppTest:
    page = drawn(script)
    page.selectbox(key="curate_list_en").set_value("gender").run()
    return again(page.selectbox(key="curate_list_en_gender_group").set_value(1).run())


def words(page: AppTest) -> str:
    return page.session_state[state.CURATE_LISTS].get(EDITED, "")


def test_an_unchanged_table_is_no_edit(typed):
    assert words(gender_people()) == ""


def test_a_row_that_is_added_is_in_the_list_that_is_searched_with(typed):
    page = gender_people()
    typed.append(["chap / bloke", "chaps"])
    again(page)
    text = words(page)
    assert '[["chap", "bloke"], "chaps"]' in text
    groups = session.curation.list_groups(text, "gender", "en")
    assert groups[1].rows[-1] == ["chap / bloke", "chaps"]


def test_a_mistake_is_named_with_its_row_and_changes_nothing(typed):
    page = gender_people()
    typed.append(["---", ""])
    again(page)
    assert "has no letter to look for" in unescaped(page.error[0].value)
    assert words(page) == ""


def test_a_text_that_is_no_list_is_edited_as_text(typed):
    page = drawn(script, {state.CURATE_LISTS: {("en", "race-color"): "not = a list"}})
    assert "Edit it as text" in unescaped(page.error[0].value)
