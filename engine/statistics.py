"""Intervals, tests and corrections: thin names over scipy, statsmodels and numpy."""

from __future__ import annotations

from collections.abc import Sequence

DRAWS = 2000
CONFIDENCE = 0.95


def ratio_bootstrap(
    numerators: Sequence[float], denominators: Sequence[float], seed: int, draws: int = DRAWS
) -> tuple[float, float] | None:
    """Percentile bootstrap interval of sum(numerators) / sum(denominators).

    Args:
        numerators: [unit].
        denominators: [unit]; units are drawn together.

    Returns:
        (low, high) at 95%, or None below two units.
    """
    import numpy as np

    size = len(numerators)
    if size < 2:
        return None
    generator = np.random.default_rng(seed)
    top, bottom = np.asarray(numerators, float), np.asarray(denominators, float)
    ratios = []
    for start in range(0, draws, 200):  # bounded memory for long texts
        picked = generator.integers(0, size, (min(200, draws - start), size))
        ratios.append(top[picked].sum(axis=1) / np.maximum(bottom[picked].sum(axis=1), 1e-12))
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(np.concatenate(ratios), [tail, 1 - tail])
    return float(low), float(high)


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Wilson score interval of a proportion.

    Returns:
        (low, high) at 95%, between 0 and 1.

    Raises:
        ValueError: if there are no trials.

    Source: Wilson 1927.
    """
    from statsmodels.stats.proportion import proportion_confint

    if trials < 1:
        raise ValueError("a proportion needs at least one trial")
    low, high = proportion_confint(successes, trials, alpha=1 - CONFIDENCE, method="wilson")
    # The formula's ends are exact; its rounding is not, and would draw a bar beyond its point.
    return (0.0 if not successes else float(low), 1.0 if successes == trials else float(high))


def mean_bootstrap(
    values: Sequence[float], seed: int, draws: int = DRAWS
) -> tuple[float, float] | None:
    """Percentile bootstrap interval of a mean.

    Returns:
        (low, high) at 95%, or None below two values.
    """
    return ratio_bootstrap(values, [1.0] * len(values), seed, draws)


def binomial_test(successes: int, trials: int, share: float = 0.5) -> float | None:
    """Exact two-sided p of this many successes if the true share were `share`.

    Returns:
        p, or None where there are no trials.
    """
    from scipy.stats import binomtest

    return float(binomtest(successes, trials, share).pvalue) if trials else None


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Holm-corrected p of a family of tests; a test that was not run stays None.

    Source: Holm 1979.
    """
    import numpy as np

    # statsmodels' multipletests first collects all garbage: which takes seconds with a large table.
    made = np.array([p for p in p_values if p is not None], float)
    order = made.argsort()
    stepped = made[order] * np.arange(len(made), 0, -1)
    corrected = np.empty_like(made)
    corrected[order] = np.maximum.accumulate(stepped).clip(max=1.0)
    found = iter(corrected.tolist())
    return [None if p is None else next(found) for p in p_values]


def mcnemar_test(only_first: int, only_second: int) -> float:
    """Exact two-sided p that two paired shares are equal.

    Args:
        only_first: cases that are successes only in the first condition.
        only_second: cases that are successes only in the second.

    Returns:
        p; 1 where no case differs.

    Source: McNemar 1947, exact form.
    """
    from statsmodels.stats.contingency_tables import mcnemar

    table = [[0, only_first], [only_second, 0]]
    return float(mcnemar(table, exact=True).pvalue) if only_first + only_second else 1.0


def paired_t_test(first: Sequence[float], second: Sequence[float]) -> dict[str, float | int | None]:
    """One-tailed paired t-test that the first values are higher than the second.

    Args:
        first: [case].
        second: [case], of the same cases.

    Returns:
        `t`, `p` (one-tailed), `dz` (Cohen's d of the differences: mean over their sample
        standard deviation), `mean_difference`, `n`. `t`, `p` and `dz` are None below two cases
        or where all differences are equal.
    """
    import numpy as np
    from scipy.stats import ttest_rel

    differences = np.asarray(first, float) - np.asarray(second, float)
    size = len(differences)
    deviation = float(differences.std(ddof=1)) if size > 1 else 0.0
    mean = float(differences.mean()) if size else None
    if not deviation > 0:
        return {"t": None, "p": None, "dz": None, "mean_difference": mean, "n": size}
    test = ttest_rel(first, second, alternative="greater")
    return {
        "t": float(test.statistic),
        "p": float(test.pvalue),
        "dz": float(differences.mean()) / deviation,
        "mean_difference": mean,
        "n": size,
    }


def rank_correlation(
    first: Sequence[float], second: Sequence[float], seed: int, draws: int = DRAWS
) -> dict[str, float | int | list[float] | None]:
    """Spearman's rank correlation with a percentile bootstrap interval.

    Args:
        first: [case].
        second: [case], of the same cases, which are drawn together.
        seed: of the draws.

    Returns:
        `rho` (-1 to 1), `interval` (95%) and `n`. `rho` is None below three cases or where
        one side does not vary, and `interval` where a draw in two has no `rho`.

    Source: Spearman 1904.
    """
    import numpy as np
    from scipy.stats import rankdata

    sides = np.array([first, second], float)
    size = sides.shape[1]
    if size < 3 or not (np.ptp(sides, axis=1) > 0).all():
        return {"rho": None, "interval": None, "n": size}
    generator = np.random.default_rng(seed)
    picked = generator.integers(0, size, (draws, size))
    drawn = rankdata(sides[:, picked], axis=-1)  # [side, draw, case]
    drawn -= drawn.mean(axis=-1, keepdims=True)
    scale = np.sqrt((drawn**2).sum(axis=-1).prod(axis=0))
    found = (drawn[0] * drawn[1]).sum(axis=-1)[scale > 0] / scale[scale > 0]
    tail = (1 - CONFIDENCE) / 2
    interval = np.quantile(found, [tail, 1 - tail]).tolist() if len(found) > draws / 2 else None
    ranks = rankdata(sides, axis=-1)
    return {"rho": float(np.corrcoef(ranks)[0, 1]), "interval": interval, "n": size}
