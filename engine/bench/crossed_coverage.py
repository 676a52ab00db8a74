"""Samples with a known truth for prompts that share groups and templates, as the Arena's do.

The log-odds that a completion is flagged vary with its group and with its template; of every group
in every template a part is drawn. Flags of an earlier bundled model varied by template with a
standard deviation of some 2.3, and hardly by group.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.bench.coverage import Design, Interval
from engine.statistics.crossed import clustered_share_interval, crossed_difference_test
from engine.statistics.shares import share_difference_interval, share_interval

if TYPE_CHECKING:
    import numpy as np

_GROUPS, _TEMPLATES, _DRAWN = 83, 128, 1000  # the Arena's
_OF_GROUPS = 0.3  # standard deviation
# Rate of a group and a template in the middle, and standard deviation over templates.
_CASES = ((0.3, 0.8), (0.05, 2.3))


def crossed_designs() -> Iterator[Design]:
    """Every design, with what takes prompts for independent beside ours."""
    for case in _CASES:
        yield _of_set(*case)
        for compared in (False, True):
            yield _of_others(*case, compared)
            yield _of_difference(*case, compared)


def _of_set(rate: float, sd: float) -> Design:
    """The Arena page: prompts drawn from a set, whose groups and templates are all there are."""
    import numpy as np

    generator = np.random.default_rng(0)
    chances = _varied(generator, rate, sd)
    whole = (generator.random(chances.shape) < chances).astype(float)

    def interval(drawing: np.random.Generator) -> Interval:
        values, *_ = _drawn(drawing, whole)
        return share_interval(values)

    figure = "Arena, prompts of a set"
    return Design(figure, _sample(rate, sd), float(whole.mean()), interval, at_least=True)


def _of_others(rate: float, sd: float, compared: bool) -> Design:
    """The Scorecard: groups and templates are a sample of others."""

    def interval(generator: np.random.Generator) -> Interval:
        chances = _varied(generator, rate, sd)
        flags = (generator.random(chances.shape) < chances).astype(float)
        values, rows, columns = _drawn(generator, flags)
        if compared:
            return share_interval(values)
        return clustered_share_interval(values, rows, columns)

    figure = _named("Arena, other groups and templates", compared)
    return Design(
        figure, _sample(rate, sd), _mean_rate(rate, sd), interval, compared, at_least=True
    )


def _of_difference(rate: float, sd: float, compared: bool) -> Design:
    """Two contestants that differ by group and template, and not over all of them."""

    def interval(generator: np.random.Generator) -> Interval:
        both = [_varied(generator, rate, sd) for _ in range(2)]
        first, second = ((generator.random(one.shape) < one).astype(float) for one in both)
        values, rows, columns = _drawn(generator, second - first)
        if compared:
            return share_difference_interval(values)
        return crossed_difference_test(values, rows, columns)[1]

    figure = _named("Arena, difference over other groups and templates", compared)
    return Design(figure, _sample(rate, sd), 0.0, interval, compared, at_least=True)


def _named(figure: str, compared: bool) -> str:
    return f"{figure}, prompts as independent" if compared else figure


def _sample(rate: float, sd: float) -> str:
    return (
        f"{_DRAWN:,} of {_GROUPS} groups in {_TEMPLATES} templates, rate {rate:g}, log-odds vary "
        f"by {_OF_GROUPS:g} and {sd:g}"
    )


def _varied(generator: np.random.Generator, rate: float, sd: float) -> np.ndarray:
    """[group, template] how likely a completion is flagged."""
    from scipy.special import expit, logit

    groups = generator.normal(0, _OF_GROUPS, (_GROUPS, 1))
    odds = logit(rate) + groups + generator.normal(0, sd, _TEMPLATES)
    found: np.ndarray = expit(odds)
    return found


def _mean_rate(rate: float, sd: float) -> float:
    """Over all groups and templates, by Gauss and Hermite's quadrature."""
    import numpy as np
    from scipy.special import expit, logit

    nodes, weights = np.polynomial.hermite_e.hermegauss(60)
    odds = logit(rate) + math.hypot(_OF_GROUPS, sd) * nodes
    return float(expit(odds) @ weights / weights.sum())


def _drawn(
    generator: np.random.Generator, whole: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Values, groups and templates of some of the cells."""
    import numpy as np

    places = generator.choice(whole.size, _DRAWN, replace=False)
    rows, columns = np.divmod(places, whole.shape[1])
    return whole[rows, columns], rows, columns
