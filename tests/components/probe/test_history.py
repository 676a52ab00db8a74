"""A question of the session can be asked again as it was."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

SPARSE = "{group} people are [MASK]."


def script() -> None:
    import streamlit as st

    from components.probe import history

    for fields, words in st.session_state.pop("asked", []):
        st.session_state.update(fields)
        history.remember(fields["text"], "bert", words)
    if "taken" in st.session_state:
        history.take(st.session_state.pop("taken"))
    history.draw()


def drawn(*asked: tuple[dict, list[str]]) -> AppTest:
    page = AppTest.from_function(script, default_timeout=60)
    page.session_state["asked"] = list(asked)
    page.run()
    assert not page.exception
    return page


def question(text: str, **fields: str) -> tuple[dict, list[str]]:
    return {"text": text, **fields}, ["kind", "poor"]


def test_one_question_is_no_history():
    assert not drawn(question("[MASK] a.")).dataframe


def test_the_newest_question_is_on_top_and_each_is_there_once():
    page = drawn(question("[MASK] a."), question("[MASK] b."), question("[MASK] a."))
    table = page.dataframe[0].value
    assert list(table["sentence"]) == ["[MASK] a.", "[MASK] b."]
    assert list(table["most likely words"]) == ["kind, poor"] * 2


def test_asking_again_brings_back_all_fields_of_the_question():
    page = drawn(
        question(SPARSE, groups="rich, poor", list="age", targets="kind"),
        question("[MASK] b.", groups="", list="religion", targets="he, she"),
    )
    page.session_state["taken"] = [1]
    page.run()
    found = {key: page.session_state[key] for key in ("text", "groups", "list", "targets")}
    assert found == {"text": SPARSE, "groups": "rich, poor", "list": "age", "targets": "kind"}


def test_taking_nothing_changes_nothing():
    page = drawn(question("[MASK] a."), question("[MASK] b."))
    for rows in ([], [7]):
        page.session_state["taken"] = rows
        page.run()
        assert page.session_state["text"] == "[MASK] b."
