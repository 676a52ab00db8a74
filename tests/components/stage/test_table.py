"""A result without a figure has its first rows, with what is left out."""

from __future__ import annotations

import json

from components.stage.table import first_rows
from engine.pins import Pin, make_pin
from tests.components.drawn import drawn


def pin_of(columns: list[str], rows: list[list[object]]) -> Pin:
    return make_pin("A claim", "A reading.", None, columns, rows, "", {})


def test_the_first_rows_are_texts_and_the_others_are_counted():
    rows = [["she", 0.123456789], [None, 1], *[["x", 0.5]] * 9]
    table = first_rows(pin_of(["word", "probability"], rows))
    assert table["columns"] == ["word", "probability"]
    assert table["rows"][:2] == [["she", "0.1235"], ["–", "1"]]
    assert len(table["rows"]) == 8
    assert table["more"] == "and 3 more rows"


def test_of_many_columns_the_first_are_there_and_the_others_are_counted():
    table = first_rows(pin_of(list("abcdef"), [["x" * 100] * 6]))
    assert table["columns"] == list("abcde")
    assert [len(cell) for cell in table["rows"][0]] == [60] * 5
    assert table["more"] == "and 1 more column"


def test_without_a_row_there_is_no_table():
    assert first_rows(pin_of(list("ab"), [])) is None


def script() -> None:
    import streamlit as st

    from components.stage import table

    table.draw(st.session_state["pin"], "rows")


def test_what_the_editor_draws_are_the_rows_of_the_talk():
    pin = pin_of(["word"], [["she"], ["he"]])
    (component,) = drawn(script, {"pin": pin}).get("bidi_component")
    assert json.loads(component.proto.json) == first_rows(pin)
    assert not drawn(script, {"pin": pin_of(["word"], [])}).get("bidi_component")
