"""Designs of the split-half reliability of a measure whose units are alike.

What a model gives in a unit is a sum of its level, of parts of its own for what units share, and of
a part for the unit alone: pairs share their words, and templates people and sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.bench.coverage.design import AnyDesign, Design, Interval
from engine.bench.coverage.pairs import row_sizes, sample_of
from engine.columns.column import IDENTITY
from engine.scorecard.reliability import correlated, split_half
from engine.statistics.paired import Alike

if TYPE_CHECKING:
    import numpy as np

_MODELS = 30
_SPLITS = 40
_LEVEL = 0.4  # standard deviation of the models, in those of a unit's own part
_SHARED = 1.0  # of what units of one cluster share
_ROWS, _COLUMNS = 20, 12


def half_designs() -> list[AnyDesign]:
    """Every design, with halves of single units beside; a sample takes about 3 ms."""
    return [
        design
        for compared in (False, True)
        for design in (_of_pairs(compared), _of_templates(compared))
    ]


def _of_pairs(compared: bool) -> Design:
    import numpy as np

    sizes = row_sizes()
    words = np.repeat(np.arange(len(sizes)), sizes)
    noise = _SHARED**2 * float((np.array(sizes) ** 2).sum()) / len(words) ** 2 + 1 / len(words)
    sample = f"{_MODELS} models, {sample_of(sizes)}"
    return _design("pairs, reliability", sample, [words], noise, Alike(clusters=words), compared)


def _of_templates(compared: bool) -> Design:
    import numpy as np

    rows, columns = (one.ravel() for one in np.indices((_ROWS, _COLUMNS)))
    noise = _SHARED**2 * (1 / _ROWS + 1 / _COLUMNS) + 1 / len(rows)
    sample = f"{_MODELS} models, {_ROWS} people in {_COLUMNS} sentences"
    alike = Alike(crossed=(rows, columns))
    return _design("templates, reliability", sample, [rows, columns], noise, alike, compared)


def _design(
    figure: str,
    sample: str,
    labels: list[np.ndarray],
    noise: float,
    alike: Alike,
    compared: bool,
) -> Design:
    """Design of a reliability.

    Args:
        labels: [unit] numbers of what units share, each.
        noise: variance of a model's figure over other units of the kind.
    """

    def interval(generator: np.random.Generator) -> Interval:
        parts = _LEVEL * generator.normal(size=(_MODELS, 1))
        parts = parts + generator.normal(size=(_MODELS, len(labels[0])))
        for one in labels:
            own = generator.normal(size=(_MODELS, int(one.max()) + 1))
            parts += _SHARED * own[:, one]
        seed = int(generator.integers(2**31))
        groups = Alike() if compared else alike
        found = split_half(parts, IDENTITY.name, seed, _SPLITS, groups)
        if found is None:
            return None
        ends = correlated(found[0], _MODELS, 2)["corrected_interval"]
        return None if ends is None else (ends[0], ends[1])

    truth = _LEVEL**2 / (_LEVEL**2 + noise)
    if compared:
        figure = f"{figure}, halves of single units"
    return Design(figure, sample, truth, interval, compared, at_least=True)
