"""Links from before a setting was renamed open the view they were made for."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from components.shell import keys
from components.shell.address import RENAMED
from components.shell.pages import PAGES

COMPONENTS = Path(__file__).parents[3] / "components"
EVERY_OLD_NAME = [(page, old, new) for page, names in RENAMED.items() for old, new in names.items()]


def script(page: str, names: tuple[str, ...]) -> None:
    import streamlit as st

    from components.shell import address

    address.restore(page)
    for name in names:
        st.text_input(name, key=name, bind="query-params")
    address.keep(page)


def opened(page: str, names: tuple[str, ...], **link: str | list[str]) -> AppTest:
    app = AppTest.from_function(script, args=(page, names), default_timeout=60)
    for key, value in link.items():
        app.query_params[key] = value
    app.run()
    assert not app.exception
    return app


@pytest.mark.parametrize(("page", "old", "new"), EVERY_OLD_NAME)
def test_a_link_with_an_old_name_sets_the_setting_of_today(page, old, new):
    app = opened(page, (new, "text"), **{old: "7", "text": "kept"})
    assert app.text_input(key=new).value == "7"
    assert app.text_input(key="text").value == "kept"
    assert old not in app.query_params
    assert app.query_params[new] in ("7", ["7"])


@pytest.mark.parametrize(("page", "old", "new"), EVERY_OLD_NAME)
def test_the_new_name_is_that_of_a_setting_of_the_page(page, old, new):
    sources = [path.read_text(encoding="utf-8") for path in (COMPONENTS / page).rglob("*.py")]
    assert any(f'"{new}"' in text for text in sources)
    assert not any(f'key="{old}"' in text for text in sources)


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
    "$$ID-x",
    "$$ID-abc-text",
    "",
    " ",
    "a" * 10_000,
    "__x__",
    "biascope_subject",
    "a\nb",
    "\u200b",
)


@pytest.mark.parametrize("key", HOSTILE_KEYS, ids=lambda key: repr(key[:12]))
def test_a_key_that_no_field_can_have_changes_nothing(key):
    app = opened("probe", ("text",), **{key: ["1", "2"], "text": "kept"})
    app.run()
    assert not app.exception
    assert app.text_input(key="text").value == "kept"


def test_what_the_screen_keeps_for_itself_is_no_setting_of_a_page():
    app = AppTest.from_function(script, args=("probe", ("text",)), default_timeout=60)
    app.query_params |= {"biascope_subject": "1", "text": "kept"}
    app.session_state["biascope_subject"] = "a model"
    app.run()
    assert app.session_state["biascope_left"] == {"probe": {"text": "kept"}}
