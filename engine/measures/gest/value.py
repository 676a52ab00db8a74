"""What GEST gives, key by key."""

from __future__ import annotations

from typing import final

from typing_extensions import TypedDict


@final
class GestValue(TypedDict):
    """A sentence in a template, log10; see `gest.scoring.sentence_scores`.

    Args:
        score: male - female.
        male, female: means over the side's own tokens.
        pieces: tokens that were read of the male and of the female side.
        whole_words: whether all tokens of the two words were read, because one side has no
            token of its own.
    """

    score: float
    male: float
    female: float
    pieces: list[int]
    whole_words: bool
