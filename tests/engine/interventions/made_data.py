"""States made by hand: pairs whose two sides differ in known directions."""

from __future__ import annotations

import numpy as np


def made_pairs(
    pairs: int, width: int, seed: int, *, apart: float = 2.0, spread: float = 0.5
) -> tuple[np.ndarray, np.ndarray]:
    """Pairs that share a random state and differ along the first axis.

    Args:
        apart: distance between the two sides along the first axis.
        spread: standard deviation of what else differs between the two states of a pair.

    Returns:
        States of side A and of side B, [pair, width] each.
    """
    rng = np.random.default_rng(seed)
    mixing = np.eye(width) + 0.3 * rng.standard_normal((width, width))
    shared = rng.standard_normal((pairs, width)) @ mixing + 3.0
    axis = np.eye(width)[0] * apart / 2
    first = shared + axis + spread * rng.standard_normal((pairs, width))
    second = shared - axis + spread * rng.standard_normal((pairs, width))
    return first, second


def sides(first: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """All states, and whether each is of side A."""
    labels = np.repeat([True, False], [len(first), len(second)])
    return np.concatenate([first, second]), labels
