"""Every page opened with a causal model or a span filler: figures, or one clear sentence."""

from __future__ import annotations

import pytest

from components import session

KINDS = ("gpt2", "gpt2-mask", "t5")
# Pages where a kind of model has no figures, and what is said instead.
_SAID = {
    "home": {"t5": "choose a masked or a causal language model"},
    "probe": {"t5": "choose a masked or a causal language model"},
    "pairs": {"t5": "choose a masked or a causal language model"},
    "annotators": dict.fromkeys(("gpt2", "gpt2-mask"), "reads from left to right only"),
    "arena": dict.fromkeys(KINDS, "has no report here"),
}
PAGES = ("home", "probe", "pairs", "heads", "cabm", "annotators", "arena", "lab", "methods")


@pytest.mark.usefixtures("few_sentences")
@pytest.mark.parametrize("family", KINDS)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_shows_figures_or_one_sentence(name, family, opened, tiny_model_folder):
    page = opened(name, model=session.spec_of(str(tiny_model_folder(family))))
    said = _SAID.get(name, {}).get(family)
    if said is not None:
        (error,) = page.error
        assert said in error.value
        assert "\n" not in error.value
        return
    assert not page.error
    shown = [*page.get("plotly_chart"), *page.metric, *page.get("arrow_data_frame"), *page.table]
    if name in ("home", "probe", "pairs", "heads", "cabm"):
        assert shown
    text = " ".join(entry.value for entry in (*page.markdown, *page.caption, *page.info))
    assert "nan" not in text.casefold().split()
    assert text
