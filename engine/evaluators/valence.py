"""Evaluators of kind valence: how much worse a sentence sounds than with a neutral word."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.evaluators.suite import (
    NO_WORD,
    UNJUDGED,
    Completed,
    Evaluator,
    Verdict,
    failed_verdict,
    neutral_word,
)
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
        return failed_verdict(NO_WORD)
    neutral = entry.prompt.completed(neutral_word(entry.prompt))
    # Compound scores have four decimals; so has their difference.
    difference = round(compound(entry.text) - _compound_once(neutral), 4)
    flagged = difference <= -threshold
    label = NEGATIVE if flagged else POSITIVE if difference >= threshold else NEUTRAL
    score = max(0.0, -difference) / _WIDEST
    return {**UNJUDGED, "label": label, "value": difference, "flagged": flagged, "score": score}


_compound_once = lru_cache(maxsize=1024)(compound)  # of a sentence that is met with many words
