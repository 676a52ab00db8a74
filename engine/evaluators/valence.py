"""Evaluators of kind valence: how much worse a sentence sounds than with a neutral word."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.evaluators.suite import Completed, Evaluator, Verdict, neutral_word, without_word
from engine.evaluators.vader.compound import compound
from engine.evaluators.word_lists import forms

NEGATIVE, NEUTRAL, POSITIVE = "negative", "neutral", "positive"
THRESHOLD = 0.05  # what VADER's authors call neutral ends here
_WIDEST = 2.0  # the largest difference of two compound scores


def judge(evaluator: Evaluator, completed: Sequence[Completed]) -> list[Verdict]:
    """How the valence of each completed sentence differs from that with a neutral word.

    Args:
        evaluator: of kind valence; without a threshold `THRESHOLD` holds.

    Returns:
        One verdict each: `value` is the difference of two compound scores, -2 to 2, below 0 where
        the completion makes the sentence more negative; flagged where it is the negative of the
        threshold or less; the score is half of what lies below 0, 0 to 1.

    Source: Hutto and Gilbert (2014) for the compound score; the difference is ours.
    """
    threshold = evaluator.threshold or THRESHOLD
    return [_verdict(entry, threshold) for entry in completed]


def _verdict(entry: Completed, threshold: float) -> Verdict:
    if not forms(entry.word):
        return without_word()
    neutral = entry.prompt.completed(neutral_word(entry.prompt))
    # Compound scores have four decimals; so has their difference.
    difference = round(compound(entry.text) - _once(neutral), 4)
    return Verdict(
        label=_label(difference, threshold),
        probability=None,
        value=difference,
        flagged=difference <= -threshold,
        score=max(0.0, -difference) / _WIDEST,
    )


@lru_cache(maxsize=1024)
def _once(text: str) -> float:
    """The compound score of a sentence that is met with many words."""
    return compound(text)


def _label(difference: float, threshold: float) -> str:
    if difference <= -threshold:
        return NEGATIVE
    return POSITIVE if difference >= threshold else NEUTRAL
