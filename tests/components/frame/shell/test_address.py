"""Links from before a setting was renamed open the view they were made for."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from components.frame.shell import subject as keys
from components.frame.shell.address import RENAMED
from components.frame.shell.pages import PAGES
from tests.components.drawn import again

COMPONENTS = Path(__file__).parents[4] / "components"


def script(page: str, names: tuple[str, ...]) -> None:
    import streamlit as st

    from components.frame.shell import address

    address.restore(page)
    for name in names:
        st.text_input(name, key=name, bind="query-params")
    address.keep(page)


def opened(page: str, names: tuple[str, ...], **link: str | list[str]) -> AppTest:
    app = AppTest.from_function(script, args=(page, names), default_timeout=60)
    for key, value in link.items():
        app.query_params[key] = value
    return again(app)


@pytest.mark.parametrize("page", RENAMED)
def test_a_link_with_old_names_sets_the_settings_of_today(page):
    names = RENAMED[page]
    given = {old: str(number) for number, old in enumerate(names)}
    app = opened(page, (*names.values(), "text"), **given, text="kept")
    assert app.text_input(key="text").value == "kept"
    for old, new in names.items():
        assert app.text_input(key=new).value == given[old]
        assert old not in app.query_params
        assert app.query_params[new] in (given[old], [given[old]])


@pytest.mark.parametrize("page", RENAMED)
def test_new_names_are_those_of_settings_of_the_page(page):
    text = "\n".join(path.read_text(encoding="utf-8") for path in (COMPONENTS / page).rglob("*.py"))
    for old, new in RENAMED[page].items():
        assert f'"{new}"' in text
        assert f'key="{old}"' not in text


def test_a_name_of_today_wins_over_an_old_one():
    app = opened("probe", ("top_k",), words="7", top_k="9")
    assert app.text_input(key="top_k").value == "9"
    assert "words" not in app.query_params


def test_every_value_of_a_setting_is_renamed():
    app = opened("heads", (), looking=["1-1", "2-3"])
    assert app.query_params["attention_heads"] == ["1-1", "2-3"]


def test_an_old_name_of_one_page_is_left_alone_on_another():
    app = opened("pairs", ("words",), words="7")
    assert app.text_input(key="words").value == "7"


def test_the_settings_of_the_model_bar_keep_their_names():
    for page, names in RENAMED.items():
        assert page in {entry.name for entry in PAGES}
        assert not {*names, *names.values()} & set(keys.MODEL_BAR)


HOSTILE_KEYS = (
    *("$$ID-x", "$$ID-abc-text", "", " ", "a" * 10_000, "__x__", "biascope_subject", "a\nb"),
    "\u200b",
)


def test_keys_that_no_field_can_have_change_nothing():
    app = opened("probe", ("text",), **{key: ["1", "2"] for key in HOSTILE_KEYS}, text="kept")
    again(app)
    assert app.text_input(key="text").value == "kept"


def test_what_the_screen_keeps_for_itself_is_no_setting_of_a_page():
    app = AppTest.from_function(script, args=("probe", ("text",)), default_timeout=60)
    app.query_params |= {"biascope_subject": "1", "text": "kept"}
    app.session_state["biascope_subject"] = "a model"
    app.run()
    assert app.session_state["biascope_left"] == {"probe": {"text": "kept"}}
