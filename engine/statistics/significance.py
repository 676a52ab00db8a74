"""Tests of differences, and the correction of a family of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.statistics.intervals import alike

if TYPE_CHECKING:
    import numpy as np

LEVEL = 0.05  # p below which a difference is clear
EVERY_SIGN = 16  # cases up to which all ways to give their differences signs are tried
_SAME = 1e-9  # differences that differ by less are the same number, reached by another sum


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


def beyond_test(
    values: np.ndarray, errors: np.ndarray, freedom: np.ndarray, limit: float
) -> list[float | None]:
    """Two-sided p that the true size of each value is the limit, and neither above nor below it.

    Args:
        values: [case].
        errors: [case], standard errors of the values; not a number where there is none.
        freedom: [case], degrees of freedom of the errors.
        limit: at least 0, in the unit of the values; 0 for the usual test against 0.

    Returns:
        [case] p of Student's t; None without an error above 0.

    Source: Murphy and Myors 1999 (tests of a minimum effect).
    """
    import numpy as np
    from scipy.stats import t

    made = errors > 0
    away = np.abs(np.abs(values) - limit)
    found = 2 * t.sf(np.divide(away, errors, out=np.zeros(len(away)), where=made), freedom)
    return [float(p) if there else None for p, there in zip(found, made, strict=True)]


def t_tests(values: np.ndarray) -> list[float | None]:
    """Two-sided p of Student's t that each of several means is 0.

    Args:
        values: [series, unit].

    Returns:
        [series] p; None below two units, and where all are equal.

    Source: Student 1908.
    """
    import numpy as np

    size = values.shape[1]
    if size < 2:
        return [None] * len(values)
    same = np.array([alike(series) for series in values], bool)
    errors = np.where(same, np.nan, values.std(axis=1, ddof=1) / math.sqrt(size))
    return beyond_test(values.mean(axis=1), errors, np.full(len(values), size - 1), 0.0)


def satterthwaite(known: np.ndarray, estimated: np.ndarray, freedom: np.ndarray) -> np.ndarray:
    """Degrees of freedom of a variance whose one part is known and whose other is estimated.

    Args:
        known: [case], variances without uncertainty of their own.
        estimated: [case], variances that have it.
        freedom: [case], degrees of freedom of the estimated ones, at least 1.

    Returns:
        [case], at least `freedom`; infinite where nothing is estimated.

    Source: Satterthwaite 1946.
    """
    import numpy as np

    total = (known + estimated) ** 2
    part = estimated**2
    found: np.ndarray = freedom * np.divide(
        total, part, out=np.full(len(total), np.inf), where=part > 0
    )
    return found


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
    if not deviation > 0 or alike(differences):
        return {"t": None, "p": None, "dz": None, "mean_difference": mean, "n": size}
    test = ttest_rel(first, second, alternative="greater")
    return {
        "t": float(test.statistic),
        "p": float(test.pvalue),
        "dz": float(differences.mean()) / deviation,
        "mean_difference": mean,
        "n": size,
    }


def signed_rank_test(
    first: Sequence[float], second: Sequence[float]
) -> dict[str, float | int | None]:
    """Wilcoxon's signed-rank test of paired values, two-sided.

    Args:
        first: [case].
        second: [case], of the same cases.

    Returns:
        `w` (sum of the ranks of positive differences), `p` (exact for up to 50 cases without ties,
        else by the normal approximation), `z` and the effect size `r` = z / sqrt(n), -1 to 1, both
        > 0 where `first` is higher, and `n`, the cases that differ. All but `n` are None below two
        such cases.

    Source: Wilcoxon 1945; Rosenthal 1991, section 2.3, for r.
    """
    import numpy as np
    from scipy.stats import wilcoxon

    differences = np.asarray(first, float) - np.asarray(second, float)
    differences = differences[differences != 0]
    size = len(differences)
    if size < 2:
        return {"w": None, "p": None, "z": None, "r": None, "n": size}
    # Only the one-sided statistic is that of the positive ranks, and has a sign.
    above = wilcoxon(differences, alternative="greater", method="asymptotic")
    return {
        "w": float(above.statistic),
        "p": float(wilcoxon(differences).pvalue),
        "z": float(above.zstatistic),
        "r": float(above.zstatistic) / math.sqrt(size),
        "n": size,
    }


def paired_difference_test(differences: np.ndarray) -> float | None:
    """Two-sided p that the mean of paired differences is 0.

    Of few cases it is the exact permutation test, in which each difference may have had either
    sign; of more it is the paired t-test.

    Args:
        differences: [case].

    Returns:
        p; 1 where no case differs, and None below two cases.

    Source: Fisher 1935, section 21 (the permutation test).
    """
    return paired_difference_tests(differences[None])[0]


def paired_difference_tests(differences: np.ndarray) -> list[float | None]:
    """`paired_difference_test` of many series of the same cases, which takes less time together.

    Args:
        differences: [series, case].

    Returns:
        [series] two-sided p; 1 where no case differs, and None below two cases.
    """
    import numpy as np
    from scipy.stats import ttest_1samp

    size = differences.shape[1]
    if size < 2:
        return [None] * len(differences)
    if size <= EVERY_SIGN:
        return [_by_signs(series) for series in differences]
    none = np.abs(differences).max(axis=1) < _SAME
    p = none.astype(float)
    varies = ~none & (np.ptp(differences, axis=1) >= _SAME)
    if varies.any():
        p[varies] = ttest_1samp(differences[varies], 0.0, axis=1).pvalue
    return [float(one) for one in p]


def _by_signs(differences: np.ndarray) -> float:
    """Share of all ways to give differences signs whose mean is as far from 0."""
    import numpy as np

    size, largest = len(differences), float(np.abs(differences).max())
    if largest < _SAME:
        return 1.0
    signs = 1 - 2 * ((np.arange(2**size)[:, None] >> np.arange(size)) & 1)
    sums = np.abs(signs @ differences)
    return float((sums >= sums[0] - _SAME * max(1.0, largest)).mean())
