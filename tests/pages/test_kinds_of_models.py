"""Pages opened with a causal model or a span filler: figures, or one clear sentence.

Those of Home, Probe, Heads and CABM that are not here are in the tests of these pages.
"""

from __future__ import annotations

import pytest

from components.frame import session

pytestmark = pytest.mark.page

CHOOSE = "choose a masked or a causal language model"
FROM_LEFT = "reads from left to right only"
NO_HEADS = "is scored, heads not available"
NO_REPORT = (
    "has no report here. Choose a masked model in the sidebar, or have sentences that it "
    "completed elsewhere judged: python -m engine arena score."
)
FIGURES = ""
OPENED = [
    *(("home", "t5", CHOOSE), ("probe", "t5", CHOOSE), ("pairs", "t5", CHOOSE)),
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
