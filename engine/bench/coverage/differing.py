"""Designs of the Scorecard's count of measures in which models clearly differ.

What is compared corrects the pairs of models within each measure alone, and not the measures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.bench.coverage.design import AnyDesign, FamilyDesign, PowerDesign
from engine.scorecard.differing import clearly
from engine.statistics.significance import LEVEL, holm, paired_difference_tests

if TYPE_CHECKING:
    import numpy as np

_MEASURES, _MODELS, _UNITS = 10, 4, 60
_APART = 0.75  # of one model in one measure, in standard deviations of a unit


def differing_designs() -> Iterator[AnyDesign]:
    """Every design; a sample of ten measures takes some 15 ms."""
    for compared in (False, True):
        yield _of_family(compared)
    yield _of_power()


def _p_values(generator: np.random.Generator, apart: float = 0.0) -> list[float | None]:
    """[pair of models] p in one measure; the first model lies apart by so much."""
    import numpy as np

    values = generator.normal(size=(_MODELS, _UNITS))
    values[0] += apart
    first, second = np.triu_indices(_MODELS, 1)
    return paired_difference_tests(values[second] - values[first])


def _of_family(compared: bool) -> FamilyDesign:
    """Whether any measure is named."""

    def finds(generator: np.random.Generator) -> bool:
        each = {str(number): _corrected(_p_values(generator)) for number in range(_MEASURES)}
        if compared:
            return any(clearly({name: p_values}) for name, p_values in each.items())
        return bool(clearly(each))

    figure = "measures in which models differ"
    named = f"{figure}, each alone" if compared else figure
    sample = f"{_MEASURES} measures, {_MODELS} models, {_UNITS} units, no difference"
    return FamilyDesign(named, sample, finds, compared)


def _corrected(p_values: Sequence[float | None]) -> list[float]:
    return [p for p in holm(p_values) if p is not None]


def _of_power() -> PowerDesign:
    """Beside Holm's correction of all pairs of all measures at once."""

    def finds(generator: np.random.Generator) -> tuple[bool, bool]:
        tests = [_p_values(generator, _APART * (not number)) for number in range(_MEASURES)]
        ours = clearly({str(number): _corrected(each) for number, each in enumerate(tests)})
        together = holm([p for each in tests for p in each])
        best = any(p is not None and p < LEVEL for p in together[: len(tests[0])])
        return "0" in ours, best

    sample = f"{_MEASURES} measures, {_MODELS} models, {_UNITS} units, one model apart in one"
    return PowerDesign("measures in which models differ", sample, finds)
