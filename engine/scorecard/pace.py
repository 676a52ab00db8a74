"""How long a cell takes, guessed from the measure and the size of the model."""

from __future__ import annotations

import os

from engine.columns.column import Column

# Measured seconds of one cell of the bundled model on two cores, on the bundled data (English or
# German where there is none), by the word before the colon; bytes of its weights.
_SECONDS = {
    "pairs": 22.0,
    "seat": 1.0,
    "lpbs": 1.0,
    "unmasking": 4.0,
    "cabm": 5.0,
    "counter": 2.0,
    "arena": 5.0,
    "pppl": 3.0,
    "cloze": 1.0,
    "gest": 1.0,
    "honest": 2.0,
    "bec-pro": 4.0,
    "multilingual": 56.0,
}
_OTHERS, _BYTES, _CORES, _MOST_CORES = 10.0, 91e6, 2, 8
_LEAST = 0.2  # of the bundled model's time: a small one has overheads too


def seconds_of(column: Column, weights: int) -> float:
    """About how many seconds one cell takes here.

    Args:
        weights: bytes of the model; 0 where they are not known.
    """
    cores = max(1, min(os.cpu_count() or 1, _MOST_CORES))
    size = max(_LEAST, weights / _BYTES) if weights else 1.0
    return _SECONDS.get(column.name.partition(":")[0], _OTHERS) * size * _CORES / cores
