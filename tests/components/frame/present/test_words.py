"""Words of an uncased tokenizer as English writes them, and only where that is certain."""

from __future__ import annotations

import pytest

from components.frame.present.words import shown_word


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("i", "I"),
        ("i'm", "I'm"),
        ("i’ve", "I’ve"),
        ("france", "France"),
        ("europe", "Europe"),
        ("american", "American"),
        ("jewish", "Jewish"),
        ("monday", "Monday"),
        ("december", "December"),
        *[(name.lower(), name) for name in ("Russia", "Ukraine", "England", "London", "Paris")],
        *[(name.lower(), name) for name in ("Mary", "John", "European", "English", "Russian")],
        # Also common words, so nothing is certain.
        *[(word, word) for word in ("may", "march", "polish", "turkey", "china", "mark", "will")],
        *[(word, word) for word in ("phoenix", "north", "world", "rose", "bill", "grace", "jack")],
        *[
            (word, word)
            for word in ("he", "nurse", "is", "in", "it", "id", "black", "", "i2", "##i")
        ],
    ],
)
def test_words_of_an_uncased_tokenizer(word, shown):
    assert shown_word(word, uncased=True) == shown
    assert shown_word(word, uncased=False) == word


def test_a_word_written_with_a_capital_stays():
    for word in ("FRANCE", "I", "McDonald"):
        assert shown_word(word, uncased=True) == word
