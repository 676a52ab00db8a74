"""Designs of the tests of groups against the others of their category, which share templates.

Templates differ far more than groups do, as in the Arena.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.bench.coverage.design import AnyDesign, FamilyDesign, PowerDesign
from engine.measures.arena.clusters import Clusters
from engine.measures.arena.groups import group_tests
from engine.statistics import LEVEL

if TYPE_CHECKING:
    import numpy as np

_CATEGORIES = (24, 19, 23, 17)  # groups of each, as the Arena's
_GROUPS, _TEMPLATES = sum(_CATEGORIES), 128
_EACH = (12, _TEMPLATES)  # templates of a group: of a subset of 1,000, and of the whole set
_MIDDLE, _SD = -2.4, 2.0  # log-odds of a template in the middle, and their standard deviation
_SHIFTS = (0.7, 1.0)  # log-odds by which the first group is more often flagged


def group_designs() -> Iterator[AnyDesign]:
    """Every design; those of all templates take some 50 milliseconds a sample."""
    for each in _EACH:
        yield _without_difference(each)
    for shift in _SHIFTS:
        yield _with_difference(shift)


def _without_difference(each: int) -> FamilyDesign:
    def finds(generator: np.random.Generator) -> bool:
        flags, categories, clusters = _sample(generator, each, 0.0)
        return any(entry["side"] for entry in group_tests(flags, categories, clusters).values())

    sample = f"{_GROUPS} groups in {each} of {_TEMPLATES} templates each, no difference"
    return FamilyDesign("groups of the Arena, within templates", sample, finds)


def _with_difference(shift: float) -> PowerDesign:
    """The first group differs; beside the test of Mantel and Haenszel, corrected alike."""

    def finds(generator: np.random.Generator) -> tuple[bool, bool]:
        flags, categories, clusters = _sample(generator, _TEMPLATES, shift)
        ours = group_tests(flags, categories, clusters)[0]["side"] == 1
        own = clusters.groups < _CATEGORIES[0]
        tested = flags[own], clusters.groups[own] == 0, clusters.templates[own]
        return ours, _mantel_haenszel(*tested) < LEVEL / _GROUPS

    sample = f"{_GROUPS} groups in {_TEMPLATES} templates, log-odds of one differ by {shift:g}"
    return PowerDesign("groups of the Arena, within templates", sample, finds)


def _mantel_haenszel(flags: np.ndarray, first: np.ndarray, strata: np.ndarray) -> float:
    import numpy as np
    from statsmodels.stats.contingency_tables import StratifiedTable

    counts = np.zeros((2, 2, _TEMPLATES))
    np.add.at(counts, (1 - first.astype(int), 1 - flags.astype(int), strata), 1.0)
    return float(StratifiedTable(counts).test_null_odds().pvalue)


def _sample(
    generator: np.random.Generator, each: int, shift: float
) -> tuple[np.ndarray, list[str], Clusters]:
    """Flags of every group in some of the templates, categories, groups and templates.

    Args:
        each: templates of a group.
        shift: log-odds that are added to the first group.
    """
    import numpy as np
    from scipy.special import expit

    odds = _MIDDLE + generator.normal(0, _SD, _TEMPLATES)
    order = generator.random((_GROUPS, _TEMPLATES)).argsort(axis=1)[:, :each]
    templates, groups = order.ravel(), np.repeat(np.arange(_GROUPS), each)
    chances = expit(odds[templates] + shift * (groups == 0))
    flags = (generator.random(len(chances)) < chances).astype(float)
    names = np.repeat([str(place) for place in range(len(_CATEGORIES))], _CATEGORIES)
    return flags, np.repeat(names, each).tolist(), Clusters(groups, templates)
