"""Association of targets with attributes, its effect size and permutation test."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from engine.statistics import (
    CONFIDENCE,
    cluster_means,
    clustered_cohen_interval,
    cohen_delta,
    cohen_interval,
    crossed_cohen_interval,
    detectable_cohen,
    deviation_ratio,
    standardised_by_all,
)

if TYPE_CHECKING:
    import numpy as np
    from torch import Tensor

# Splits tried one by one; two sets of eight make 12,870.
EXACT_SPLITS = 20_000
SAMPLES = 10_000
# Associations are differences of cosines; what float32 states cannot tell apart is no spread.
NO_SPREAD = 1e-6
# Statistics of two splits this close are the same number summed in another order.
_SAME = 1e-12
_BATCH = 2**22
FEWEST_FAMILIES = 6  # of an interval


class Permutations(NamedTuple):
    """Result of a permutation test.

    Args:
        p_value: two-sided: share of splits at least as far from zero, in either direction.
        p_one_sided: share of splits whose X goes with A at least as much.
        n_permutations: splits looked at.
        exact: whether these were all there are.
    """

    p_value: float
    p_one_sided: float
    n_permutations: int
    exact: bool


def associations(targets: Tensor, a: Tensor, b: Tensor) -> Tensor:
    """s(w, A, B) of every target.

    Args:
        targets: [target, hidden].
        a: [attribute, hidden].
        b: [attribute, hidden].

    Returns:
        [target], between -2 and 2; > 0: closer to A.

    Source: Caliskan et al. 2017.
    """
    from torch.nn.functional import normalize

    # A mean of cosines is a dot product with the mean of unit vectors.
    direction = normalize(a, dim=-1).mean(dim=0) - normalize(b, dim=-1).mean(dim=0)
    return normalize(targets, dim=-1) @ direction


def effect_size(s: Tensor, size_x: int) -> Tensor | None:
    """Effect size d of targets of which the first `size_x` are X.

    Args:
        s: [target], associations; double precision.

    Returns:
        Scalar, or None where the associations do not differ, so that d is undefined.

    Source: Caliskan et al. 2017, with the sample standard deviation (n - 1).
    """
    spread = s.std(correction=1)
    if float(spread.detach()) < NO_SPREAD:
        return None
    return (s[:size_x].mean() - s[size_x:].mean()) / spread


def permutation_test(s: np.ndarray, size_x: int, seed: int, samples: int = SAMPLES) -> Permutations:
    """Permutation test that X and Y are interchangeable, sizes kept.

    Args:
        s: [target], associations, X first.
        seed: of the sampled splits; unused where all are tried.
        samples: splits drawn where there are more than `EXACT_SPLITS`.

    Source: Caliskan et al. 2017; the observed split counts as one of those looked at.
    """
    import numpy as np

    size = len(s)
    if not 0 < size_x < size:
        raise ValueError(f"both sets need targets, got {size_x} of {size}")
    if samples < 1:
        raise ValueError(f"samples must be at least 1, got {samples}")
    sums, exact = _sums_over_x(s, size_x, seed, samples)
    # With sizes kept, mean_X - mean_Y grows with the sum over X, and is zero at this one.
    middle = float(s.sum()) * size_x / size
    seen = float(s[:size_x].sum())
    band = _SAME * max(1.0, float(np.abs(s).sum()))
    above = int((sums >= seen - band).sum())
    beyond = int((np.abs(sums - middle) >= abs(seen - middle) - band).sum())
    if exact:
        return Permutations(beyond / len(sums), above / len(sums), len(sums), True)
    return Permutations(
        (beyond + 1) / (samples + 1), (above + 1) / (samples + 1), samples + 1, False
    )


def reach_of_splits(s: np.ndarray, size_x: int, seed: int, samples: int = SAMPLES) -> float:
    """How far apart the means of random splits are: what chance alone would give.

    The splits are those of `permutation_test`, so a difference beyond this has p of at most .05.

    Args:
        s: [target], associations, X first.
        seed, samples: as of `permutation_test`.

    Returns:
        Smallest |mean over X - mean over Y| that 95% of the splits do not exceed.
    """
    import numpy as np

    size, (sums, exact) = len(s), _sums_over_x(s, size_x, seed, samples)
    if not exact:
        sums = np.append(sums, s[:size_x].sum())  # the observed split counts as one of them
    apart = np.abs(sums - s.sum() * size_x / size) * size / (size_x * (size - size_x))
    return float(np.quantile(apart, CONFIDENCE, method="inverted_cdf"))


def _sums_over_x(s: np.ndarray, size_x: int, seed: int, samples: int) -> tuple[np.ndarray, bool]:
    """The sum over X in every split, or in sampled ones, and whether these are all."""
    if math.comb(len(s), size_x) <= EXACT_SPLITS:
        return _every_sum(s, size_x), True
    return _sampled_sums(s, size_x, seed, samples), False


def _every_sum(s: np.ndarray, size_x: int) -> np.ndarray:
    import numpy as np

    chosen = np.array(list(combinations(range(len(s)), size_x)))
    return s[chosen].sum(axis=1)


def _sampled_sums(s: np.ndarray, size_x: int, seed: int, samples: int) -> np.ndarray:
    import numpy as np

    generator = np.random.default_rng(seed)
    step = max(1, _BATCH // len(s))  # bounded memory for long lists
    sums = []
    for start in range(0, samples, step):
        rows = np.tile(s, (min(step, samples - start), 1))
        sums.append(generator.permuted(rows, axis=1)[:, :size_x].sum(axis=1))
    return np.concatenate(sums)


def effect_interval(s: np.ndarray, size_x: int) -> tuple[float, float] | None:
    """Interval of d over targets, by the noncentral t distribution.

    d has the standard deviation of all targets, which the difference itself widens, so it stays
    below 2 for sets of equal size and is not Cohen's d. The interval is the exact one of Cohen's
    delta, converted bound by bound. A percentile bootstrap of 8 + 8 targets is too narrow.

    Args:
        s: [target], associations, X first.

    Returns:
        (low, high) at 95%, or None below three targets or where those of a set do not differ.

    Source: Steiger and Fouladi 1997.
    """
    delta = cohen_delta(s, size_x) if _differ_within(s, size_x) else None
    if delta is None:
        return None
    return _of_all(cohen_interval(delta, size_x, len(s) - size_x), size_x / len(s))


def effect_interval_over_families(
    s: np.ndarray, families: np.ndarray, size_x: int
) -> tuple[float, float] | None:
    """Interval of d over families of targets, each within one set.

    Args:
        s: [target], associations, X first.
        families: [target], whole numbers from 0 in order of appearance.

    Returns:
        As `effect_interval`; None below `FEWEST_FAMILIES`.
    """
    if families.max() + 1 < FEWEST_FAMILIES or not _differ_within(s, size_x):
        return None
    bounds = clustered_cohen_interval(s, families, size_x)
    return None if bounds is None else _of_all(bounds, size_x / len(s))


def family_permutation_test(
    s: np.ndarray, families: np.ndarray, size_x: int, seed: int, samples: int = SAMPLES
) -> Permutations:
    """`permutation_test` of the families' means, so that a family stays together.

    Args:
        s: [target], associations, X first.
        families: [target], whole numbers from 0 in order of appearance.
    """
    of_x = int(families[:size_x].max()) + 1
    return permutation_test(cluster_means(s, families), of_x, seed, samples)


def effect_interval_over_templates(scores: np.ndarray, size_x: int) -> tuple[float, float] | None:
    """Interval of d over targets and templates.

    Args:
        scores: [target, template], X first; d is that of the targets' means.

    Returns:
        As `effect_interval`.
    """
    if not _differ_within(scores.mean(axis=1), size_x):
        return None
    bounds = crossed_cohen_interval(scores, size_x)
    return None if bounds is None else _of_all(bounds, size_x / len(scores))


def _differ_within(s: np.ndarray, size_x: int) -> bool:
    return max(float(s[:size_x].std()), float(s[size_x:].std())) >= NO_SPREAD


def _of_all(bounds: tuple[float, float], share: float) -> tuple[float, float]:
    low, high = (standardised_by_all(bound, share) for bound in bounds)
    return low, high


def detectable_effect(size_x: int, size_y: int) -> float | None:
    """Smallest |d| of sets of these sizes that would be significant with 80% power.

    Returns:
        None below three targets.
    """
    delta = detectable_cohen(size_x, size_y)
    return None if delta is None else standardised_by_all(delta, size_x / (size_x + size_y))


def detectable_over_families(s: np.ndarray, families: np.ndarray, size_x: int) -> float | None:
    """Smallest |d| of so many families that would be significant with 80% power.

    Args:
        s: [target], associations, X first.
        families: [target], whole numbers from 0 in order of appearance.

    Returns:
        None below three families, and where the targets of a set do not differ.
    """
    of_x = int(families[:size_x].max()) + 1
    delta = detectable_cohen(of_x, int(families.max()) + 1 - of_x)
    if delta is None or not _differ_within(s, size_x):
        return None
    return standardised_by_all(delta * deviation_ratio(s, families, size_x), size_x / len(s))
