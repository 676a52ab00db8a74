"""Two sentences side by side: which words are shown, and what is said of their change."""

from __future__ import annotations

import pytest

from components.probe.two_sentences import common_words, largest_change_text, looked_up, shares
from engine.core.spec import ModelSpec
from tests.subjects import subject

ONE = [subject(ModelSpec("bundled", "sha256:0"), "biascope-mini")]


def entry(word, probability, kind="word"):
    return {"word": word, "probability": probability, "kind": kind, "mask": 1}


def test_the_likeliest_words_of_either_sentence_are_shown_without_pieces():
    first = [entry("she", 0.6), entry("s", 0.3, "piece"), entry("it", 0.1)]
    second = [entry("he", 0.7), entry("it", 0.2)]
    assert common_words([first, second], 10) == ["he", "she", "it"]
    assert common_words([first, second], 2) == ["he", "she"]


def test_a_share_is_the_predicted_one_or_else_the_one_looked_up():
    value = {"targets": [entry("he", 0.25), entry("she", 0.5), entry("zz", None)]}
    assert shares([entry("she", 0.6)], value, 0) == {"he": 0.25, "she": 0.6}


def test_the_word_that_changes_most_is_named_with_both_shares():
    first, second = {"he": 0.2, "i": 0.1}, {"he": 0.7, "i": 0.05}
    assert largest_change_text(first, second, ["he", "i"], True) == (
        "The word that changes most is “he”: 20.0% in the first sentence, 70.0% in the second."
    )
    assert "No word shown changes" in largest_change_text({"he": 0.2}, {"he": 0.2049}, ["he"], True)
    assert "no word in common" in largest_change_text({}, {}, [], True)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [(0.2, 0.7, "+50.00"), (0.7, 0.2, "−50.00"), (0.2, 0.20001, "0.00"), (None, 0.2, "")],
)
def test_a_change_is_in_points_with_a_true_minus(before, after, said):
    values = [[{"targets": [entry("he", share)]} for share in (before, after)]]
    table = looked_up(ONE, values, 0)
    assert list(table.columns) == ["word", "first sentence", "second sentence", "change (points)"]
    assert table["change (points)"].iloc[0] == said
