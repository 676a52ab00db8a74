"""Pages opened with a causal model or a span filler: figures, or one clear sentence.

Those of Home, Probe, Heads and CABM that are not here are in the tests of these pages.
"""

from __future__ import annotations

import pytest
import streamlit as st

from components.frame import session
from tests.pages.conftest import turn
from tests.pages.reading import texts

pytestmark = pytest.mark.page

CHOOSE = "choose a masked or a causal language model"
FROM_LEFT = "reads from left to right only"
NO_HEADS = "is scored, heads not available"
NO_REPORT = (
    "has no report here. Choose a masked language model in the sidebar, or have sentences that it "
    "completed elsewhere judged: python -m engine arena score."
)
FIGURES = ""
OPENED = [
    *(("home", "t5", CHOOSE), ("probe", "t5", CHOOSE), ("pairs", "t5", CHOOSE)),
    ("curate", "t5", CHOOSE),
    *(("pairs", "gpt2", FIGURES), ("pairs", "gpt2-mask", FIGURES)),
    ("heads", "gpt2-mask", FIGURES),
    *(("annotators", "gpt2", FROM_LEFT), ("annotators", "gpt2-mask", FROM_LEFT)),
    ("annotators", "t5", FIGURES),
    *(("arena", family, NO_REPORT) for family in ("gpt2", "gpt2-mask", "t5")),
    # Neither is in the table of families; the heads of one are found by the rule.
    *((name, "cohere", FIGURES) for name in ("probe", "pairs", "heads")),
    *((name, "convbert", FIGURES) for name in ("probe", "pairs")),
    ("heads", "convbert", NO_HEADS),
    ("lab", "gpt2", FIGURES),  # which trains a model of its own
]


@pytest.mark.parametrize(
    ("name", "family", "said"), OPENED, ids=[f"{name}-{family}" for name, family, _ in OPENED]
)
def test_a_page_shows_figures_or_one_sentence(name, family, said, opened, tiny_model_folder):
    page = opened(name, model=session.spec_of(str(tiny_model_folder(family))))
    if said:
        (error,) = page.error
        assert said in error.value.replace("\\", "")
        assert "\n" not in error.value
        return
    assert not page.error
    shown = [*page.get("plotly_chart"), *page.metric, *page.get("arrow_data_frame"), *page.table]
    if name in ("pairs", "heads"):
        assert shown
    text = " ".join(entry.value for entry in (*page.markdown, *page.caption, *page.info))
    assert "nan" not in text.casefold().split()
    assert text


def test_what_is_measured_of_a_model_without_heads_is_linked_to(
    opened, tiny_model_folder, monkeypatch
):
    linked: list[str] = []
    monkeypatch.setattr(st, "page_link", lambda path, **_: linked.append(path))
    opened("heads", model=session.spec_of(str(tiny_model_folder("convbert"))))
    assert linked == ["pages/probe.py", "pages/pairs.py", "pages/scorecard.py"]


def test_home_says_that_heads_are_not_available(opened, tiny_model_folder, monkeypatch):
    weak = {"status": "amber", "reasons": [], "pppl": 900.0, "pppl_interval": [880.0, 920.0]}
    monkeypatch.setattr(session.health, "result", lambda _spec: weak)
    page = opened("home", model=session.spec_of(str(tiny_model_folder("convbert"))))
    cards = [entry.value for entry in page.markdown]
    assert cards[cards.index("**Attention heads**") + 1] == "scored, heads not available"
    assert cards.count("not measured for this model yet") == 4


def test_bias_scores_are_not_compared_with_those_of_a_model_without_heads(
    opened, tiny_model_folder
):
    beside = session.spec_of(str(tiny_model_folder("convbert")))
    page = opened("heads", beside=beside, heads_tab="Two models")
    assert "convbert is scored, heads not available" in texts(page)
    assert not [button for button in page.button if button.key == "second_bias"]


def test_no_mask_is_offered_where_heads_are_not_available(opened, tiny_model_folder, few_sentences):
    page = opened("cabm", model=session.spec_of(str(tiny_model_folder("convbert"))))
    read = texts(turn(page, "view", "Two models"))
    assert "choose one under *Compare with* in the sidebar" in read
