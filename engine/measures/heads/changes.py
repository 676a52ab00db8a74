"""What masking changed, with an interval; paired by text, pair or target where those are known.

- A share of sentences: Newcombe's interval of the difference of two paired proportions, and
  McNemar's exact test.
- A share of pairs: both by word pair, since pairs that swap the same words change alike.
- An effect size d over targets: the jackknife over targets within each set, with Student's t on
  n - 2 degrees of freedom. Both models read the same targets, which are left out together. Target
  sentences that put one word into frames are one unit, left out together, too.
- A perplexity over sentences: the ratio of both, exp of the mean difference of losses per token,
  from the same sentences, which may be long or short.

Source: Newcombe 1998 (Statistics in Medicine 17, 2635, method 10); Efron and Tibshirani 1993,
chapter 11; Cochran 1977, section 6.4.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core.wording import counted
from engine.statistics import CONFIDENCE, detectable_difference, mcnemar_test, wilson
from engine.statistics.clusters import clustered_share_difference
from engine.statistics.ratios import paired_ratio_difference

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Change:
    """A value after masking minus the value before.

    Args:
        low, high: ends of its 95% interval; None where it has none.
        p: two-sided, that nothing changed; None where no test is defined.
        lost, gained: of a share, items that count only before or only after; else None.
    """

    value: float
    low: float | None
    high: float | None
    p: float | None
    lost: int | None = None
    gained: int | None = None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Both ends of the interval."""
        return None if self.low is None or self.high is None else (self.low, self.high)

    @property
    def settled(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.interval is not None and (self.interval[0] > 0 or self.interval[1] < 0)

    @property
    def detectable(self) -> float | None:
        """Smallest change that would have been detected with 80% power; None where unknown."""
        return None if self.interval is None else detectable_difference(*self.interval)


def share_change(
    before: Sequence[float], after: Sequence[float], clusters: Sequence[int] = ()
) -> Change | None:
    """Change of a share of items, from the same items before and after.

    Args:
        before: [item], 1 or 0.
        clusters: [item], the same number for items that are alike; empty where none are.

    Returns:
        In percentage points; None without an item. Of items that share fewer than six clusters it
        has no interval.

    Source: Newcombe 1998, method 10; McNemar 1947; by cluster
    `clusters.clustered_share_difference`.
    """
    pairs = Counter((bool(one), bool(other)) for one, other in zip(before, after, strict=True))
    n = pairs.total()
    if not n:
        return None
    both, lost, gained, neither = (
        pairs[pair] for pair in ((True, True), (True, False), (False, True), (False, False))
    )
    if len(set(clusters)) < len(clusters):
        return _change_by_cluster(before, after, clusters, lost, gained)
    first, second = (both + lost) / n, (both + gained) / n
    (low_1, high_1), (low_2, high_2) = (wilson(both + side, n) for side in (lost, gained))
    phi = _correlation(both, lost, gained, neither)
    below, above = (
        math.sqrt(max(0.0, one**2 - 2 * phi * one * other + other**2))
        for one, other in ((second - low_2, high_1 - first), (high_2 - second, first - low_1))
    )
    moved = second - first
    ends = 100 * (moved - below), 100 * (moved + above)
    return Change(100 * moved, *ends, mcnemar_test(lost, gained), lost, gained)


def _change_by_cluster(
    before: Sequence[float], after: Sequence[float], clusters: Sequence[int], lost: int, gained: int
) -> Change:
    import numpy as np

    moves = np.array(after, float) - np.array(before, float)
    p, bounds = clustered_share_difference(moves, np.array(clusters))
    low, high = (None, None) if bounds is None else (100 * bound for bound in bounds)
    return Change(100 * float(moves.mean()), low, high, p, lost, gained)


def _correlation(both: int, lost: int, gained: int, neither: int) -> float:
    """Correlation of two paired answers, corrected for continuity; 0 where one never varies."""
    size = (both + lost) * (gained + neither) * (both + gained) * (lost + neither)
    if not size:
        return 0.0
    cross = float(both * neither - lost * gained)
    if cross > 0:
        cross = max(cross - (both + lost + gained + neither) / 2, 0.0)
    return cross / math.sqrt(size)


def effect_change(
    before: Sequence[float],
    after: Sequence[float],
    first: int,
    size: bool = False,
    clusters: Sequence[int] = (),
) -> Change | None:
    """Change of an effect size d over targets, from the same targets before and after.

    Args:
        before: [target], the scores that d compares, those of the first set first.
        first: number of targets in the first set.
        size: the change of |d| rather than that of d.
        clusters: [target], the same number for sentences of one word, each within one set; empty
            where every target is of its own.

    Returns:
        None with fewer than three targets, or words, in a set, where d is undefined, or where no
        target that is left out changes anything.

    Source: Efron and Tibshirani 1993, chapter 11; one stratum for each set.
    """
    import numpy as np
    from scipy.stats import t

    if len(before) != len(after):
        raise ValueError(f"{counted(len(before), 'target')} before and {len(after)} after")
    words = np.array(clusters or range(len(before)))
    units = [np.unique(part) for part in (words[:first], words[first:])]
    number = sum(map(len, units))
    if min(map(len, units)) < 3:
        return None
    scores = np.array([before, after], float)
    moved = _moved(scores, first, size)
    left = [
        [
            _moved(scores[:, kept], int(kept[:first].sum()), size)
            for kept in (words != one for one in part)
        ]
        for part in units
    ]
    if moved is None or any(one is None for part in left for one in part):
        return None
    variance = 0.0
    for part in left:
        known = np.array(part, float)
        variance += (len(known) - 1) * float(known.var())
    deviation = math.sqrt(variance)
    if not deviation > 0:
        return None
    half = float(t.ppf((1 + CONFIDENCE) / 2, number - 2)) * deviation
    p = 2 * float(t.sf(abs(moved) / deviation, number - 2))
    return Change(moved, moved - half, moved + half, p)


def _moved(scores: np.ndarray, first: int, size: bool) -> float | None:
    """d of the second row minus d of the first; None where one is undefined."""
    from engine.measures.seat.association import NO_SPREAD

    spread = scores.std(axis=1, ddof=1)
    if (spread < NO_SPREAD).any():
        return None
    effects = (scores[:, :first].mean(axis=1) - scores[:, first:].mean(axis=1)) / spread
    one, other = abs(effects) if size else effects
    return float(other - one)


def perplexity_change(
    before: Sequence[float], after: Sequence[float], tokens: Sequence[float], seed: int = 0
) -> Change:
    """Change of a (pseudo-)perplexity, from the same sentences before and after.

    Tested is the ratio of both perplexities, exp of the mean difference of losses per token. Its
    interval is shown in points of the perplexity before, which is taken as it was measured.

    Args:
        before: [sentence], losses: minus the sum of its tokens' log-probabilities, nats.
        after: [sentence], of the same sentences.
        tokens: [sentence], tokens of each.
        seed: of the bootstrap of many sentences.

    Returns:
        In points of perplexity; > 0: the model predicts the sentences worse.

    Source: Cochran 1977, section 6.4.
    """
    found = paired_ratio_difference(before, after, tokens, seed)
    level = math.exp(math.fsum(before) / math.fsum(tokens))

    def points(difference: float) -> float:
        return level * math.expm1(difference)

    low, high = (None, None) if found.interval is None else map(points, found.interval)
    return Change(points(found.value), low, high, found.p)


CLOSER, FURTHER, UNSETTLED = "closer", "further", "not settled"
DISTANCE_OPEN = "distance not clear"


def direction(
    before: float,
    after: float,
    neutral: float | None,
    digits: int,
    clear: bool,
    distance_clear: bool,
) -> str | None:
    """Whether a value came nearer to the neutral one.

    Args:
        neutral: the value that means no bias; None for a figure of language ability.
        digits: decimals it is shown with; a change that rounds to nothing is none.
        clear: whether a test says that the value changed.
        distance_clear: whether one says that its distance from the neutral value did.

    Returns:
        `CLOSER` or `FURTHER`; `DISTANCE_OPEN` where only the value is known to have changed;
        `UNSETTLED` where not even that, or it rounds to nothing; None for a figure of language
        ability that did change.
    """
    step = 0.5 * 10**-digits
    if abs(after - before) < step or not clear:
        return UNSETTLED
    if neutral is None:
        return None
    apart = abs(after - neutral) - abs(before - neutral)
    if abs(apart) < step or not distance_clear:
        return DISTANCE_OPEN
    return CLOSER if apart < 0 else FURTHER
