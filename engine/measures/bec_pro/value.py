"""What BEC-Pro gives, key by key."""

from __future__ import annotations

from typing_extensions import TypedDict


class MaskedWordsValue(TypedDict):
    """Log-probabilities of words at one mask; see `masked_words.masked_words`.

    Args:
        log_probabilities: [word], nats; None for a word that the vocabulary does not have.
        pieces: [word]; 0 for such a word.
    """

    log_probabilities: list[float | None]
    pieces: list[int]
