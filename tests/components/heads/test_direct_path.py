"""What the page says of the direct paths of heads."""

from __future__ import annotations

import pytest

from components.heads.direct_path import reading, said
from components.heads.scores import COLOURS, PATH, HeadScores

VALUE = {
    "logit_difference": -1.0,
    "embedding": 0.25,
    "heads": [[0.5, -0.75], [-0.25, 0.0]],
    "mlp": [-0.5, -0.5],
    "bias": 0.25,
    "remainder": 0.0,
}


def test_the_sum_is_said_from_the_side_of_the_likelier_word():
    assert said(("he", "she"), VALUE) == (
        "“she” is ahead of “he” by 1.00 logits: all heads add +0.50, the feed-forward layers "
        "+1.00, embedding and biases −0.50. Head 1-2 adds most (+0.75)."
    )
    parts = {"embedding": -0.25, "heads": [[-0.5]], "mlp": [2.0], "bias": -0.25}
    assert said(("he", "she"), {**VALUE, **parts, "logit_difference": 1.0}) == (
        "“he” is ahead of “she” by 1.00 logits: all heads add −0.50, the feed-forward layers "
        "+2.00, embedding and biases −0.50. No head adds to it."
    )


def test_words_of_the_user_are_text():
    assert "<b>" not in said(("<b>he</b>", "she"), VALUE).replace("\\<b\\>", "")


@pytest.mark.parametrize(
    ("family", "shown"),
    [("GPT-2", True), ("EuroBERT", True), ("BERT", False), ("Gemma 2", False), ("Cohere", True)],
)
def test_a_model_without_direct_paths_has_one_line_that_says_why(family, shown):
    assert ("is not shown for this model" in reading(family)) is not shown


def test_the_grid_has_what_each_head_adds_to_the_likelier_word():
    bias = {"gradient": [[0.1, 0.2], [0.3, 0.4]], "effect_size": 1.0}
    colour = COLOURS[PATH]
    measured = HeadScores(bias, {}, None, path=VALUE)
    assert measured.grid(colour) == [[-0.5, 0.75], [0.25, 0.0]]
    assert measured.ranking(colour) == [[-0.5, 0.75], [0.25, 0.0]]
    lacking = HeadScores(bias, {}, None)
    assert lacking.grid(colour) == [[None, None], [None, None]]
    assert lacking.ranking(colour) is None
