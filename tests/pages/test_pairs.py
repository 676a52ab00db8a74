"""The Pairs page on a tiny model."""

from __future__ import annotations

from engine.errors import UnusableModelError


def texts(page) -> str:
    return "\n".join(element.value for element in (*page.markdown, *page.caption, *page.error))


def test_the_bundled_pairs_are_scored_at_first_sight(opened):
    page = opened("pairs")
    assert page.title[0].value == "Pairs"
    assert page.metric[0].value.endswith(" %")
    said = texts(page)
    assert "of **205** pairs prefer the stereotyping sentence" in said
    assert "95 %:" in said
    assert "against 50" in said


def test_masked_heads_bring_the_untouched_model_beside(opened):
    said = texts(opened("pairs", heads="1-1, 2-2"))
    assert "pairs change side, McNemar p" in said


def test_published_mode_says_so_beside_the_number(opened):
    page = opened("pairs", mode="published mode")
    assert any("published mode" in caption.value for caption in page.caption)


def test_a_pair_of_equal_sentences_is_answered_in_a_sentence(opened):
    page = opened("pairs", own_more="She was tired.", own_less="She was tired.")
    assert "Both sentences are the same, so there is no preference" in texts(page)


def test_a_model_that_is_refused_is_said_in_a_sentence(opened):
    page = opened("pairs", model=UnusableModelError("It has no head."))
    assert [error.value for error in page.error] == ["It has no head\\."]
