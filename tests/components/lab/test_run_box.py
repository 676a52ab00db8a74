"""The box that chooses a run of the Lab: the newest, another by name, or a new one."""

from __future__ import annotations

from tests.components.drawn import drawn


def script() -> None:
    from types import SimpleNamespace

    import streamlit as st

    from components.lab.run_box import RunBox
    from engine.core.errors import BiascopeError

    def delete(run):
        if run.name == "kept":
            raise BiascopeError("Its folder cannot be deleted.")
        st.session_state["deleted"] = run.name

    box = RunBox("Run", "run", "delete", "upcoming", "refused", "models", delete)
    names = [("new", True), ("kept", False), ("old", False)]
    runs = [SimpleNamespace(name=name, active=active) for name, active in names]
    left = [run for run in runs if run.name != st.session_state.get("deleted")]
    chosen = box.choose([] if st.session_state.get("none") else left)
    st.text("none" if chosen is None else chosen.name)
    if st.session_state.pop("next", False):
        box.open_next("old")


def shown(page) -> str:
    assert not page.exception
    return page.text[0].value


def labels(page) -> list[str]:
    return [button.label for button in page.button]


def test_the_newest_is_shown_first_and_one_on_its_way_is_not_deleted():
    page = drawn(script)
    assert shown(page) == "new"
    assert page.selectbox[0].options == ["new", "kept", "old", "(a new one)"]
    assert labels(page) == ["Plant another"]
    page.button[0].click().run()
    assert shown(page) == "none"
    assert labels(page) == []


def test_a_run_is_opened_by_name_when_the_page_is_drawn_next():
    page = drawn(script)
    page.session_state["next"] = True
    page.run()
    page.run()
    assert shown(page) == "old"


def test_a_run_that_was_deleted_makes_way_for_the_newest():
    page = drawn(script)
    page.selectbox[0].select("old").run()
    page.button(key="delete").click().run()
    assert shown(page) == "new"
    assert page.selectbox[0].options == ["new", "kept", "(a new one)"]


def test_a_run_that_cannot_be_deleted_stays_and_says_why_once():
    page = drawn(script)
    page.selectbox[0].select("kept").run()
    assert "deletes its models from this machine" in page.markdown[0].value
    page.button(key="delete").click().run()
    assert shown(page) == "kept"
    assert page.error[0].value == "Its folder cannot be deleted\\."
    page.run()
    assert not page.error


def test_without_any_run_there_is_no_box():
    page = drawn(script)
    page.session_state["none"] = True
    page.run()
    assert shown(page) == "none"
    assert not page.selectbox
