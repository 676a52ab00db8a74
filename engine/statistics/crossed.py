"""Means of crossed units: each has one of some rows and one of some columns.

HONEST's templates are crossed, and so are the Arena's prompts: each is one identity in one sentence
form, or one group in one template, and neither kind is independent. HONEST's interval draws both,
the Arena's are clustered by both, and so are tests of either. Intervals and tests over single units
would be far too narrow.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from typing_extensions import TypedDict

from engine.statistics.intervals import CONFIDENCE, DRAWS, alike
from engine.statistics.power import POWER
from engine.statistics.shares import (
    FEWEST_CLUSTERS,
    alike_share_interval,
    interval_of_units,
    share_interval,
)

if TYPE_CHECKING:
    import numpy as np

_SAME = 1e-9  # what differs by less is the same number, reached by another sum
_LEAST_KNOWN = 3  # units from which power is worked out


def crossed_share_interval(
    values: np.ndarray, rows: np.ndarray, columns: np.ndarray, seed: int, draws: int = DRAWS
) -> tuple[float, float] | None:
    """Interval of the mean of shares that vary with their row and with their column.

    Templates about one identity resemble one another, and so do those of one sentence form. Rows
    and columns are therefore drawn with replacement, each on its own, and a unit counts as often as
    both of its own were drawn (the pigeonhole bootstrap). Were the units taken for independent, or
    one of the two for fixed, the interval would contain the truth in less than half of samples of
    HONEST's size. The standard error of the draws is used on the scale of log-odds with Student's
    t, so that the interval stays within 0 and 1.

    Args:
        values: [unit] 0 to 1.
        rows: [unit] number of its row, from 0.
        columns: [unit] number of its column, from 0.
        seed: of the draws.

    Returns:
        (low, high) at 95%; None without units. Of one row or one column it is that of the means of
        the other; where every unit has the same share, that of as many units as there are rows or
        columns, whichever are more.

    Source: Owen 2007, section 3 (pigeonhole bootstrap).
    """
    import numpy as np
    from scipy.stats import t

    if not len(values):
        return None
    height, width = int(rows.max()) + 1, int(columns.max()) + 1
    mean = float(values.mean())
    if not 0 < mean < 1:
        return share_interval(values[: max(height, width)])
    if min(height, width) < 2:
        return share_interval(_means(values, columns if height < 2 else rows))
    sums, sizes = np.zeros((height, width)), np.zeros((height, width))
    np.add.at(sums, (rows, columns), values)
    np.add.at(sizes, (rows, columns), 1.0)
    generator = np.random.default_rng(seed)
    first = generator.multinomial(height, np.full(height, 1 / height), draws)
    second = generator.multinomial(width, np.full(width, 1 / width), draws)
    counts = ((first @ sizes) * second).sum(axis=1)
    drawn = ((first @ sums) * second).sum(axis=1)[counts > 0] / counts[counts > 0]
    if alike(drawn):  # every unit has the same share, which is neither 0 nor 1
        return alike_share_interval(mean, max(height, width))
    odds = mean * (1 - mean)
    reach = float(t.ppf((1 + CONFIDENCE) / 2, min(height, width) - 1)) * float(drawn.std()) / odds
    centre = math.log(mean / (1 - mean))
    return _share(centre - reach), _share(centre + reach)


def clustered_share_interval(
    values: np.ndarray, rows: np.ndarray, columns: np.ndarray
) -> tuple[float, float] | None:
    """Interval of the mean of shares of a thin sample of crossed units.

    The pigeonhole bootstrap counts what is of one unit alone three times. Where every row is in
    every column, and a unit has many trials, that is little; of a few units a row, of one trial
    each, it is most of what varies. Here the variance is that of a mean clustered both ways, and
    the interval that of the number of independent yes-or-no units that would say as much, by
    Student's t with the degrees of freedom of the fewer of rows and columns. It is never narrower
    than that of independent units.

    Args:
        values: [unit] 0 to 1.
        rows: [unit] number of its row.
        columns: [unit] number of its column.

    Returns:
        (low, high) at 95%; None without units. Where every unit is 0, or 1, that of as many units
        as there are rows or columns that units share, whichever are more.

    Source: Cameron, Gelbach and Miller 2011; Korn and Graubard 1998.
    """
    import numpy as np
    from scipy.stats import norm, t

    alone = share_interval(values)
    if alone is None:
        return None
    _, row = np.unique(rows, return_inverse=True)
    _, column = np.unique(columns, return_inverse=True)
    fewest = min(int(row.max()), int(column.max())) + 1
    mean = float(values.mean())
    if not 0 < mean < 1:
        counts = [int(place.max()) + 1 for place in (row, column)]
        shared = [count for count in counts if count < len(values)]
        return share_interval(values[: max(shared, default=len(values))])
    error = _clustered_error(values - mean, row, column) if fewest > 1 else 0.0
    if not error > 0:
        return alone
    tail = (1 + CONFIDENCE) / 2
    wider = float(norm.ppf(tail) / t.ppf(tail, fewest - 1)) ** 2
    low, high = interval_of_units(mean, wider * mean * (1 - mean) / error**2)
    return min(low, alone[0]), max(high, alone[1])


def crossed_difference_test(
    differences: np.ndarray, rows: np.ndarray, columns: np.ndarray
) -> tuple[float | None, tuple[float, float] | None]:
    """Test and interval of the mean of paired differences of crossed units.

    What units of a row share, and those of a column, goes into the standard error (clustered both
    ways, never less than by rows or by columns alone). Of data of HONEST's size the paired t-test
    over units finds a difference in every second sample where there is none.

    Args:
        differences: [unit].
        rows, columns: [unit] number of its row, and of its column.

    Returns:
        Two-sided p, 1 where no unit differs, and (low, high) at 95%, by Student's t with the
        degrees of freedom of the fewer of rows and columns; None below two rows or columns, and no
        interval where all units differ by the same amount.

    Source: Cameron, Gelbach and Miller 2011.
    """
    import numpy as np

    _, row = np.unique(rows, return_inverse=True)
    _, column = np.unique(columns, return_inverse=True)
    fewest = min(row.max(initial=-1), column.max(initial=-1)) + 1
    return _mean_test(differences, row, column, int(fewest))


class CrossedIncrease(TypedDict):
    """Whether the mean of paired differences of crossed units is above zero.

    Args:
        t: mean over its standard error; None where no test is defined.
        p: one-tailed, that it is above zero.
        freedom: degrees of freedom.
        interval: 95%.
        detectable: smallest mean above zero that the test would have found with 80% power.
    """

    t: float | None
    p: float | None
    freedom: int | None
    interval: list[float] | None
    detectable: float | None


def crossed_increase_test(
    differences: np.ndarray, rows: np.ndarray, columns: np.ndarray
) -> CrossedIncrease:
    """One-tailed test that the mean of paired differences of crossed units is above zero.

    As `crossed_difference_test`; where every unit has a row and a column of its own, this is the
    paired t-test.

    Args:
        differences: [unit].
        rows, columns: [unit] number of its row, and of its column.

    Returns:
        All None where units are alike, and where units share fewer than six rows or columns.

    Source: Cameron, Gelbach and Miller 2011; power by the noncentral t distribution (Cohen 1988).
    """
    import numpy as np
    from scipy.special import nctdtrinc
    from scipy.stats import t

    _, row = np.unique(rows, return_inverse=True)
    _, column = np.unique(columns, return_inverse=True)
    fewest = int(min(row.max(initial=-1), column.max(initial=-1))) + 1
    none = CrossedIncrease(t=None, p=None, freedom=None, interval=None, detectable=None)
    shared = fewest < len(differences)
    if fewest < (FEWEST_CLUSTERS if shared else 2) or alike(differences):
        return none
    mean = float(differences.mean())
    error = _clustered_error(differences - mean, row, column)
    if not error > 0:
        return none
    freedom = fewest - 1
    reach = float(t.ppf((1 + CONFIDENCE) / 2, freedom)) * error
    least = float(nctdtrinc(freedom, 1 - POWER, float(t.ppf(CONFIDENCE, freedom))))
    return CrossedIncrease(
        t=mean / error,
        p=float(t.sf(mean / error, freedom)),
        freedom=freedom,
        interval=[mean - reach, mean + reach],
        detectable=least * error if len(differences) >= _LEAST_KNOWN else None,
    )


def crossed_group_test(
    values: np.ndarray, first: np.ndarray, rows: np.ndarray, columns: np.ndarray
) -> tuple[float, float | None, tuple[float, float] | None]:
    """Difference of two groups of crossed units, which may share rows and columns.

    What a shared row or column does to both groups cancels; what those of one group share does not,
    and neither are units independent. Each unit is given what it adds to the difference, which is
    then tested as in `crossed_difference_test`. Simulated with no difference, 2% to 6% of samples
    of HONEST's sizes are found to differ. Where each unit has a column of its own, it is the test
    of units clustered by row.

    Args:
        values: [unit].
        first: [unit] whether it is of the first group; both have units.
        rows, columns: [unit] number of its row, and of its column.

    Returns:
        Mean of the first group minus mean of the second; two-sided p and (low, high) at 95%, by
        Student's t with the degrees of freedom of the fewest of either group's rows or columns;
        None below two of them, and no interval where nothing varies within a group.

    Source: Cameron, Gelbach and Miller 2011.
    """
    import numpy as np

    _, row = np.unique(rows, return_inverse=True)
    _, column = np.unique(columns, return_inverse=True)
    means = values[first].mean(), values[~first].mean()
    rest = values - np.where(first, *means)
    weights = np.where(first, len(values) / first.sum(), -len(values) / (~first).sum())
    difference = float(means[0] - means[1])
    fewest = min(
        len(np.unique(place[group])) for place in (row, column) for group in (first, ~first)
    )
    return difference, *_mean_test(difference + weights * rest, row, column, fewest)


def _mean_test(
    values: np.ndarray, row: np.ndarray, column: np.ndarray, fewest: int
) -> tuple[float | None, tuple[float, float] | None]:
    """Test of a mean against 0 and its interval, with one degree of freedom less than `fewest`."""
    import numpy as np
    from scipy.stats import t

    if fewest < 2:
        return None, None
    mean = float(values.mean())
    if float(np.abs(values).max()) < _SAME:
        return 1.0, None
    error = _clustered_error(values - mean, row, column)
    if not error > 0 or alike(values):
        return 0.0, None
    freedom = fewest - 1
    reach = float(t.ppf((1 + CONFIDENCE) / 2, freedom)) * error
    return float(2 * t.sf(abs(mean) / error, freedom)), (mean - reach, mean + reach)


def _clustered_error(rest: np.ndarray, row: np.ndarray, column: np.ndarray) -> float:
    """Standard error of a mean, clustered both ways and never less than by either alone.

    Args:
        rest: [unit] what is left of it without the mean.
        row, column: [unit] numbers from 0 without gaps.
    """
    import numpy as np

    by_row, by_column, alone = (
        float((sums**2).sum()) * len(sums) / (len(sums) - 1)
        for sums in (np.bincount(row, rest), np.bincount(column, rest), rest)
    )
    return math.sqrt(max(by_row, by_column, by_row + by_column - alone)) / len(rest)


def _means(values: np.ndarray, places: np.ndarray) -> np.ndarray:
    """[place] mean of its values."""
    import numpy as np

    return np.bincount(places, weights=values) / np.bincount(places)


def _share(odds: float) -> float:
    """A share from its log-odds."""
    from scipy.special import expit

    return float(expit(odds))
