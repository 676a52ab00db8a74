"""What the claim of the Heads page rests on: its power, both halves of the words, single heads."""

from __future__ import annotations

import pytest

from components.heads.choice import Choice
from components.heads.drawn_claim import estimate, null, parts
from engine.words.association_tests import AssociationTest
from tests.components.heads.seat_values import seat


@pytest.mark.parametrize("p", [0.05, 0.6, None])
def test_a_test_that_is_not_clear_says_what_could_have_been_shown(p):
    assert "With 8 + 8 target words" in null(seat(0.3, p))
    assert "d = ±1.20" in null(seat(0.3, p))


def test_a_clear_test_and_one_without_a_value_have_no_power_to_speak_of():
    assert null(seat(0.9, 0.001)) == null(seat(None, None)) == ""


def test_both_halves_of_the_words_have_their_figure_with_an_interval():
    words = [f"w{number}" for number in range(24)]
    test = AssociationTest(x=tuple(words[:12]), y=tuple(words[12:]), a=("a", "b"), b=("c", "d"))
    choice = Choice(test, "mine", "cls", 1)
    value = seat(1.0, 0.01) | {"seed": 0, "warnings": []}
    value["associations"] = [
        {"word": word, "set": "x" if number < 12 else "y", "s": (number < 12) + 0.1 * (number % 5)}
        for number, word in enumerate(words)
    ]
    ranking, testing = parts(choice, value)
    assert ranking.startswith("On the 6 + 6 target words that rank the heads: SEAT d +")
    assert testing.startswith("On the other 6 + 6 target words, which show what switching")
    assert all("95%\u00a0CI" in text for text in (ranking, testing))


def test_the_estimate_is_called_one_and_the_ablation_has_the_last_word():
    gradient = [[0.04, -0.02], [0.01, 0.0]]
    early = estimate(gradient, -1.35, None)
    assert early.startswith("By the estimate, on this word list, switching off head 1-1")
    assert "0.04 of 1.35" in early
    assert "The ablation shows" in early
    known = estimate(gradient, -1.35, [[-1.37, -1.3], [-1.2, None]])
    assert "the ablation takes off −0.02" in known
    assert "is +0.15, with head 2-1 switched off" in known
    assert "no single head" in estimate([[-0.1, 0.0]], 1.0, None)
