from __future__ import annotations

import pytest

from engine.training.held_back import HeldBack

LONG = "a very long sentence that goes on and on about the weather in the north of the country"
HELD = HeldBack(["The capital of France is Paris.", "Yes, sir.", LONG])


@pytest.mark.parametrize(
    "line",
    [
        "the capital of FRANCE is - Paris",
        "What is it? The capital of France is Paris, of course.",
        "yes sir",
        LONG.upper(),
        "He wrote a very long sentence that goes on and on about the rain.",
        "He went on about the weather in the north of the country, she said.",
    ],
)
def test_a_line_that_is_or_holds_or_overlaps_a_text_is_found(line):
    assert HELD.holds(line)


@pytest.mark.parametrize(
    "line",
    [
        "Paris is the capital of France.",
        "The capital of France is not Paris.",
        "Yes, sir, I will.",
        "That goes on and on about the rain in the north.",
        "",
    ],
)
def test_other_lines_may_be_trained_on(line):
    assert not HELD.holds(line)


def test_nothing_is_held_back_without_texts():
    assert not HeldBack([]).holds("The capital of France is Paris.")
