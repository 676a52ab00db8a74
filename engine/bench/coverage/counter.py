"""Designs of the mean difference of the counter-stereotype experiment.

Its sentences share person words and targets, as the bundled ones do: 136 sentences of 48 pairs of
person words and 68 targets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.bench.coverage.design import Design, Interval
from engine.statistics import mean_interval
from engine.statistics.crossed import crossed_difference_test

if TYPE_CHECKING:
    import numpy as np

_SENTENCES, _PERSONS, _TARGETS = 136, 48, 68
_SHARED = (0.1, 0.3)  # part of the variance that is of the person word, and of the target


def counter_designs() -> list[Design]:
    """Every design, with sentences as independent beside ours."""
    return [_of_mean(shared, alone) for shared in _SHARED for alone in (False, True)]


def _of_mean(shared: float, alone: bool) -> Design:
    def interval(generator: np.random.Generator) -> Interval:
        values, persons, targets = _drawn(generator, shared)
        if alone:
            return mean_interval(values.tolist(), int(generator.integers(2**31)))
        return crossed_difference_test(values, persons, targets)[1]

    sample = (
        f"{_SENTENCES} sentences of {_PERSONS} pairs of person words and {_TARGETS} targets, "
        f"{shared:g} of the variance by each"
    )
    figure = "counter-stereotype" + ", sentences as independent" * alone
    return Design(figure, sample, 0.0, interval, compared=alone)


def _drawn(
    generator: np.random.Generator, shared: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """[sentence] differences around 0, and numbers of person words and of targets."""
    import numpy as np

    persons = generator.permutation(np.arange(_SENTENCES) % _PERSONS)
    targets = np.arange(_SENTENCES) % _TARGETS
    values = generator.normal(0, np.sqrt(shared), _PERSONS)[persons]
    values = values + generator.normal(0, np.sqrt(shared), _TARGETS)[targets]
    return values + generator.normal(0, np.sqrt(1 - 2 * shared), _SENTENCES), persons, targets
