"""Association of targets with attributes, its effect size and permutation test."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

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


class Permutations(NamedTuple):
    """Result of a permutation test.

    Args:
        p_value: one-sided: share of splits whose X goes with A at least as much.
        p_two_sided: the same for the distance from zero in either direction.
        n_permutations: splits looked at.
        exact: whether these were all there are.
    """

    p_value: float
    p_two_sided: float
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

    Raises:
        ValueError: if a set is empty, or no sample is wanted.

    Source: Caliskan et al. 2017; the observed split counts as one of those looked at.
    """
    import numpy as np

    size = len(s)
    if not 0 < size_x < size:
        raise ValueError(f"both sets need targets, got {size_x} of {size}")
    if samples < 1:
        raise ValueError(f"samples must be at least 1, got {samples}")
    splits = math.comb(size, size_x)
    exact = splits <= EXACT_SPLITS
    sums = _every_sum(s, size_x) if exact else _sampled_sums(s, size_x, seed, samples)
    # With sizes kept, mean_X - mean_Y grows with the sum over X, and is zero at this one.
    middle = float(s.sum()) * size_x / size
    seen = float(s[:size_x].sum())
    band = _SAME * max(1.0, float(np.abs(s).sum()))
    above = int((sums >= seen - band).sum())
    beyond = int((np.abs(sums - middle) >= abs(seen - middle) - band).sum())
    if exact:
        return Permutations(above / splits, beyond / splits, splits, True)
    return Permutations(
        (above + 1) / (samples + 1), (beyond + 1) / (samples + 1), samples + 1, False
    )


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


def effect_interval(
    s: np.ndarray, size_x: int, seed: int, draws: int = 2000
) -> tuple[float, float] | None:
    """Percentile bootstrap interval of d over targets, drawn within X and within Y.

    Args:
        s: [target], associations, X first.

    Returns:
        (low, high) at 95%, or None where a draw in two had no spread.
    """
    import numpy as np

    generator = np.random.default_rng(seed)
    size_y = len(s) - size_x
    effects = []
    step = max(1, _BATCH // len(s))
    for start in range(0, draws, step):
        count = min(step, draws - start)
        x = s[:size_x][generator.integers(0, size_x, (count, size_x))]
        y = s[size_x:][generator.integers(0, size_y, (count, size_y))]
        spread = np.concatenate([x, y], axis=1).std(axis=1, ddof=1)
        defined = spread >= NO_SPREAD
        means = x.mean(axis=1) - y.mean(axis=1)
        effects.append(means[defined] / spread[defined])
    drawn = np.concatenate(effects)
    if len(drawn) < draws / 2:
        return None
    low, high = np.quantile(drawn, [0.025, 0.975])
    return float(low), float(high)
