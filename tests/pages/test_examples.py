"""Every place for a file of the user's own has an example that gives a result with one click."""

from __future__ import annotations

import pytest

from components.frame import session
from components.frame.widgets import data_choice
from components.probe import second
from engine.core.spec import ModelSpec
from engine.first_sight.examples import OWN_PAIR

pytestmark = pytest.mark.page

OWN = data_choice.OWN
# Page, what its address asks for, and the upload box.
PLACES = [
    ("pairs", {"data": OWN}, "file_upload"),
    ("pairs", {"tab": "GEST", "gest_data": OWN}, "gest_file_upload"),
    ("heads", {"association": OWN}, "own_test"),
    ("annotators", {"answers": OWN}, "answers_file_upload"),
    ("arena", {"prompts": OWN}, "prompts_file_upload"),
    ("arena", {"evaluators": OWN, "subset": "100"}, "suite_file_upload"),
    ("cabm", {"sentences": "Your own sentences"}, "cabm_sentences"),
    ("cabm", {"view": "BEC-Pro", "professions": OWN}, "cabm_professions"),
]


@pytest.mark.parametrize(("name", "address", "box"), PLACES)
@pytest.mark.usefixtures("few_trees")
def test_an_example_gives_a_result_with_one_click(opened, name, address, box):
    page = opened(name, **address)
    before = drawn(page)
    page.button(key=f"use_example_{box}").click().run(timeout=300)
    assert not page.exception
    assert not page.error, [error.value for error in page.error]
    assert drawn(page) > before


def test_a_pair_that_was_emptied_is_one_click_from_an_example(opened):
    page = opened("pairs", own_more=" ", own_less=" ")
    page.button(key="use_own_pair").click().run()
    assert (page.text_input(key="own_more").value, page.text_input(key="own_less").value) == (
        OWN_PAIR
    )
    assert "use_own_pair" not in keys(page)


@pytest.mark.usefixtures("few_sentences")
def test_two_models_are_one_click_away_where_there_is_one(opened):
    page = opened("cabm", view="Two models")
    page.button(key="cabm_mask_example").click().run()
    assert page.session_state["heads"] == "2-2, 2-4"  # of two layers of four heads
    assert "cabm_mask_example" not in keys(opened("cabm", heads="1-1", view="Two models"))


def test_a_classifier_and_texts_of_ours_are_one_click_away(opened, monkeypatch):
    asked = []
    monkeypatch.setattr(session, "spec_of", lambda name, *_: asked.append(name) or page_spec)
    page_spec = ModelSpec("tiny", "sha256:0")
    page = opened("heads", heads_tab="Classifier check")
    page.button(key="use_example_classifier").click().run()
    assert asked[-1].endswith("sst-2-english")
    assert "12 texts" in " ".join(caption.value for caption in page.caption)


def test_a_second_sentence_begins_with_one_that_can_be_compared(opened):
    page = opened("probe", text="She saw [MASK].")
    page.toggle(key=second.SHOWN).set_value(True).run()
    typed = page.text_input(key=second.SECOND).value
    assert typed
    assert typed != "She saw [MASK]."
    assert "[MASK]" in typed


def keys(page) -> list[str | None]:
    return [button.key for button in page.button]


def drawn(page) -> int:
    """Figures and big numbers of a page."""
    return len(page.get("plotly_chart")) + len(page.metric)
