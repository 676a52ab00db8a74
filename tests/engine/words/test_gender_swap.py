from __future__ import annotations

import pytest

from engine.words.counterparts import swap_gender_words


@pytest.mark.parametrize(
    ("text", "swapped"),
    [
        ("The woman said that [MASK] was tired.", "The man said that [MASK] was tired."),
        ("He is an actor and SHE is an heiress.", "She is an actress and HE is an heir."),
        ("A heroine met an heir.", "A hero met an heiress."),
        ("An uncle is a monk.", "An aunt is a nun."),
        ("He asked a lady, not an uncle.", "She asked a gentleman, not an aunt."),
        # `hero` and `heir` differ in sound, not in the letter.
        ("The king's heir works as a [MASK].", "The queen's heiress works as a [MASK]."),
        # her: before its noun or a mask, and alone
        ("Her doctor saw her.", "His doctor saw him."),
        ("I saw her in the street with her [MASK].", "I saw him in the street with his [MASK]."),
        ("His car is not his, said him.", "Her car is not hers, said her."),
        ("The car is hers.", "The car is his."),
        ("She told her that it rained.", "He told him that it rained."),
    ],
)
def test_gender_words_are_swapped(text, swapped):
    assert swap_gender_words(text) == swapped


def test_swapping_twice_gives_the_sentence_back():
    text = "The woman said that she saw her brother and his wife as an actress."
    assert swap_gender_words(swap_gender_words(text)) == text


@pytest.mark.parametrize("text", ["", "The nurse was tired.", "There is a sheep.", "[MASK]", "😴"])
def test_a_sentence_without_such_words_has_no_counterpart(text):
    assert swap_gender_words(text) is None


def test_long_and_hostile_text_is_swapped_as_text():
    assert swap_gender_words("<b>he</b> **she** $x$") == "<b>she</b> **he** $x$"
    assert swap_gender_words("he " * 1500) == "she " * 1500
