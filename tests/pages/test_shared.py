"""The whole app on a shared server, asked for what it does not give."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from engine.curation.review.decisions import current
from engine.curation.review.sample import open_sample
from tests.nowhere import NOWHERE
from tests.pages.reading import said

pytestmark = [pytest.mark.page, pytest.mark.main_path]

APP = str(Path(__file__).parents[2] / "app.py")
ONLY_LISTED = "opens only the models in its list"


@pytest.fixture(autouse=True)
def _shared(monkeypatch, share) -> None:
    st.cache_resource.clear()
    st.cache_data.clear()
    monkeypatch.setenv("BIASCOPE_SHARED", "1")


def visit(**address: str) -> AppTest:
    app = AppTest.from_file(APP, default_timeout=120)
    for key, value in address.items():
        app.query_params[key] = value
    app.run()
    assert not app.exception, app.exception
    return app


@pytest.mark.parametrize(("field", "name"), [("model", "/etc/passwd"), ("compare", "../..")])
def test_a_model_in_the_address_is_refused(field, name):
    app = visit(**{field: name})
    assert ONLY_LISTED in said(app)


def test_the_menu_has_no_lab_and_the_sidebar_nothing_that_changes_the_server():
    app = visit()
    labels = [button.label for button in app.sidebar.button]
    assert not {"Prepare", "Cancel", "Resume", "Dismiss"} & set(labels)
    assert not [box for box in app.selectbox if box.label in ("Device", "Precision")]
    assert "This Biascope is shared" in said(app)


def test_settings_that_are_not_understood_show_no_page_and_no_path(monkeypatch, caplog):
    monkeypatch.setenv("BIASCOPE_SHARED", f"{NOWHERE}/file.toml")
    with caplog.at_level(logging.ERROR, "biascope"):
        app = visit()
    assert "finds the reason in the terminal" in app.error[0].value
    assert NOWHERE not in said(app)
    assert f"The settings file {NOWHERE}/file.toml cannot be read" in caplog.text
    assert not app.sidebar.selectbox
    assert not app.text_input


def test_a_review_can_be_read_and_exported_but_not_changed(cache_folder, share, opened):
    share()
    name = open_sample()
    before = current(name)
    app = opened("curate", model=None)
    assert "can be read and exported, but not changed" in said(app)
    labels = [button.label for button in app.button]
    assert not {"New review", "Rename the review", "Start the sample over"} & set(labels)
    assert not (cache_folder / "curation" / "exported").exists()
    assert current(name) == before
