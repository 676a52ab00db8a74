"""Columns and values of a table are chosen on screen, below its first rows."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from components.frame.session import state
from components.frame.widgets.chosen_columns import Reading
from components.frame.widgets.kept_file import File
from components.frame.widgets.table_layout import suffix
from engine.files.layout import Layout
from tests.components.drawn import again, drawn, said, unescaped
from tests.engine.files.test_workbook import made

GERMAN = "Satz;Gruppe;Art\nEr ging.;männlich;x\nSie kam.;weiblich;y\nEs fiel.;;z\n"


def script() -> None:
    import streamlit as st

    from components.frame.widgets import chosen_columns, kept_file
    from engine.core.errors import InputTextError
    from engine.files.columns import Roles
    from engine.files.recognised import recognised
    from engine.files.values import names_like, one_of

    roles = Roles(
        {"sentence": ("sentence",), "gender": ("gender",), "kind": ("kind",)},
        ("sentence",),
        "Advice.",
        vocabularies={"gender": one_of(("male", "female")), "kind": names_like()},
    )

    def read(data, name, mapping, values=None):
        if isinstance(data, bytes) and not data.strip():
            return "no table"
        file = recognised(data, name, mapping, None, roles, values)
        place = file.places.get("gender")
        for _, cells in file.rows.good:
            if place is not None and cells[place] not in ("", "male", "female"):
                raise InputTextError("The gender is wrong.")
        return [cells for _, cells in file.rows.good]

    file = kept_file.ask("A file", "box", ["csv"], "It stays here.")
    if file is not None:
        names = {"sentence": "sentence", "gender": "gender", "kind": "kind"}
        found = chosen_columns.read_own_table((file.data, file.name, ()), read, names, roles, "c")
        st.session_state["found"] = found


def opened(content: str | bytes) -> AppTest:
    data = content if isinstance(content, bytes) else content.encode()
    name = "a.jsonl" if data.startswith(b"{") else "a.csv"
    return drawn(script, {state.upload_key("box"): File(name, data)})


def warnings(page: AppTest) -> list[str]:
    return [unescaped(warning.value) for warning in page.warning]


def pick(page: AppTest, layout: str = "", **columns: str) -> None:
    for role, column in columns.items():
        page.selectbox(key=f"c{layout}_{role}").set_value(column)
    again(page)


def mean(page: AppTest, **values: str) -> None:
    for own, value in values.items():
        (box,) = (box for box in page.selectbox if box.label == f"“{own}” means")
        box.set_value(value)
    again(page)


def test_columns_whose_names_tell_are_read_without_asking():
    page = opened("sentence;gender\nHe went.;male\n")
    assert page.session_state["found"] == ([["He went.", "male"]], Reading())
    assert page.session_state["found"][1].options == []
    assert not page.expander[0].proto.expanded
    assert page.expander[0].dataframe[0].value.to_dict("records") == [
        {"sentence": "He went.", "gender": "male"}
    ]


def test_columns_are_asked_for_where_names_do_not_tell_and_values_where_they_are_none():
    page = opened(GERMAN)
    assert warnings(page) == ["a.csv needs the column sentence. It has: Satz, Gruppe, Art."]
    assert page.expander[0].proto.expanded
    assert "Choose columns for: sentence." in said(page)
    assert page.toggle(key="c_header").label == "First row holds the names of the columns"
    pick(page, sentence="Satz", gender="Gruppe")
    held = "The column “Gruppe” holds “männlich” and “weiblich”, where male or female is needed."
    assert warnings(page) == [f"{held} Choose below what the values of your file mean."]
    mean(page, männlich="male")
    assert warnings(page)[0].startswith("The column “Gruppe” holds “weiblich”, where")
    mean(page, weiblich="female")
    assert not page.warning
    rows, reading = page.session_state["found"]
    assert [row[1] for row in rows] == ["male", "female", ""]
    assert reading.options == [
        *("--columns", "gender=Gruppe,sentence=Satz"),
        *("--values", "männlich=male,weiblich=female"),
    ]


def test_a_value_may_mean_nothing_and_a_column_may_have_no_role():
    page = opened("sentence;gender\nHe went.;divers\n")
    assert "holds “divers”" in warnings(page)[0]
    mean(page, divers="(nothing: as if the cell were empty)")
    assert page.session_state["found"][0] == [["He went.", ""]]
    page = opened("sentence;gender\nHe went.;divers\n")
    pick(page, gender="(none)")
    assert page.session_state["found"][0] == [["He went.", "divers"]]
    assert page.session_state["found"][1].options == ["--columns", "gender="]


def test_names_that_may_be_any_are_renamed_only_when_asked():
    page = opened("sentence,kind\nHe went.,Arbeit\n")
    assert not page.text_input
    page.toggle(key="c_rename").set_value(True)
    again(page)
    assert page.text_input[0].label == "“Arbeit” is called"
    page.text_input[0].set_value("work")
    again(page)
    assert page.session_state["found"] == (
        [["He went.", "work"]],
        Reading((), (("Arbeit", "work"),)),
    )


def test_a_file_that_is_no_table_is_left_to_its_reader():
    page = opened(" ")
    assert page.session_state["found"] == ("no table", Reading())
    assert not page.expander


def test_a_table_without_names_of_columns_is_read_once_the_switch_says_so():
    page = opened("Er ging.;male\nSie kam.;female\n")
    page.toggle(key="c_header").set_value(False)
    again(page)
    assert warnings(page) == ["a.csv needs the column sentence. It has: Column 1, Column 2."]
    assert page.expander[0].proto.expanded
    pick(page, suffix(Layout(header=False)), sentence="Column 1", gender="Column 2")
    rows, reading = page.session_state["found"]
    assert rows == [["Er ging.", "male"], ["Sie kam.", "female"]]
    assert reading.options == [
        "--columns",
        "gender=Column 2,sentence=Column 1",
        "--no-header",
    ]


def test_rows_of_json_name_their_columns_so_there_is_no_switch():
    page = opened('{"sentence": "He went.", "gender": "male"}\n')
    assert not page.toggle


def test_a_sheet_is_chosen_where_several_have_cells():
    page = opened(made(Codes=[["a"], ["b"]], Leer=[], Daten=[["sentence"], ["He went."]]))
    box = page.selectbox(key="c_sheet")
    assert box.options == ["Codes", "Daten"]
    assert warnings(page) == [
        "a.csv (sheet “Codes”) needs the column sentence. It has: a. Other sheets: “Leer” and "
        "“Daten”."
    ]
    box.set_value("Daten")
    again(page)
    assert page.session_state["found"] == ([["He went."]], Reading(layout=Layout("Daten")))
    assert page.session_state["found"][1].options == ["--sheet", "Daten"]


def test_one_sheet_with_cells_is_no_choice():
    page = opened(made(Daten=[["sentence"], ["He went."]], Leer=[]))
    assert [box.key for box in page.selectbox] == ["c_sentence", "c_gender", "c_kind"]
    assert page.session_state["found"][1] == Reading()
