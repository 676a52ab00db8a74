"""Random halves of units, which share no cluster.

Halves that share what makes units alike agree for that reason alone: of clustered units a
split-half reliability is then far too high.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.statistics.paired import Alike

if TYPE_CHECKING:
    import numpy as np

_TOGETHER = 4_000_000  # units of splits at a time


def random_halves(
    units: int, alike: Alike, seed: int, splits: int
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Halves of so many units, as many as fit into memory at a time.

    Whole clusters are halved, so that both halves have about as many units. Of crossed units rows
    and columns are, each on its own: one half has the units of some rows in some columns, the
    other those of the other rows in the other columns. What is in neither is left out.

    Args:
        alike: which units are.
        seed: of the draws.
        splits: how often the units are halved.

    Yields:
        [split, unit] bool, of both halves; a half of crossed units may be empty.
    """
    import numpy as np

    generator = np.random.default_rng(seed)
    labels = shared_by(units, alike)
    step = max(1, _TOGETHER // max(1, units))
    for start in range(0, splits, step):
        many = min(step, splits - start)
        drawn = [_drawn(one, generator, many) for one in labels]
        yield np.logical_and.reduce(drawn), ~np.logical_or.reduce(drawn)


def shared_by(units: int, alike: Alike) -> list[np.ndarray]:
    """What is halved: [unit] number of its cluster, or of its row, and of its column.

    Args:
        units: how many there are.
        alike: a row or a column that is of one unit alone is no cluster.
    """
    import numpy as np

    found = [*(alike.crossed or ()), *([] if alike.clusters is None else [alike.clusters])]
    return [one for one in found if len(np.unique(one)) < units] or [np.arange(units)]


def _drawn(labels: np.ndarray, generator: np.random.Generator, splits: int) -> np.ndarray:
    """[split, unit] whether it is in the first half: of the clusters in random order, the first."""
    import numpy as np

    _, place, sizes = np.unique(labels, return_inverse=True, return_counts=True)
    order = generator.permuted(np.tile(np.arange(len(sizes)), (splits, 1)), axis=1)
    reached = 2 * sizes[order].cumsum(axis=1)[:, :-1]
    taken = 1 + abs(reached - len(labels)).argmin(axis=1)
    rank = order.argsort(axis=1)
    first: np.ndarray = (rank < taken[:, None])[:, place]
    return first
