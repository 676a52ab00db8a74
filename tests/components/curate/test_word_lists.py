"""Word lists of a new review: tables of the user's own among the files."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from components.frame.session import state
from components.frame.widgets.kept_file import File
from components.frame.widgets.table_layout import suffix
from engine.files.layout import Layout
from tests.components.drawn import again, drawn, said, unescaped
from tests.engine.files.test_workbook import made

GERMAN = b"Wort;Gegenteil;Thema\nold;young;age\n;x;age\n"


def script() -> None:
    import streamlit as st

    from components.curate.word_lists import choose_lists
    from components.frame.present import explain

    st.session_state["chosen"] = None
    with explain.errors():
        st.session_state["chosen"] = choose_lists("en")


def opened(*files: File) -> AppTest:
    return drawn(script, {state.upload_key("curate_own_lists"): [*files]})


def words(page: AppTest, category: str) -> list[str]:
    (group, *_) = page.session_state["chosen"].lists.categories[category].groups
    return [spelling for row in group.rows for cell in row for spelling in cell]


def choose(page: AppTest, layout: str = "", **columns: str) -> None:
    for role, column in columns.items():
        page.selectbox(key=f"curate_own_lists_1{layout}_{role}").set_value(column)
    again(page)


def test_a_table_under_its_own_names_is_used_at_once_and_handed_on_as_it_is():
    page = opened(File("words.csv", b"keyword;counterparts;category\nold;young;age\n"))
    assert "2 words in 1 category from words.csv" in unescaped(said(page))
    assert "1 uploaded list is used." in said(page)
    assert words(page, "age") == ["old", "young"]
    assert page.session_state["chosen"].words == ["--lists", "words.csv"]


def test_columns_are_chosen_and_bad_rows_are_listed():
    page = opened(File("wörter.csv", GERMAN))
    assert page.session_state["chosen"] is None
    (warning,) = page.warning
    needs = "wörter.csv needs the column keyword. It has: Wort, Gegenteil, Thema."
    assert unescaped(warning.value) == needs
    assert "Choose the columns of wörter.csv under Word lists" in unescaped(said(page))
    choose(page, keyword="Wort", counterparts="Gegenteil", category="Thema")
    assert words(page, "age") == ["old", "young"]
    ((name, content),) = page.session_state["chosen"].own
    assert (name, content) == ("wörter-csv.csv", b"keyword,counterparts,category\nold,young,age\n")
    assert "the keyword is empty" in page.dataframe[-1].value.to_string()


def test_a_sheet_of_a_workbook_is_chosen():
    book = made(Notes=[["x"], ["y"]], Words=[["keyword", "category"], ["greybeard", "age"]])
    page = opened(File("words.xlsx", book))
    assert page.session_state["chosen"] is None
    page.selectbox(key="curate_own_lists_1_sheet").set_value("Words")
    again(page)
    assert words(page, "age") == ["greybeard"]
    assert page.session_state["chosen"].words == ["--lists", "words-xlsx.csv"]


def test_a_table_without_a_header_has_numbered_columns():
    page = opened(File("age.csv", b"old;young\nfat;thin\n"))
    page.toggle(key="curate_own_lists_1_header").set_value(False)
    again(page)
    choose(page, suffix(Layout(header=False)), keyword="Column 1", counterparts="Column 2")
    assert words(page, "age") == ["old", "young"]


def test_a_table_that_holds_no_word_is_refused_in_words_and_texts_are_read_as_before():
    page = opened(File("age.csv", b"keyword,category\n???,age\n"))
    assert page.session_state["chosen"] is None
    assert "has no letter to look for" in page.dataframe[-1].value.to_string()
    page = opened(File("age.txt", b"category: age\nold | young\n"), File("b.csv", b""))
    assert [unescaped(error.value) for error in page.error] == ["b.csv is empty."]
    page = opened(File("age.txt", b"category: age\nold | young\n"))
    assert words(page, "age") == ["old", "young"]
