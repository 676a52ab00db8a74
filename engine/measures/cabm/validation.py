"""The validation panel: do the scores tell anything that was not put in, and how do they lie?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from engine.measures.cabm.correlation import correlation, varies
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

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from engine.flow.asking import Derive


VERSION = 4
FEWEST = 4  # a side: of 3 and 3, no Mann-Whitney p is below .05
TESTS = ("shapiro_wilk", "mann_whitney_lists", "mann_whitney_categories", "chi_square")
_OTHERS = ("weat", "mac", "same")


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


def kept_validation(
    derive: Derive,
    frames: Mapping[str, pd.DataFrame],
    weighting: str,
    groups: Groups,
    threshold: float,
    unmasked: pd.DataFrame | None,
    seed: int,
) -> dict[str, Any]:
    """The panel, read from the store if known; see `validation`.

    Args:
        frames: weighting -> the scored targets, of `CabmStudy.scored`.
        weighting: the one that is checked.
        unmasked: of `unmasking_table`; None where it was not asked.
    """
    frame = frames[weighting]
    scores = {key: each["score"].tolist() for key, each in frames.items()}
    named = {key: each["category"].tolist() for key, each in frames.items()}
    lists = frame["list"].tolist()
    gaps = None if unmasked is None else unmasked["unmasking"].tolist()
    others = {name: frame[name].tolist() for name in _OTHERS if frame[name].notna().all()}
    found: dict[str, Any] = derive(
        "cabm_validation",
        VERSION,
        {
            "scores": scores,
            "categories": named,
            "lists": lists,
            "groups": [*groups.names],
            "unmasking": gaps,
            "others": others,
        },
        {"weighting": weighting, "threshold": threshold, "seed": seed},
        lambda: validation(scores, named, weighting, lists, groups, threshold, gaps, others, seed),
    )
    return found


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
