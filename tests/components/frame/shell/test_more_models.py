"""The suggested models say what choosing them means: a download, or what is here already."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from components.frame import session
from engine.core.errors import BiascopeError
from engine.models.suggested import SUGGESTIONS
from tests.components.drawn import drawn, unescaped

pytestmark = pytest.mark.usefixtures("fresh_caches")


def script() -> None:
    from components.frame.shell import model_choice

    model_choice.draw_more_models()


@pytest.fixture
def page(monkeypatch) -> AppTest:
    """With one model in the hub's cache under its longer name, and one converted."""
    here = {"gpt2": "openai-community/gpt2", "google/mt5-base": "/cache/converted/mt5"}
    found = {each: here.get(each.checkpoint) for each in SUGGESTIONS}
    monkeypatch.setattr(session, "suggestions", lambda: found)
    return drawn(script)


def test_every_suggestion_says_its_size_or_that_it_is_here(page, monkeypatch):
    labels = {str(button.key).removeprefix("suggest_"): button.label for button in page.button}
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


def test_a_folder_of_models_is_added_and_offered_by_name(page, tiny_model_folder, cache_folder):
    folder = tiny_model_folder("bert")
    assert str(folder) not in session.checkpoints()
    page.text_input(key="folder_of_models").input(str(folder.parent))
    (button,) = [each for each in page.button if each.label == "Add folder"]
    button.click().run()
    assert not page.error
    assert "found" in page.success[0].value
    assert folder.name in unescaped(page.success[0].value)
    assert session.folders_of_models() == [str(folder.parent)]
    assert str(folder) in session.checkpoints()
    assert session.model_names()[str(folder)] == folder.name
    page.button(key=f"remove_{folder.parent}").click().run()
    assert session.folders_of_models() == []
    assert str(folder) not in session.checkpoints()


def test_a_folder_without_a_model_is_refused_below_its_field(page, tmp_path):
    page.text_input(key="folder_of_models").input(str(tmp_path))
    (button,) = [each for each in page.button if each.label == "Add folder"]
    button.click().run()
    assert "holds no model" in page.error[0].value
    assert session.folders_of_models() == []


def test_a_shared_server_takes_no_folder(share, tmp_path):
    share()
    with pytest.raises(BiascopeError, match="shared by several people"):
        session.add_models(str(tmp_path))
