from __future__ import annotations

from streamlit.testing.v1 import AppTest

from components.frame.session import state
from components.frame.widgets.kept_file import File
from components.heads.classifier import understanding_rows, understanding_table
from engine.files.labelled import Labelled
from engine.measures.nlu.predictions import MaskCost, understanding
from tests.components.drawn import again, drawn, unescaped


def test_texts_that_are_all_right_have_intervals():
    side = understanding([{"class": place % 2} for place in range(12)], [0, 1] * 6)
    cost = MaskCost(side, side, {}, [])
    shown = understanding_table(cost).set_index("measure").iloc[:, 0]
    assert shown["F1"].startswith("1.000 (95%")
    assert shown["accuracy, %"].startswith("100.0 (95%")
    rows = understanding_rows(cost).set_index("figure")
    assert rows.loc["accuracy", "low"].iloc[0] > 0.7


def test_few_texts_of_a_class_show_why_f1_has_no_interval():
    side = understanding([{"class": place % 2} for place in range(8)], [0, 1] * 4)
    cost = MaskCost(side, None, {}, [])
    shown = understanding_table(cost).set_index("measure").iloc[:, 0]
    assert shown["F1"] == "1.000 (no interval: a class has fewer than 5 texts)"
    rows = understanding_rows(cost).set_index("figure")
    assert rows.loc["f1", ["low", "high"]].isna().all().all()


def script() -> None:
    import streamlit as st

    from components.heads.classifier import ask_texts

    st.session_state["found"] = ask_texts()


def opened(text: str) -> AppTest:
    file = File("urteile.csv", text.encode())
    return drawn(script, {state.upload_key("labelled_file"): file})


def test_columns_and_labels_of_a_german_file_are_chosen():
    page = opened("Satz;Urteil\nGut.;gut\n")
    (warning,) = page.warning
    assert unescaped(warning.value).startswith("urteile.csv needs the columns text and label.")
    page.selectbox(key="labelled_column_text").set_value("Satz")
    page.selectbox(key="labelled_column_label").set_value("Urteil")
    again(page)
    page.toggle(key="labelled_column_rename").set_value(True)
    again(page)
    (name,) = page.text_input
    name.set_value("POSITIVE")
    again(page)
    (labelled, notes), words = page.session_state["found"]
    assert labelled == [Labelled("Gut.", None, "POSITIVE")]
    assert notes == ["urteile.csv: Read 'gut' as POSITIVE."]
    assert words == (
        *("nlu", "urteile.csv", "--columns", "label=Urteil,text=Satz"),
        *("--values", "gut=POSITIVE"),
    )


def test_a_file_of_glue_is_read_as_it_is():
    page = opened("index\tquestion\tsentence\tlabel\n0\tWho?\tHe.\tentailment\n")
    assert page.session_state["found"][0][0] == [Labelled("Who?", "He.", "entailment")]
