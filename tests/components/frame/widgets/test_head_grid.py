"""Which selection counts, and what the browser is given; the rest is in tests/browser."""

from __future__ import annotations

import json

import pytest
from streamlit.testing.v1 import AppTest

from components.frame.widgets import head_grid as package
from components.frame.widgets import head_grid as selection
from engine.core.interventions import ScaledHead
from engine.core.spec import HeadRef
from tests.components.drawn import drawn

A, B = HeadRef(0, 0), HeadRef(1, 2)
SIZE = (2, 3)


def click(memory: dict, seq: int, *heads: HeadRef) -> None:
    memory["grid"] = {"selection": {"seq": seq, "heads": [list(head) for head in heads]}}


def settled(masked, size=SIZE):
    found = selection.settle("grid", masked, size)
    return found.heads, found.seq


def test_before_any_click_the_page_decides(memory):
    assert settled([B, A, A]) == ((A, B), 0)


def test_a_click_counts_until_the_page_gives_something_else(memory):
    settled([])
    click(memory, 1, A)
    assert settled([]) == ((A,), 1)
    assert settled([B]) == ((B,), 1)


def test_a_page_that_follows_and_a_reader_who_goes_back_agree(memory):
    settled([A])
    click(memory, 1, A, B)
    assert settled([A, B]) == ((A, B), 1)
    click(memory, 2, A)
    assert settled([A]) == ((A,), 2)


def test_numbers_go_on_rising_after_the_grid_was_away(memory):
    settled([])
    click(memory, 7, A)
    settled([A])
    del memory["grid"]
    assert settled([A]) == ((A,), 7)


def test_a_selection_of_another_model_does_not_count(memory):
    settled([])
    click(memory, 1, B)
    assert settled([], size=(1, 1)) == ((), 1)


def test_heads_that_the_grid_does_not_have_are_left_out(memory):
    settled([])
    click(memory, 1, A, HeadRef(5, 0), HeadRef(0, -1))
    assert settled([]) == ((A,), 1)


def script() -> None:
    import streamlit as st

    from components.frame.widgets import head_grid

    nan = float("nan")
    table = st.session_state.get("table", [[0.1, nan, None], [-0.4, 0.0, float("inf")]])
    wanted = head_grid.head_grid(
        table,
        st.session_state.get("masked", ()),
        key="grid",
        label="Bias",
        **st.session_state.get("more", {}),
    )
    st.text(str(wanted))


def shown(**state) -> tuple[AppTest, dict]:
    app = drawn(script, state)
    component = next(node for node in app.main if node.type == "bidi_component")
    return app, json.loads(component.proto.json)


def test_nothing_that_is_no_number_reaches_the_screen():
    _, data = shown()
    assert data["values"] == [[0.1, None, None], [-0.4, 0.0, None]]
    assert data["limit"] == 0.4


def test_full_colour_belongs_to_the_largest_positive_number_where_negatives_are_clipped():
    _, data = shown(more={"clip_negative": True})
    assert data["limit"] == 0.1
    assert [sign for sign, _ in data["legend"]] == ["toward", "empty", "crossed"]


def test_estimated_values_have_signs_of_their_own_in_the_legend():
    _, data = shown(more={"estimate": True})
    assert data["estimate"] is True
    assert [sign for sign, _ in data["legend"]] == ["filled", "hollow", "empty", "crossed"]
    assert data["legend"][0][1].startswith("filled: ")


def test_masked_heads_are_given_back_sorted():
    app, data = shown(masked=[B, A])
    assert app.text[0].value == str((A, B))
    assert data["masked"] == [[0, 0], [1, 2]]


def test_scaled_heads_have_a_sign_of_their_own_unless_they_are_masked():
    scaled = [ScaledHead(*A, 0.5), ScaledHead(*B, 2.0)]
    _, data = shown(masked=[A], more={"scaled": scaled})
    assert data["scaled"] == [[1, 2, 2.0]]
    assert data["legend"][-1] == ["scaled", "scaled"]
    _, data = shown()
    assert data["scaled"] == []
    assert "scaled" not in [sign for sign, _ in data["legend"]]


def test_a_shape_is_enough_while_nothing_is_measured():
    _, data = shown(table=None, more={"shape": (1, 2)})
    assert data["values"] == [[None, None]]


@pytest.mark.parametrize(
    ("values", "more", "words"),
    [
        (None, {}, "shape"),
        ([], {}, "at least one"),
        ([[0.1, 0.2], [0.3]], {}, "2 layers, 2 heads"),
        ([[0.1]], {"shape": (1, 2)}, "1 layers, 2 heads"),
        ([[0.1]], {"descriptions": [["a", "b"]]}, "descriptions"),
    ],
)
def test_what_does_not_fit_one_shape_is_refused(memory, values, more, words):
    with pytest.raises(ValueError, match=words):
        package.head_grid(values, (), key="grid", label="Bias", **more)
