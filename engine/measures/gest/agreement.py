"""Whether the templates agree: correlations of r_i over the stereotypes, template by template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from engine.statistics import DRAWS, rank_correlation

_LEAST = 3  # stereotypes that a correlation needs; its interval needs more
_ALONE = "One template was measured; at least two are needed to compare them."
_UNDEFINED = (
    "The templates cannot be compared: fewer than three stereotypes have a value under both, or "
    "their values do not vary."
)


def template_agreement(
    rates: Mapping[int, Sequence[float | None]], seed: int = 0, draws: int = DRAWS
) -> dict[str, Any]:
    """Correlations of r_i between templates.

    Args:
        rates: template -> [stereotype] r_i; None where a stereotype has no sentence.
        seed: of the bootstrap of Spearman's correlation.

    Returns:
        `pairs`: entries of `first`, `second`, `pearson`, `pearson_interval` (Fisher's z),
        `spearman`, `spearman_interval` (bootstrap over stereotypes) and `n` stereotypes;
        `pearson` and `spearman`: their means over the pairs; `problem` where there is none.
        None where a correlation is not defined.
    """
    if len(rates) < 2:
        return {"pairs": [], "pearson": None, "spearman": None, "problem": _ALONE}
    pairs = [
        {"first": first, "second": second, **_correlated(rates[first], rates[second], seed, draws)}
        for first, second in combinations(rates, 2)
    ]
    means = {name: _mean([pair[name] for pair in pairs]) for name in ("pearson", "spearman")}
    return {"pairs": pairs, **means, "problem": _UNDEFINED if means["pearson"] is None else ""}


def _correlated(
    first: Sequence[float | None], second: Sequence[float | None], seed: int, draws: int
) -> dict[str, Any]:
    from scipy.stats import pearsonr

    both = [
        (one, other)
        for one, other in zip(first, second, strict=True)
        if one is not None and other is not None
    ]
    ones, others = [one for one, _ in both], [other for _, other in both]
    ranks = rank_correlation(ones, others, seed, draws)
    found: dict[str, Any] = {
        "pearson": None,
        "pearson_interval": None,
        "spearman": ranks["rho"],
        "spearman_interval": ranks["interval"],
        "n": len(both),
    }
    if ranks["rho"] is None:
        return found
    pearson = pearsonr(ones, others)
    found["pearson"] = float(pearson.statistic)
    if len(both) > _LEAST:
        interval = pearson.confidence_interval()
        found["pearson_interval"] = [float(interval.low), float(interval.high)]
    return found


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
