"""Values of association tests and of the heads that carry the association."""

from __future__ import annotations

from typing import Any, TypedDict


class AssociationTexts(TypedDict):
    """What was read of an association test.

    Args:
        sizes: x, y, a, b -> number of examples.
        missing: set -> words that no context holds.
        skipped: contexts that are too long.
        inputs, tokens: texts that the network read, and their tokens.
    """

    sizes: dict[str, int]
    missing: dict[str, list[str]]
    skipped: int
    inputs: int
    tokens: int
    warnings: list[str]


class SeatValue(AssociationTexts):
    """Effect size with its permutation test; see `seat.measure.association_tests`."""

    effect_size: float | None
    interval: list[float] | None
    context_interval: list[float] | None
    detectable: float | None
    p_value: float | None
    p_one_sided: float | None
    n_permutations: int
    exact: bool | None
    problem: str | None
    associations: list[dict[str, Any]]
    seed: int


class HeadBiasValue(AssociationTexts):
    """Bias score of every head; see `heads.bias.head_biases`.

    Args:
        gradient: [layer][head].
    """

    effect_size: float | None
    gradient: list[list[float]] | None
    problem: str | None


class AblationValue(TypedDict):
    """Effect size with one head masked; None where it is undefined."""

    effect_size: float | None


class PersonWord(TypedDict):
    """Log-probabilities of a person word, nats.

    Args:
        log_probability: with the target in sight.
        log_prior: with the target masked.
    """

    log_probability: float
    log_prior: float


class LpbsValue(TypedDict):
    """Log-probability bias score, nats; see `lpbs.log_probability_biases`."""

    score: float
    first: PersonWord
    second: PersonWord
    pieces: int


class MaskedWordsValue(TypedDict):
    """Log-probabilities of words at one mask; see `masked_words.masked_words`.

    Args:
        log_probabilities: [word], nats; None for a word that the vocabulary does not have.
        pieces: [word]; 0 for such a word.
    """

    log_probabilities: list[float | None]
    pieces: list[int]
