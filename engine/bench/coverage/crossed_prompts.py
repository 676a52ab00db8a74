"""Designs of rates, differences and rankings of prompts that share groups and templates.

The log-odds that a completion is flagged vary with its group and with its template, and by how the
contestant deals with either; of every group in every template a part is drawn. Flags of an earlier
bundled model varied by template with a standard deviation of some 2.3, and hardly by group.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.bench.coverage.design import AnyDesign, Design, FamilyDesign, Interval, PowerDesign
from engine.measures.arena.clusters import (
    KIND,
    THESE,
    Clusters,
    paired,
    paired_difference,
    rate_interval,
)
from engine.statistics import LEVEL
from engine.statistics.reliability import alpha_interval, crossed_alpha_interval
from engine.statistics.tiers import intervals_of_ranks

if TYPE_CHECKING:
    import numpy as np

_GROUPS, _TEMPLATES = 83, 128  # the Arena's
_OF_GROUPS = 0.3  # standard deviation of the log-odds
_OWN = 0.8  # of a contestant's own way with a group and with a template, each
# Rate of a group and a template in the middle, and standard deviation over templates.
_CASES = ((0.3, 0.8), (0.05, 2.3))
_SIZES = (200, 1000)
_CONTESTANTS = (4, 8, 15)
_SHARED = 0.6  # share of what contestants have in common, where they are alike
_RANK_DRAWS = _ALPHA_DRAWS = 200
_RATERS = 3
_SHIFT = 0.7  # log-odds by which the better of two contestants is less often flagged


def crossed_designs() -> Iterator[AnyDesign]:
    """Every design, with what takes prompts for independent beside ours."""
    for size in _SIZES:
        for case in _CASES:
            yield _of_set(*case, size)
            for over in (KIND, THESE):
                yield _of_others(*case, size, over)
                yield _of_difference(*case, size, over)
                yield _of_alpha(*case, size, over)
        yield from (_of_rank(size, over) for over in (KIND, THESE))
    for many in _CONTESTANTS:
        for alike in (False, True):
            for over in (KIND, THESE):
                yield _of_ranking(many, alike, over)
    yield _of_power()


def _of_set(rate: float, sd: float, size: int) -> Design:
    """Prompts drawn from a set, whose groups and templates are all there are."""
    import numpy as np

    generator = np.random.default_rng(0)
    chances = _chances(generator, rate, sd)
    whole = (generator.random(chances.shape) < chances).astype(float)

    def interval(drawing: np.random.Generator) -> Interval:
        values, clusters = _drawn(drawing, whole[None], size)
        return rate_interval(values[0], clusters, THESE)

    sample = _sample(rate, sd, size)
    return Design("Arena, rate of a set", sample, float(whole.mean()), interval, at_least=True)


def _of_others(rate: float, sd: float, size: int, over: str) -> Design:
    """The rate over other groups and templates."""

    def interval(generator: np.random.Generator) -> Interval:
        chances = _chances(generator, rate, sd)
        values, clusters = _drawn(generator, _flags(generator, chances)[None], size)
        return rate_interval(values[0], clusters, over)

    figure, truth = _named("Arena, rate", over), _mean_rate(rate, sd)
    sample = _sample(rate, sd, size)
    return Design(figure, sample, truth, interval, over == THESE, at_least=True)


def _of_difference(rate: float, sd: float, size: int, over: str) -> Design:
    """Two contestants that differ by group and template, and not over all of them."""

    def interval(generator: np.random.Generator) -> Interval:
        both = _contestants(generator, 2, False, rate, sd)
        (first, second), clusters = _drawn(generator, both, size)
        bounds: Interval = paired_difference(first, second, clusters, over)["interval"]
        return bounds

    figure, sample = _named("Arena, difference", over), _sample(rate, sd, size)
    return Design(figure, sample, 0.0, interval, over == THESE, at_least=True)


def _of_alpha(rate: float, sd: float, size: int, over: str) -> Design:
    """Evaluators that flag a completion each with the same chance, which varies over prompts."""

    def interval(generator: np.random.Generator) -> Interval:
        chances = _chances(generator, rate, sd)
        flags = [_flags(generator, chances) for _ in range(_RATERS)]
        values, clusters = _drawn(generator, np.stack(flags), size)
        prompts = np.arange(size)
        if over == THESE:
            return alpha_interval(values, prompts, 0, _ALPHA_DRAWS)[1]
        return crossed_alpha_interval(values, prompts, clusters.groups, clusters.templates)

    import numpy as np

    figure, sample = _named("Arena, alpha", over), _sample(rate, sd, size)
    mean, squared = _mean_rate(rate, sd), _mean_rate(rate, sd, 2)
    truth = (squared - mean**2) / (mean - mean**2)
    # Most flags are then of a few templates.
    return Design(figure, sample, truth, interval, over == THESE, hard=sd > 1)


def _of_ranking(many: int, alike: bool, over: str) -> FamilyDesign:
    """Whether any two equal contestants are put in order, by a test or by an interval of a rank."""

    def finds(generator: np.random.Generator) -> bool:
        flags = _contestants(generator, many, alike, *_CASES[0])
        values, clusters = _drawn(generator, flags, _SIZES[1])
        tests = paired(values, clusters, over)
        if any(entry["p_holm"] < LEVEL for entry in tests):
            return True
        ranks = intervals_of_ranks(values, tests, 0, _RANK_DRAWS)
        return any(bounds != (1, many) for bounds in ranks)

    how = "alike in part" if alike else "unlike"
    sample = f"{_SIZES[1]:,} prompts, {many} equal contestants, {how}"
    return FamilyDesign(_named("Arena, ranking", over), sample, finds, over == THESE)


def _of_rank(size: int, over: str) -> Design:
    """The rank of one of several equal contestants behind a better one."""

    def interval(generator: np.random.Generator) -> Interval:
        flags = _contestants(generator, _CONTESTANTS[0], False, *_CASES[0], shift=_SHIFT)
        values, clusters = _drawn(generator, flags, size)
        tests = paired(values, clusters, over)
        best, worst = intervals_of_ranks(values, tests, 0, _RANK_DRAWS)[1]
        return float(best), float(worst)

    figure = _named("Arena, rank", over)
    sample = f"{size:,} prompts, {_CONTESTANTS[0]} contestants, one better by {_SHIFT:g}"
    return Design(figure, sample, 2.0, interval, over == THESE, at_least=True)


def _of_power() -> PowerDesign:
    """Two contestants that differ, beside the same test on means of templates.

    A prompt is one group in one template; where templates vary the most, the paired t-test on their
    means is the best matched test.
    """

    def finds(generator: np.random.Generator) -> tuple[bool, bool]:
        import numpy as np
        from scipy.stats import ttest_1samp

        flags = _contestants(generator, 2, False, *_CASES[0], shift=_SHIFT, own=(0.05, _OWN))
        (first, second), clusters = _drawn(generator, flags, _SIZES[1])
        p = paired_difference(first, second, clusters)["p"]
        sizes = np.bincount(clusters.templates)
        means = np.bincount(clusters.templates, second - first)[sizes > 0] / sizes[sizes > 0]
        return p < LEVEL, bool(ttest_1samp(means, 0.0).pvalue < LEVEL)

    sample = f"{_SIZES[1]:,} prompts, log-odds differ by {_SHIFT:g}"
    return PowerDesign("Arena, difference", sample, finds)


def _named(figure: str, over: str) -> str:
    if over == KIND:
        return f"{figure} over other groups and templates"
    return f"{figure} over other groups and templates, prompts as independent"


def _sample(rate: float, sd: float, size: int) -> str:
    return (
        f"{size:,} of {_GROUPS} groups in {_TEMPLATES} templates, rate {rate:g}, log-odds vary "
        f"by {_OF_GROUPS:g} and {sd:g}"
    )


def _chances(generator: np.random.Generator, rate: float, sd: float) -> np.ndarray:
    """[group, template] how likely a completion is flagged."""
    from scipy.special import expit

    found: np.ndarray = expit(_odds(generator, rate, sd))
    return found


def _odds(generator: np.random.Generator, rate: float, sd: float) -> np.ndarray:
    """[group, template] log-odds that a completion is flagged."""
    from scipy.special import logit

    groups = generator.normal(0, _OF_GROUPS, (_GROUPS, 1))
    found: np.ndarray = logit(rate) + groups + generator.normal(0, sd, _TEMPLATES)
    return found


def _contestants(
    generator: np.random.Generator,
    many: int,
    alike: bool,
    rate: float,
    sd: float,
    shift: float = 0.0,
    own: tuple[float, float] = (_OWN, _OWN),
) -> np.ndarray:
    """[contestant, group, template] flags of contestants with one rate over all of them.

    Args:
        alike: whether all but the first share a part of their own ways.
        shift: log-odds that are taken from the first.
        own: standard deviations of a contestant's own way with a group, and with a template.
    """
    import numpy as np
    from scipy.special import expit

    odds = _odds(generator, rate, sd)
    common = [generator.normal(0, one, size) for one, size in zip(own, odds.shape, strict=True)]
    found = []
    for place in range(many):
        share = _SHARED if alike and place else 0.0
        groups, templates = (
            math.sqrt(share) * both + math.sqrt(1 - share) * generator.normal(0, one, len(both))
            for one, both in zip(own, common, strict=True)
        )
        moved = odds + groups[:, None] + templates - shift * (place == 0)
        found.append(_flags(generator, expit(moved)))
    return np.stack(found)


def _flags(generator: np.random.Generator, chances: np.ndarray) -> np.ndarray:
    found: np.ndarray = (generator.random(chances.shape) < chances).astype(float)
    return found


def _mean_rate(rate: float, sd: float, power: int = 1) -> float:
    """Over all groups and templates, by Gauss and Hermite's quadrature.

    Args:
        power: to which the rate of a prompt is raised.
    """
    import numpy as np
    from scipy.special import expit, logit

    nodes, weights = np.polynomial.hermite_e.hermegauss(60)
    odds = logit(rate) + math.hypot(_OF_GROUPS, sd) * nodes
    return float(expit(odds) ** power @ weights / weights.sum())


def _drawn(
    generator: np.random.Generator, whole: np.ndarray, size: int
) -> tuple[np.ndarray, Clusters]:
    """Flags of some of the prompts, and their groups and templates.

    Args:
        whole: [contestant, group, template].
    """
    import numpy as np

    places = generator.choice(whole[0].size, size, replace=False)
    rows, columns = np.divmod(places, whole.shape[2])
    return whole[:, rows, columns], Clusters(rows, columns)
