"""Two words drawn with the page: dots for now, rings for before, on one axis."""

from __future__ import annotations

import json
from typing import Any

import pytest

from components.frame.present.theme import LIGHT
from tests.components.drawn import drawn


def script() -> None:
    import streamlit as st

    from components.heads.word_dots import word_dots

    word_dots(*st.session_state["asked"], key="dots", says="he 30%; she 57%.")


def drawing(*asked: Any) -> list[Any]:
    (component,) = drawn(script, {"asked": asked}).get("bidi_component")
    found: list[Any] = json.loads(component.proto.json)
    return found


def test_rings_are_before_and_dots_are_now_on_one_axis():
    rows, legend, ticks, colours, says = drawing(
        ("he", "she"), (0.4, 0.45), (0.3, 0.57), "2 heads off"
    )
    assert [row["word"] for row in rows] == ["“he”", "“she”"]  # the first on top
    assert [row["now"]["at"] for row in rows] == pytest.approx([2 / 3, 0.75])  # of an axis to 60%
    assert [row["before"]["at"] for row in rows] == pytest.approx([0.5, 0.95])
    assert rows[0]["values"] == "30.0% → 40.0%"
    assert rows[0]["now"]["title"] == "“he”, 2 heads off: 40.0%"
    assert rows[0]["before"]["title"] == "“he”, all heads on: 30.0%"
    assert legend == ["all heads on", "2 heads off"]
    assert ticks == ["0%", "30%", "60%"]
    assert colours == [LIGHT.ink, LIGHT.pale]
    assert says == "he 30%; she 57%."


def test_a_model_without_a_mask_has_dots_alone():
    rows, legend, *_ = drawing(("he", "she"), (0.4, 0.00001))
    assert [row["before"] for row in rows] == [None, None]
    assert legend == []
    assert [row["now"]["title"] for row in rows] == ["“he”: 40.0%", "“she”: < 0.01%"]


def test_a_long_word_is_cut_on_the_axis_and_whole_where_it_is_pointed_at():
    rows, *_ = drawing(("x" * 60, "هو"), (0.4, 0.2))
    assert len(rows[0]["word"]) < 20
    assert rows[0]["now"]["title"].startswith("“" + "x" * 60)
    assert rows[1]["word"] == "“هو”"
