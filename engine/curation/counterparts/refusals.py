"""Why no counterpart is proposed: codes that are counted, each with its sentence."""

from __future__ import annotations

from engine.curation.counterparts.proposal import Refusal

REFUSALS = {
    "no-counterpart": "The list names no counterpart of “{word}” in this form.",
    "both-sides": "The sentence names both sides, as in “{word}”, so a swap says the same.",
    "several-groups": "The sentence names several groups ({word}); swap one of them by hand.",
    "not-of-people": "“{word}” is not said of a person here.",
    "nothing-changes": "The swap would leave the sentence as it is.",
}


def refused(code: str, word: str = "") -> Refusal:
    """A refusal with its sentence.

    Args:
        code: of `REFUSALS`.
        word: what it is about, as written.
    """
    return Refusal(code, REFUSALS[code].format(word=word))
