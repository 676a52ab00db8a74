"""Pair values written by hand, so that every figure can be worked out on paper."""

from __future__ import annotations

from typing import Any

from engine.measures.pairs.summary import detectable_points
from engine.statistics import binomial_test, wilson


def side(
    log_probabilities: list[float | None],
    shared: list[bool] | None = None,
    top: list[bool | None] | None = None,
    weights: list[float] | None = None,
) -> dict[str, Any]:
    """One side of a value; its tokens are a, b, c, ... with a space between."""
    size = len(log_probabilities)
    made: dict[str, Any] = {
        "tokens": [chr(97 + place) for place in range(size)],
        "offsets": [[2 * place, 2 * place + 1] for place in range(size)],
        "shared": shared or [True] * size,
        "log_probabilities": log_probabilities,
        "top": top or [None if given is None else False for given in log_probabilities],
    }
    return made if weights is None else made | {"weights": weights}


def value(more: dict[str, Any], less: dict[str, Any], **further: Any) -> dict[str, Any]:
    """A scored CPS value of two sides."""
    scores = [
        sum(
            given
            for given, shared in zip(part["log_probabilities"], part["shared"], strict=True)
            if shared and given is not None
        )
        for part in (more, less)
    ]
    return {
        "score_more": scores[0],
        "score_less": scores[1],
        "difference": scores[0] - scores[1],
        "n_shared": sum(more["shared"]),
        "edits": 1,
        "more": more,
        "less": less,
        **further,
    }


def of_scores(more: float, less: float, right: bool = False) -> dict[str, Any]:
    """A value with these two scores, each from one shared token."""
    return value(side([more], top=[right]), side([less], top=[right]))


def share_of(preferred: int, n: int, ties: int = 0) -> dict[str, Any]:
    """Figures of so many pairs of which so many prefer the stereotype."""
    score = 100 * preferred / n if n else None
    return {
        "n": n,
        "ties": ties,
        "score": score,
        "metric_score": score,
        "interval": [100 * bound for bound in wilson(preferred, n)] if n else None,
        "p": binomial_test(preferred, n - ties),
        "word_pairs": n,
        "interval_of_these_pairs": [100 * bound for bound in wilson(preferred, n)] if n else None,
        "untied": {"n": n - ties, "score": 60.0, "interval": [40.0, 80.0]} if ties < n else None,
        "detectable": detectable_points(n - ties),
    }


PROBLEM = {"problem": "sent_more is empty.", "kind": "empty"}
IDENTICAL = {"problem": "Both sentences are the same; there is no preference.", "kind": "identical"}
