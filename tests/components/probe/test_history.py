"""A question of the session can be asked again as it was."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tests.components.drawn import again, drawn

A, B = {"text": "[MASK] a."}, {"text": "[MASK] b."}


def script() -> None:
    import streamlit as st

    from components.probe import history

    for fields in st.session_state.pop("asked", []):
        st.session_state.update(fields)
        history.remember(fields["text"], "bert", ["kind", "poor"])
    if "taken" in st.session_state:
        history.take(st.session_state.pop("taken"))
    history.draw_history()


def asked(*questions: dict[str, str]) -> AppTest:
    return drawn(script, {"asked": questions})


def test_one_question_is_no_history():
    assert not asked(A).dataframe


def test_the_newest_question_is_on_top_and_each_is_there_once():
    table = asked(A, B, A).dataframe[0].value
    assert list(table["sentence"]) == ["[MASK] a.", "[MASK] b."]
    assert list(table["most likely words"]) == ["kind, poor"] * 2


def test_asking_again_brings_back_all_fields_of_the_question():
    first = {
        "text": "{group} people are [MASK].",
        "groups": "rich, poor",
        "list": "age",
        "targets": "kind",
    }
    page = asked(first, {**B, "groups": "", "list": "religion", "targets": "he, she"})
    page.session_state["taken"] = [1]
    again(page)
    assert {key: page.session_state[key] for key in first} == first


def test_taking_nothing_changes_nothing():
    page = asked(A, B)
    for rows in ([], [7]):
        page.session_state["taken"] = rows
        assert again(page).session_state["text"] == "[MASK] b."
