"""Designs of rankings by the distance from a neutral value, as the Scorecard's.

Contestants are measured on the same units, on which they agree as variants of one model do, and lie
on either side of the neutral value. What is compared turns each to the side of its own mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.bench.coverage.design import AnyDesign, Design, FamilyDesign, Interval, PowerDesign
from engine.statistics.significance import LEVEL
from engine.statistics.tiers import distinguished, intervals_of_ranks, paired_tests

if TYPE_CHECKING:
    import numpy as np

_CONTESTANTS = (4, 8, 15)
_UNITS = 60  # targets, templates or stereotypes, of which columns have tens
_PAIRS = 300  # yes-or-no units
_HALF = 0.5
_RANK_DRAWS = 300
# Of families only p is looked at: enough units for intervals of all pairs at once, and few draws.
_FAMILY_UNITS, _FAMILY_DRAWS = 100, 100
_APART, _VARIANTS = 0.0, 0.9  # correlation of two contestants over units


class _Lie(NamedTuple):
    """How far two contestants lie from the neutral value, in standard deviations of a unit."""

    first: float
    second: float


def ranking_designs() -> Iterator[AnyDesign]:
    """Every design; a sample of 15 contestants has 105 pairs, which take 15 to 80 ms."""
    for many in _CONTESTANTS:
        yield _of_family("one side", [0.3] * many, _VARIANTS, compared=False)
        for compared in (False, True):
            yield _of_family("both sides", _both_sides(many), _VARIANTS, compared)
    yield _of_family("both sides", _both_sides(4), _APART, compared=False)
    for compared in (False, True):
        yield _of_share_family(compared)
        yield _of_pair(compared)
    for lie in (_Lie(0.5, 0.9), _Lie(-0.5, 0.9), _Lie(0.0, 0.4), _Lie(-0.1, 0.1)):
        for correlation in (_APART, _VARIANTS):
            yield _of_difference(lie, correlation)
    yield _of_share_difference((0.46, 0.58))
    yield _of_share_difference((0.6, 0.66))
    for many in _CONTESTANTS[:2]:
        for compared in (False, True):
            yield _of_rank("equal", _both_sides(many), compared)
    yield _of_rank("different", [0.1, -0.3, 0.5, -0.7], compared=False)
    for many in (2, 4):
        yield _of_power(many)


def _both_sides(many: int) -> list[float]:
    """Equally far from the neutral value, by turns above and below."""
    return [0.1 * (-1) ** place for place in range(many)]


def _values(
    generator: np.random.Generator,
    means: Sequence[float],
    correlation: float,
    units: int = _UNITS,
) -> np.ndarray:
    """[contestant, unit] values about these means, which correlate over contestants."""
    import numpy as np

    shared = generator.normal(size=units)
    own = generator.normal(size=(len(means), units))
    noise = np.sqrt(correlation) * shared + np.sqrt(1 - correlation) * own
    found: np.ndarray = np.array(means)[:, None] + noise
    return found


def _flagged(generator: np.random.Generator, rates: Sequence[float]) -> np.ndarray:
    """[contestant, pair] preferences of variants of one model."""
    import numpy as np
    from scipy.stats import norm

    shared = np.sqrt(_VARIANTS) * generator.normal(size=_PAIRS)
    own = np.sqrt(1 - _VARIANTS) * generator.normal(size=(len(rates), _PAIRS))
    return (shared + own < norm.ppf(rates)[:, None]).astype(float)


def _turned(values: np.ndarray, neutral: float) -> np.ndarray:
    """The old way: each contestant turned to the side on which its own mean lies."""
    import numpy as np

    side = np.where(values.mean(axis=1) < neutral, -1.0, 1.0)[:, None]
    return neutral + side * (values - neutral)


def _named(figure: str, compared: bool) -> str:
    return f"{figure}, turned by their own means" if compared else figure


def _tests(
    values: np.ndarray, shares: bool, neutral: float, compared: bool
) -> list[dict[str, Any]]:
    if compared:
        return paired_tests(_turned(values, neutral), shares, draws=_FAMILY_DRAWS)
    return paired_tests(values, shares, draws=_FAMILY_DRAWS, neutral=neutral)


def _any(tests: Sequence[dict[str, Any]]) -> bool:
    return any(p is not None and p < LEVEL for p in (one["p_holm"] for one in tests))


def _sample(many: int, correlation: float, lie: str, units: int = _UNITS) -> str:
    alike = f"units correlate by {correlation:g}" if correlation else "independent"
    return f"{many} contestants, {units} units, {alike}, {lie}"


def _of_family(
    lie: str, means: Sequence[float], correlation: float, compared: bool
) -> FamilyDesign:
    """All pairs of contestants that are equally far from the neutral value."""

    def finds(generator: np.random.Generator) -> bool:
        values = _values(generator, means, correlation, _FAMILY_UNITS)
        return _any(_tests(values, False, 0.0, compared))

    sample = _sample(len(means), correlation, f"equally far on {lie}", _FAMILY_UNITS)
    return FamilyDesign(_named("ranking by distance", compared), sample, finds, compared)


def _of_share_family(compared: bool) -> FamilyDesign:
    def finds(generator: np.random.Generator) -> bool:
        return _any(_tests(_flagged(generator, (0.47, 0.53) * 2), True, _HALF, compared))

    sample = f"4 variants, {_PAIRS} pairs, 47% and 53%"
    return FamilyDesign(_named("ranking by distance", compared), sample, finds, compared)


def _of_pair(compared: bool) -> FamilyDesign:
    """Two variants alone."""

    def finds(generator: np.random.Generator) -> bool:
        return _any(_tests(_values(generator, _both_sides(2), _VARIANTS), False, 0.0, compared))

    figure = _named("difference of two distances", compared)
    return FamilyDesign(figure, _sample(2, _VARIANTS, "equally far on both sides"), finds, compared)


def _of_difference(lie: _Lie, correlation: float) -> Design:
    def interval(generator: np.random.Generator) -> Interval:
        (test,) = paired_tests(_values(generator, lie, correlation), False, neutral=0.0)
        bounds = test["interval"]
        return None if bounds is None else (bounds[0], bounds[1])

    sample = _sample(2, correlation, f"at {lie.first:g} and {lie.second:g}")
    truth = abs(lie.second) - abs(lie.first)
    # Equally far and both near the neutral value, it is wide enough for either side.
    return Design("difference of two distances", sample, truth, interval, at_least=not truth)


def _of_share_difference(rates: tuple[float, float]) -> Design:
    def interval(generator: np.random.Generator) -> Interval:
        (test,) = paired_tests(_flagged(generator, rates), neutral=_HALF)
        low, high = test["interval"]
        return low, high

    truth = abs(rates[1] - _HALF) - abs(rates[0] - _HALF)
    sample = f"2 variants, {_PAIRS} pairs, {rates[0]:.0%} and {rates[1]:.0%}"
    return Design("difference of two distances", sample, truth, interval, at_least=True)


def _of_rank(name: str, means: Sequence[float], compared: bool) -> Design:
    """The rank of the first of several variants; those equally far share the best rank."""

    def interval(generator: np.random.Generator) -> Interval:
        values = _values(generator, means, _VARIANTS)
        tests = _tests(values, False, 0.0, compared)
        seed = int(generator.integers(2**31))
        if compared:
            found = intervals_of_ranks(_turned(values, 0.0), tests, seed, _RANK_DRAWS)
        else:
            found = intervals_of_ranks(values, tests, seed, _RANK_DRAWS, 0.0)
        best, worst = found[0]
        return float(best), float(worst)

    truth = 1.0 + sum(abs(mean) < abs(means[0]) for mean in means)
    sample = _sample(len(means), _VARIANTS, f"{name} distances on both sides")
    return Design(
        _named("rank by distance", compared), sample, truth, interval, compared, at_least=True
    )


def _of_power(many: int) -> PowerDesign:
    """All on one side, where the plain paired test of means is the best one."""
    means = [0.5, *[0.5 + 0.15] * (many - 1)]

    def finds(generator: np.random.Generator) -> tuple[bool, bool]:
        values = _values(generator, means, _VARIANTS)
        ours, best = (
            distinguished(many, tests)
            for tests in (paired_tests(values, False, neutral=0.0), paired_tests(values, False))
        )
        return bool(ours[0, 1]), bool(best[0, 1])

    return PowerDesign("ranking by distance", _sample(many, _VARIANTS, "at 0.5 and 0.65"), finds)
