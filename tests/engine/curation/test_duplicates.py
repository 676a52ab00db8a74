"""Duplicates and near-duplicates."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.curation.duplicates import near, unique

TEN = "one two three four five six seven eight nine ten"


def test_case_punctuation_spaces_and_digits_make_no_difference():
    texts = ["She is 30, he said.", "SHE IS 45 - HE  SAID", "she is he said"]
    assert unique(texts) == [0, 0, 0]


def test_texts_with_four_fifths_of_their_words_in_both_are_near():
    assert unique(["He is a doctor", "He is a good doctor", "He is a very good doctor"]) == [
        0,
        0,
        2,
    ]
    nine = TEN.removesuffix(" ten")
    assert unique([TEN, nine + " eleven", nine]) == [0, 0, 0]
    assert unique([TEN, nine.removesuffix(" nine") + " eleven twelve"]) == [0, 1]


def test_a_text_is_compared_with_first_texts_only():
    # The third is near the second, which repeats the first; the first is too far.
    texts = ["a b c d e", "a b c d", "b c d", "a b c d f"]
    assert unique(texts) == [0, 0, 2, 3]


def test_texts_of_two_kinds_are_never_duplicates():
    assert unique(["A b.", "a b", "a b"], ["x", "y", "y"]) == [0, 1, 1]
    with pytest.raises(ValueError, match="one kind a text: 1 for 2"):
        unique(["a", "b"], ["x"])


def test_texts_without_words_are_duplicates_only_where_they_are_equal():
    assert unique(["?", "!", "?", "", ""]) == [0, 1, 0, 3, 3]


def test_a_share_of_exactly_four_fifths_counts():
    assert near({1, 2, 3, 4}, {1, 2, 3, 4, 5})
    assert not near({1, 2, 3}, {1, 2, 3, 4})
    assert near(set(range(9)), set(range(1, 10)))
    assert not near(set(range(8)), set(range(1, 9)))


def by_comparing_all(texts, kinds):
    """The same without an index."""

    def words(text):
        found = re.findall(r"\w+", re.sub(r"\d+", "0", text.casefold()))
        return found or [text]

    first, found = [], []
    for number, text in enumerate(texts):
        own = words(text)
        same = [
            other
            for other in first
            if kinds[other] == kinds[number]
            and (
                words(texts[other]) == own
                or len({*words(texts[other])} & {*own}) * 5
                >= len({*words(texts[other])} | {*own}) * 4
            )
        ]
        found.append(min(same, default=number))
        if not same:
            first.append(number)
    return found


LETTERS = st.sampled_from([*"abcdefgijklmnopqrst", "H", "3", "42", "!"])
TEXT = st.lists(LETTERS, max_size=11).map(" ".join)


@st.composite
def edited(draw):
    """Texts that mostly differ from one long text in a few words."""
    words = draw(st.lists(LETTERS, min_size=3, max_size=22, unique=True))
    texts = []
    for _ in range(draw(st.integers(1, 12))):
        kept = [word for word in words if draw(st.integers(0, 9))]
        texts.append(" ".join([*kept, *draw(st.lists(st.sampled_from("uvwxyz"), max_size=2))]))
    return texts


@given(st.lists(st.tuples(TEXT, st.booleans()), max_size=25))
def test_the_index_finds_what_comparing_all_finds(drawn):
    texts, kinds = [text for text, _ in drawn], [kind for _, kind in drawn]
    assert unique(texts, kinds) == by_comparing_all(texts, kinds)


@given(edited())
def test_the_index_finds_near_duplicates_of_any_length(texts):
    assert unique(texts) == by_comparing_all(texts, [None] * len(texts))
