"""The validation panel: do the scores tell anything that was not put in, and how do they lie?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from engine.measures.cabm.data.sentences import Groups
from engine.measures.cabm.scores import (
    NEUTRAL,
    NOT_SETTLED,
    THRESHOLD,
    UNMASKING_TIE,
    biased,
    categories,
    category_counts,
)
from engine.statistics import holm, wilson
from engine.statistics.correlation import ONE_ORDER, one_order_interval
from engine.statistics.intervals import with_width

if TYPE_CHECKING:
    import numpy as np


VERSION = 4
FEWEST = 4  # a side: of 3 and 3, no Mann-Whitney p is below .05
TESTS = ("shapiro_wilk", "mann_whitney_lists", "mann_whitney_categories", "chi_square")


def validation(
    scores: Mapping[str, Sequence[float]],
    named: Mapping[str, Sequence[str]],
    weighting: str,
    lists: Sequence[str],
    groups: Groups,
    threshold: float = THRESHOLD,
    unmasking: Sequence[float] | None = None,
    others: Mapping[str, Sequence[float]] | None = None,
    seed: int = 0,
) -> dict[str, Any]:
    """Every check of the panel for one weighting.

    Args:
        scores: weighting -> CABM of every target.
        named: weighting -> category of every target.
        weighting: the one that is checked.
        lists: [target], name of the group each is listed with, or empty.
        threshold: of the categories; only reported.
        unmasking: [target], P(first) - P(second); None where it was not asked.
        others: name -> [target], measures to correlate with, such as WEAT, MAC and SAME.

    Returns:
        JSON-ready: `spread`; `shapiro_wilk`; `mann_whitney_lists` and
        `mann_whitney_categories`, each with Cohen's d and the median difference; `chi_square`
        of category by list; `problems` (test -> why it is None although there is something to test,
        otherwise None); `holm` (test -> corrected p); `categories` (weighting -> category
        -> count); `weightings` (pairs with correlations and category agreement); `unmasking`
        (weighting -> agreement and correlation); `comparisons` with `others`. What cannot be
        worked out is None. Targets whose category is not settled count in `categories` and in
        what is worked out from scores, and nowhere else.

    Source: CABM thesis, section 2.6.
    """
    import numpy as np

    own = np.asarray(scores[weighting], float)
    listed, category = (np.array(each, dtype=object) for each in (lists, named[weighting]))
    by_list = [own[listed == name] for name in groups.names]
    by_category = [own[category == name] for name in biased(groups)]
    settled = [own[(listed == name) & (category != NOT_SETTLED)] for name in groups.names]
    problems = {
        "mann_whitney_lists": _too_few(by_list, "The lists hold"),
        "mann_whitney_categories": _too_few(by_category, "The two sides hold"),
        "chi_square": _too_few(settled, "The lists hold, with a settled category,"),
    }
    found: dict[str, Any] = {
        "weighting": weighting,
        "threshold": threshold,
        "n": len(own),
        "spread": spread(own),
        "shapiro_wilk": shapiro_wilk(own),
        "mann_whitney_lists": None if problems["mann_whitney_lists"] else two_groups(*by_list),
        "mann_whitney_categories": None
        if problems["mann_whitney_categories"]
        else two_groups(*by_category),
        "chi_square": None
        if problems["chi_square"]
        else chi_square(named[weighting], lists, groups),
        "problems": problems,
        "categories": {name: category_counts(each, groups) for name, each in named.items()},
    }
    tests = [found[name]["p"] if found[name] else None for name in TESTS]
    return {
        **found,
        "holm": dict(zip(TESTS, holm(tests), strict=True)),
        "weightings": [
            {
                "first": first,
                "second": second,
                **correlation(scores[first], scores[second], seed),
                "n_scores": len(own),
                **category_agreement(named[first], named[second]),
            }
            for first, second in combinations(scores, 2)
        ],
        "unmasking": {
            name: unmasking_agreement(named[name], scores[name], unmasking, groups, seed)
            for name in scores
        }
        if unmasking is not None
        else None,
        "comparisons": {
            name: correlation(own.tolist(), values, seed) for name, values in (others or {}).items()
        },
    }


def _too_few(sides: Sequence[np.ndarray], hold: str) -> str | None:
    """Why two sides are not tested; None where they can be, or where both are empty."""
    sizes = [len(side) for side in sides]
    if min(sizes) >= FEWEST or not any(sizes):
        return None
    return f"{hold} {sizes[0]} and {sizes[1]}; a test needs at least {FEWEST} on each."


def spread(scores: np.ndarray) -> dict[str, float]:
    """Sample standard deviation and variance (n - 1), and interquartile range."""
    import numpy as np

    low, high = np.quantile(scores, [0.25, 0.75])
    return {
        "standard_deviation": float(scores.std(ddof=1)),
        "variance": float(scores.var(ddof=1)),
        "iqr": float(high - low),
    }


def shapiro_wilk(scores: np.ndarray) -> dict[str, float] | None:
    """Test that the scores are normal; a small p says they are not."""
    from scipy.stats import shapiro

    if len(scores) < 3 or not varies(scores.tolist()):
        return None
    test = shapiro(scores)
    return {"w": float(test.statistic), "p": float(test.pvalue)}


def two_groups(first: np.ndarray, second: np.ndarray) -> dict[str, Any] | None:
    """Mann-Whitney U, Cohen's d (pooled sample sd) and median difference of two sets of scores.

    Returns:
        `u`, `p` (two-sided), `cohens_d` (None where nothing varies), `median_difference`,
        `n` [2]; > 0: the first set is higher. None where a set is empty.
    """
    import numpy as np
    from scipy.stats import mannwhitneyu

    if not len(first) or not len(second):
        return None
    test = mannwhitneyu(first, second)
    freedom = len(first) + len(second) - 2
    pooled = 0.0
    if freedom:
        squares = ((first - first.mean()) ** 2).sum() + ((second - second.mean()) ** 2).sum()
        pooled = math.sqrt(float(squares) / freedom)
    return {
        "u": float(test.statistic),
        "p": float(test.pvalue),
        "cohens_d": float(first.mean() - second.mean()) / pooled if pooled else None,
        "median_difference": float(np.median(first) - np.median(second)),
        "n": [len(first), len(second)],
    }


def chi_square(named: Sequence[str], lists: Sequence[str], groups: Groups) -> dict[str, Any] | None:
    """Independence of category and list, without targets that are not settled.

    Returns:
        `chi2`, `p`, `df`, `table` (list -> category -> count), `smallest_expected` (below 5
        the p is rough); None where either has only one value, or no target of a list is settled.
    """
    import numpy as np
    from scipy.stats import chi2_contingency

    columns = [name for name in (*biased(groups), NEUTRAL) if name in named]
    rows = [name for name in groups.names if name in lists]
    if len(columns) < 2 or len(rows) < 2:
        return None
    pairs = list(zip(lists, named, strict=True))
    table = np.array([[pairs.count((row, column)) for column in columns] for row in rows])
    kept = table.sum(axis=0) > 0  # a category of unlisted targets only
    # A list of which no target is settled leaves nothing to compare with.
    if kept.sum() < 2 or not (table.sum(axis=1) > 0).all():
        return None
    test = chi2_contingency(table[:, kept], correction=False)
    return {
        "chi2": float(test.statistic),
        "p": float(test.pvalue),
        "df": int(test.dof),
        "smallest_expected": float(test.expected_freq.min()),
        "table": {
            row: dict(zip(columns, counts, strict=True))
            for row, counts in zip(rows, table.tolist(), strict=True)
        },
    }


def category_agreement(first: Sequence[str], second: Sequence[str]) -> dict[str, Any]:
    """Share of targets in the same category, percent, with its Wilson interval.

    Targets that one of the two does not settle do not count: they have no category to agree on.

    Returns:
        `same` of `n`, `not_settled` (how many do not count), `agreement` and
        `agreement_interval`, None where `n` is 0.
    """
    pairs = [pair for pair in zip(first, second, strict=True) if NOT_SETTLED not in pair]
    same = sum(one == other for one, other in pairs)
    told = {"same": same, "n": len(pairs), "not_settled": len(first) - len(pairs)}
    if not pairs:
        return told | {"agreement": None, "agreement_interval": None}
    low, high = wilson(same, len(pairs))
    return told | {
        "agreement": 100 * same / len(pairs),
        "agreement_interval": [100 * low, 100 * high],
    }


def unmasking_agreement(
    named: Sequence[str],
    scores: Sequence[float],
    unmasking: Sequence[float],
    groups: Groups,
    seed: int = 0,
) -> dict[str, Any]:
    """Agreement of the categories with what the model says behind a mask.

    Returns:
        What `correlation` gives over all targets, `agreement` over those that CABM settles, and
        `sided`: `agreement` among those that CABM names a side of, None where it names none.
        `n` is that of the agreement, `n_scores` that of the correlation.
    """
    said = categories(unmasking, groups, UNMASKING_TIE)
    sided = [pair for pair in zip(named, said, strict=True) if pair[0] in biased(groups)]
    related = correlation(scores, unmasking, seed)
    return {
        **related,
        "n_scores": related["n"],
        **category_agreement(named, said),
        "sided": category_agreement(*zip(*sided, strict=True)) if sided else None,
    }


def standard_deviation_over_models(scores: Mapping[str, Sequence[float]]) -> dict[str, Any] | None:
    """How far the scores of a target differ between models, averaged over targets.

    Args:
        scores: model -> [target], of the same targets in the same order.

    Returns:
        `mean` of the targets' sample standard deviations (n - 1), `by_target`, `models`; None
        for fewer than two models.

    Source: CABM thesis, section 3.3.3.
    """
    import numpy as np

    if len(scores) < 2:
        return None
    found = np.array([*scores.values()], float).std(axis=0, ddof=1)
    return {"mean": float(found.mean()), "by_target": found.tolist(), "models": len(scores)}


# --- correlation --------------------------------------------------------------------------
# These functions say how alike two scores rank the same targets.

DRAWS = 2000
_SAME = 1e-12  # relative range of values that are equal but for rounding


def varies(values: Sequence[float]) -> bool:
    """Whether values differ by more than rounding."""
    return max(values) - min(values) > _SAME * (1 + max(map(abs, values))) if len(values) else False


def correlation(
    first: Sequence[float], second: Sequence[float], seed: int = 0, draws: int = DRAWS
) -> dict[str, Any]:
    """Pearson and Spearman of two scores, with a bootstrap interval of Spearman over targets.

    Args:
        first: [target].
        second: [target], of the same targets.

    Returns:
        `pearson`, `spearman`, `spearman_interval` (95%, percentile), `spearman_p`, `n`; None
        where one score is the same for all, or there are fewer than three targets.
    """
    import numpy as np
    from scipy.stats import pearsonr, spearmanr

    one, other = np.asarray(first, float), np.asarray(second, float)
    size = len(one)
    nothing = dict.fromkeys(("pearson", "spearman", "spearman_interval", "spearman_p"))
    if size < 3 or not varies(first) or not varies(second):
        return {**nothing, "n": size}
    ranked = spearmanr(one, other)
    return {
        "pearson": float(pearsonr(one, other).statistic),
        "spearman": float(ranked.statistic),
        "spearman_interval": _interval(one, other, seed, draws),
        "spearman_p": float(ranked.pvalue),
        "n": size,
    }


def _interval(one: Any, other: Any, seed: int, draws: int) -> list[float] | None:
    import numpy as np
    from scipy.stats import rankdata, spearmanr

    rho = float(spearmanr(one, other).statistic)
    if abs(rho) > ONE_ORDER:  # every draw would be too
        bounds = one_order_interval(rho, len(one))
        return None if bounds is None else list(bounds)
    rows = np.random.default_rng(seed).integers(0, len(one), (draws, len(one)))
    ranks = [rankdata(values[rows], axis=1) for values in (one, other)]
    centred = [rank - rank.mean(axis=1, keepdims=True) for rank in ranks]
    spread = np.sqrt((centred[0] ** 2).sum(1) * (centred[1] ** 2).sum(1))
    defined = spread > 0
    if defined.sum() < draws / 2:
        return None
    found = (centred[0] * centred[1]).sum(1)[defined] / spread[defined]
    ends = with_width(*np.quantile(found, [0.025, 0.975]))
    return None if ends is None else list(ends)


# --- density ------------------------------------------------------------------------------
# A kernel density shows the scores under one weighting, where there are enough to draw one.

LEAST_DENSITY = 20  # scores; below, a smooth curve would be made of the kernel


def distributions(scores: Mapping[str, Sequence[float]]) -> dict[str, dict[str, Any]]:
    """How the scores lie under each weighting, with densities on one common line.

    Args:
        scores: weighting -> score of every target.

    Returns:
        Weighting -> `n`, what `spread` gives, `mean`, `minimum`, `maximum`, and `density`.

    Source: CABM thesis, figure 11.
    """
    import numpy as np

    edge = density_edge(scores)
    return {
        name: {
            "n": len(each),
            "mean": float(np.mean(each)),
            "minimum": min(each),
            "maximum": max(each),
            **spread(np.asarray(each, float)),
            "density": density(each, -edge, edge),
        }
        for name, each in scores.items()
    }


def density_edge(scores: Mapping[str, Sequence[float]]) -> float:
    """How far either side of 0 a line runs that holds all densities to where they end."""
    farthest = max((abs(score) for each in scores.values() for score in each), default=1.0)
    widths = [density(each, 0, 0, 2)["bandwidth"] or 0.0 for each in scores.values()]
    return 1.05 * farthest + 3 * max(widths, default=0.0)


def density(scores: Sequence[float], low: float, high: float, points: int = 160) -> dict[str, Any]:
    """Gaussian kernel density with Scott's bandwidth.

    Args:
        low: where the curve begins; high: where it ends.

    Returns:
        `x` and `y` [point] (y integrates to 1 over the line) and `bandwidth`, in the units of
        the scores; empty and None for fewer than `LEAST_DENSITY` scores, or where all are
        equal.

    Source: Scott 1992.
    """
    import numpy as np
    from scipy.stats import gaussian_kde

    values = np.asarray(scores, float)
    if len(values) < LEAST_DENSITY or not varies(scores):
        return {"x": [], "y": [], "bandwidth": None}
    kernel = gaussian_kde(values)
    places = np.linspace(low, high, points)
    return {
        "x": places.tolist(),
        "y": kernel(places).tolist(),
        "bandwidth": float(kernel.factor * values.std(ddof=1)),
    }
