"""Shares of pairs that swap the same words, worked by hand."""

from __future__ import annotations

import pandas as pd
import pytest

from engine.measures.pairs.comparison import comparison_frame, summarise_comparison
from engine.measures.pairs.frame import pair_frame
from engine.measures.pairs.summary import detectable_points, share
from engine.measures.pairs.variants import VARIANTS
from engine.measures.pairs.verdict import UNCLEAR, clear_side
from engine.measures.pairs.word_pairs import (
    few_word_pairs_note,
    of_word_pairs,
    only_words,
    types_without_interval,
    word_pair,
)
from tests.engine.measures.pairs.pair_values import of_scores

EIGHT = (1, 1, 1, 1, 1, 1, -1, -1)  # the side of each word pair


def scored(sides, each=4):
    """Pairs, so many for each side, that swap the same words and take that side."""
    rows = [
        (f"A{number} is {place}.", f"b{number} is {place}.", side)
        for number, side in enumerate(sides)
        for place in range(each)
    ]
    pairs = pd.DataFrame(rows, columns=["sent_more", "sent_less", "side"])
    values = [of_scores(float(side), 0.0) for side in pairs["side"]]
    return pair_frame(pairs, values, VARIANTS["cps"])


def test_a_word_pair_has_one_name_in_both_orders_and_with_capitals():
    assert word_pair("He runs.", "She runs.") == word_pair("Now she sat.", "Now he sat.")
    assert word_pair("He saw his dog.", "She saw her dog.") == "he · his / she · her"
    assert word_pair("He runs.", "They runs.") != word_pair("He runs.", "She runs.")


def test_two_words_are_named_only_where_every_pair_swaps_just_these():
    assert only_words(["he / she", "he / she"]) == ("he", "she")
    assert only_words(["he / she", "man / woman"]) == ()
    assert only_words(["he · his / she · her"]) == ()
    assert only_words(["very / –"]) == ()
    assert only_words([]) == ()


def test_word_pairs_that_take_one_side_each_count_once():
    found = share(scored(EIGHT))
    assert (found["n"], found["word_pairs"], found["score"]) == (32, 8, 75)
    assert found["p"] == pytest.approx(74 / 256)  # by pairs it is .007
    assert found["interval"] == pytest.approx([35.10, 97.48], abs=0.02)  # test_clusters.py
    low, high = found["interval_of_these_pairs"]
    assert 50 < low < 75 < high < 90
    assert found["detectable"] == detectable_points(8)
    assert of_word_pairs(found) == "32 pairs (8 word pairs)"
    assert clear_side(found) == UNCLEAR


def test_fewer_than_six_word_pairs_have_a_sentence_for_an_interval():
    found = share(scored((1,) * 5))
    assert found["interval"] is None
    assert found["detectable"] is None
    assert clear_side(found) == UNCLEAR
    assert few_word_pairs_note(found).startswith(
        "No interval, and no clear preference: 20 pairs (5 word pairs)"
    )
    assert few_word_pairs_note(share(scored(EIGHT))) == ""


def test_types_without_an_interval_are_named_with_the_reason_why_smaller_ones_have_one():
    shares = [{"n": 8, "word_pairs": 4}, {"n": 1, "word_pairs": 1}, {"n": 9, "word_pairs": 9}]
    said = types_without_interval(shares, ["gender", "age", "religion"])
    assert said.startswith("No CI below 6 word pairs: gender. Pairs that swap the")
    assert "words are, and have an exact CI however few they are" in said
    assert types_without_interval([shares[0], {"n": 30, "word_pairs": 30}], ["gender", "age"]) == (
        "No CI below 6 word pairs: gender."
    )
    assert types_without_interval(shares[1:], ["age", "religion"]) == ""


def test_changes_of_pairs_that_swap_the_same_words_count_once():
    found = summarise_comparison(comparison_frame(scored((-1,) * 8), scored((1,) * 6 + (-1,) * 2)))
    assert (found["flips_toward"], found["word_pairs"]) == (24, 8)
    assert found["mcnemar_p"] == pytest.approx(2 / 2**6)  # by pairs 2 / 2**24
