"""Designs of the tests of groups against the others of their category, which share templates.

Templates differ far more than groups do, as in the Arena.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from engine.bench.coverage.design import AnyDesign, FamilyDesign, PowerDesign
from engine.measures.arena.clusters import Clusters
from engine.measures.arena.groups import group_tests
from engine.statistics import LEVEL

if TYPE_CHECKING:
    import numpy as np

_ARENA = (24, 19, 23, 17)  # groups of each category, as the Arena's
_FEWER = ((8,), (12, 8))  # of one category, and of two
_TEMPLATES = 128
_EACH = (12, _TEMPLATES)  # templates of a group: of a subset of 1,000, and of the whole set
_MIDDLE, _SD = -2.4, 2.0  # log-odds of a template in the middle, and their standard deviation
_SHIFTS = (0.7, 1.0)  # log-odds by which the first group is more often flagged
_PERMUTATIONS = 10_000 - 1
_FIGURE = "groups of the Arena, within templates"


def group_designs() -> Iterator[AnyDesign]:
    """Every design; those of 83 groups in all templates take some 90 milliseconds a sample."""
    for categories in (*_FEWER, _ARENA):
        for each in _EACH:
            yield _without_difference(categories, each)
    for categories in (*_FEWER, _ARENA):
        yield _without_difference(categories, _TEMPLATES, uncorrected=True)
    for shift in _SHIFTS:
        yield _with_difference(shift, _mantel_haenszel, "beside Mantel and Haenszel's")
        yield _with_difference(shift, _permuted, "beside permutations")


def _without_difference(
    categories: Sequence[int], each: int, uncorrected: bool = False
) -> FamilyDesign:
    """`uncorrected` takes each test by itself."""

    def finds(generator: np.random.Generator) -> bool:
        flags, names, clusters = _sample(generator, categories, each, 0.0)
        if uncorrected:
            tests = group_tests(flags, names, clusters).values()
            return any(entry["p"] is not None and entry["p"] < LEVEL for entry in tests)
        return any(entry["side"] for entry in group_tests(flags, names, clusters).values())

    sample = f"{sum(categories)} groups in {each} of {_TEMPLATES} templates each, no difference"
    figure = _FIGURE + (", each by itself" if uncorrected else "")
    return FamilyDesign(figure, sample, finds, compared=uncorrected)


_Test = Callable[["np.ndarray", "np.ndarray", "np.random.Generator"], float]


def _with_difference(shift: float, best: _Test, said: str) -> PowerDesign:
    """The first group of the Arena's differs; the best test is corrected for all groups, too."""
    groups = sum(_ARENA)

    def finds(generator: np.random.Generator) -> tuple[bool, bool]:
        import numpy as np

        flags, names, clusters = _sample(generator, _ARENA, _TEMPLATES, shift)
        ours = group_tests(flags, names, clusters)[0]["side"] == 1
        # Each group is in each template once: [group of the category, template].
        own = clusters.groups < _ARENA[0]
        table = np.zeros((_ARENA[0], _TEMPLATES))
        table[clusters.groups[own], clusters.templates[own]] = flags[own]
        return ours, best(table[0], table[1:], generator) < LEVEL / groups

    sample = f"{groups} groups in {_TEMPLATES} templates, log-odds of one differ by {shift:g}"
    return PowerDesign(_FIGURE, f"{sample}, {said}", finds)


def _mantel_haenszel(first: np.ndarray, rest: np.ndarray, _: np.random.Generator) -> float:
    """p of their test with chi-squared's distribution.

    Args:
        first: [template] flags of one group.
        rest: [group, template] flags of the others.
    """
    import numpy as np
    from statsmodels.stats.contingency_tables import StratifiedTable

    flagged = np.stack([first, rest.sum(axis=0)])
    sizes = np.array([[1], [len(rest)]])
    counts = np.stack([flagged, sizes - flagged], axis=1)
    return float(StratifiedTable(counts).test_null_odds().pvalue)


def _permuted(first: np.ndarray, rest: np.ndarray, generator: np.random.Generator) -> float:
    """p of the sum of flags where any group of a template could have been the first."""
    import numpy as np

    every = np.vstack([first, rest])
    picked = generator.integers(0, len(every), (_PERMUTATIONS, every.shape[1]))
    sums = every[picked, np.arange(every.shape[1])].sum(axis=1)
    expected = every.mean(axis=0).sum()
    extreme = np.abs(sums - expected) >= abs(first.sum() - expected) - 1e-9
    return float((1 + extreme.sum()) / (1 + _PERMUTATIONS))


def _sample(
    generator: np.random.Generator, categories: Sequence[int], each: int, shift: float
) -> tuple[np.ndarray, list[str], Clusters]:
    """Flags of every group in some of the templates, categories, groups and templates.

    Args:
        categories: groups of each.
        each: templates of a group.
        shift: log-odds that are added to the first group.
    """
    import numpy as np
    from scipy.special import expit

    many = sum(categories)
    odds = _MIDDLE + generator.normal(0, _SD, _TEMPLATES)
    order = generator.random((many, _TEMPLATES)).argsort(axis=1)[:, :each]
    templates, groups = order.ravel(), np.repeat(np.arange(many), each)
    chances = expit(odds[templates] + shift * (groups == 0))
    flags = (generator.random(len(chances)) < chances).astype(float)
    names = np.repeat([str(place) for place in range(len(categories))], categories)
    return flags, np.repeat(names, each).tolist(), Clusters(groups, templates)
