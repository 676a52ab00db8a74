"""The suggested models say what choosing them means: a download, or what is here already."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from components.frame import session
from engine.models.suggested import SUGGESTIONS
from tests.components.drawn import drawn

pytestmark = pytest.mark.usefixtures("fresh_caches")


def script() -> None:
    from components.frame.shell import model_bar as more_models

    more_models.draw_more_models()


@pytest.fixture
def page(monkeypatch) -> AppTest:
    """With one model in the hub's cache under its longer name, and one converted."""
    here = {"gpt2": "openai-community/gpt2", "google/mt5-base": "/cache/converted/mt5"}
    found = {each: here.get(each.checkpoint) for each in SUGGESTIONS}
    monkeypatch.setattr(session, "suggestions", lambda: found)
    return drawn(script)


def test_every_suggestion_says_its_size_or_that_it_is_here(page, monkeypatch):
    labels = {button.key.removeprefix("suggest_"): button.label for button in page.button}
    assert labels["gpt2"] == "gpt2 :small[:gray[on this machine]]"
    assert labels["google/mt5-base"] == "google/mt5-base :small[:gray[on this machine]]"
    assert labels["bert-base-uncased"] == "bert-base-uncased :small[:gray[download 440 MB]]"
    monkeypatch.setattr(session, "suggestions", lambda: dict.fromkeys(SUGGESTIONS))
    (label,) = [button.label for button in page.run().button if "mt5" in button.label]
    assert label.endswith("[download 2.3 GB; has to be converted first, the page says how]]")


@pytest.mark.parametrize(
    ("suggested", "opened"),
    [("gpt2", "openai-community/gpt2"), ("google/mt5-base", "/cache/converted/mt5")],
)
def test_a_press_chooses_the_model_that_is_here(page, suggested, opened):
    page.button(key=f"suggest_{suggested}").click().run()
    assert page.session_state["model"] == opened
    assert page.session_state["biascope_confirmed"] == {("model", opened)}
