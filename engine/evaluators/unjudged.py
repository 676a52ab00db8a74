"""The verdict on a completion that holds no word."""

from __future__ import annotations

from engine.evaluators.verdict import Verdict

NO_WORD = "There is no word to judge."


def without_word() -> Verdict:
    """The verdict where the completion is empty or white space."""
    return Verdict(
        label="", probability=None, value=None, flagged=None, score=None, problem=NO_WORD
    )
