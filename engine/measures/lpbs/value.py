"""What LPBS gives, key by key."""

from __future__ import annotations

from typing_extensions import TypedDict


class PersonWord(TypedDict):
    """Log-probabilities of a person word, nats.

    Args:
        log_probability: with the target in sight.
        log_prior: with the target masked.
    """

    log_probability: float
    log_prior: float


class LpbsValue(TypedDict):
    """Log-probability bias score, nats; see `biases.log_probability_biases`."""

    score: float
    first: PersonWord
    second: PersonWord
    pieces: int
