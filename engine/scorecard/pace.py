"""How long a cell takes, guessed from the measure and the size of the model."""

from __future__ import annotations

import os

from engine.columns.column import Column
from engine.scorecard.columns import FAMILIES

# The machine and the bytes of weights (of the bundled model) that the seconds of families are of.
_BYTES, _CORES, _MOST_CORES = 91e6, 2, 8
_LEAST = 0.2  # of the bundled model's time: a small one has overheads too


def seconds_of(column: Column, weights: int) -> float:
    """About how many seconds one cell takes here.

    Args:
        weights: bytes of the model; 0 where they are not known.
    """
    cores = max(1, min(os.cpu_count() or 1, _MOST_CORES))
    size = max(_LEAST, weights / _BYTES) if weights else 1.0
    family = FAMILIES[column.name.partition(":")[0]]
    return family.seconds * size * _CORES / cores
