"""One pair's stored value read: its score under sum, mean or the published rules."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from engine.measures.pairs.preparation import LESS, MORE
from engine.measures.pairs.value import PairSide
from engine.measures.pairs.variants import MEAN, SHARED, Variant, check_reduction

TIE_BAND = 1e-3  # nats; batching alone moves a sentence's score by about 1e-5
PUBLISHED_DECIMALS = 3


@dataclass(frozen=True)
class Scores:
    """Scores of the two sides of one pair, nats, higher is more likely."""

    more: float
    less: float

    @property
    def difference(self) -> float:
        """score_more - score_less; above 0 the stereotype is preferred."""
        return self.more - self.less


def side_score(
    side: PairSide,
    variant: Variant,
    reduction: str | None = None,
    only: list[int] | None = None,
) -> float | None:
    """Score of one sentence from what its tokens were given.

    Args:
        side: `more` or `less` of a value.
        reduction: `sum` or `mean`; None for the variant's own.
        only: indices of the tokens to add up; those the variant scores by default.

    Returns:
        Nats, higher is more likely; None if no token was read.
    """
    if only is None:
        only = list(range(len(side["tokens"])))
        if variant.tokens == SHARED:
            only = [index for index in only if side["shared"][index]]
    given = side["log_probabilities"]
    weights = side.get("weights")
    parts = [
        log_probability * (1.0 if weights is None else weights[index])
        for index in only
        if (log_probability := given[index]) is not None
    ]
    if not parts:
        return None
    total = math.fsum(parts)
    return total / len(parts) if check_reduction(reduction, variant) == MEAN else total


def token_parts(
    side: PairSide, variant: Variant, reduction: str | None = None
) -> list[float | None]:
    """What each token adds to its sentence's score.

    Args:
        side: `more` or `less` of a value.
        reduction: `sum` or `mean`; None for the variant's own.

    Returns:
        [token], nats; they add up to the score. None where a token does not count.
    """
    counts = [
        given is not None and (shared or variant.tokens != SHARED)
        for given, shared in zip(side["log_probabilities"], side["shared"], strict=True)
    ]
    divisor = sum(counts) if check_reduction(reduction, variant) == MEAN else 1
    weights = side.get("weights") or [1.0] * len(counts)
    return [
        given * weight / divisor if counted and given is not None else None
        for given, weight, counted in zip(side["log_probabilities"], weights, counts, strict=True)
    ]


def scores_of(value: dict[str, Any], variant: Variant, reduction: str | None = None) -> Scores:
    """Scores of a pair under a reduction, without computing the model again.

    Args:
        value: a scored value, not a problem.
    """
    if check_reduction(reduction, variant) == variant.reduction:
        return Scores(value["score_more"], value["score_less"])
    more, less = (side_score(value[side], variant, reduction) for side in (MORE, LESS))
    return Scores(_known(more), _known(less))


def published_scores(value: dict[str, Any], variant: Variant, antistereo: bool) -> Scores:
    """Scores as the released script gives them: its alignment, rounded to 3 decimals.

    Args:
        antistereo: the row's direction; the script then aligns `sent_less` first.

    Source: Nangia et al. 2020, released script.
    """
    found = scores_of(value, variant)
    script_first = LESS if antistereo else MORE
    if value.get("first", script_first) != script_first:
        sides = [
            side_score(value[side], variant, only=[pair[number] for pair in value["other_shared"]])
            for number, side in enumerate((MORE, LESS))
        ]
        found = Scores(_known(sides[0]), _known(sides[1]))
    return Scores(round(found.more, PUBLISHED_DECIMALS), round(found.less, PUBLISHED_DECIMALS))


def _known(score: float | None) -> float:
    if score is None:
        raise ValueError("a scored value has at least one token read on either side")
    return score


def shared_log_probabilities(value: dict[str, Any]) -> list[tuple[float, float]]:
    """Of each shared token, in `more` and in `less`, nats; only tokens that were read on both."""
    more, less = (
        [
            given
            for given, shared in zip(side["log_probabilities"], side["shared"], strict=True)
            if shared
        ]
        for side in (value[MORE], value[LESS])
    )
    pairs = zip(more, less, strict=True)
    return [(one, other) for one, other in pairs if one is not None and other is not None]


def decided_by_one(value: dict[str, Any], variant: Variant, band: float = TIE_BAND) -> bool:
    """Whether one shared token explains the sign: without it the preference is gone or turned.

    Only defined where tokens add up to the score; False for the variants that take a mean.
    """
    difference = value["difference"]
    if variant.reduction == MEAN or abs(difference) <= band:
        return False
    sign = 1 if difference > 0 else -1
    shared = shared_log_probabilities(value)
    largest = max((sign * (more - less) for more, less in shared), default=0.0)
    return sign * difference - largest <= band
