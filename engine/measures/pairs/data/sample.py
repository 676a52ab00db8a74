"""A smaller set of pairs with every bias type, and both directions of it, in its share."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


def stratified_pairs(pairs: pd.DataFrame, size: int, seed: int) -> pd.DataFrame:
    """Draw exactly `size` pairs without replacement, each bias type in proportion to its number.

    Within a type, `stereo` and `antistereo` rows are in proportion too; where a place is left
    over, it goes to the direction that is short over the types before it.

    Args:
        pairs: with `bias_type` and `stereo_antistereo`; a column that is absent is one value.
        size: pairs drawn; every type keeps at least one where there are no more types than
            that, and all pairs are kept where there are no more pairs.
        seed: of the draw; the same for the same pairs.

    Returns:
        Rows of `pairs` in their order.
    """
    if size >= len(pairs):
        return pairs
    types = _groups(pairs, "bias_type", range(len(pairs)))
    draw = random.Random(seed)
    chosen: list[int] = []
    owed: dict[str, float] = {}
    for name, wanted in _shares({key: len(rows) for key, rows in types.items()}, size).items():
        directions = _groups(pairs, "stereo_antistereo", types[name])
        counts = {key: len(rows) for key, rows in directions.items()}
        for key, number in _divided(counts, wanted, owed).items():
            chosen += draw.sample(directions[key], number)
    return pairs.iloc[sorted(chosen)]


def _groups(pairs: pd.DataFrame, column: str, rows: range | list[int]) -> dict[str, list[int]]:
    """Value of a column -> positions of its rows, in the order of the values."""
    found: dict[str, list[int]] = {}
    values = pairs[column].fillna("").astype(str).tolist() if column in pairs else None
    for row in rows:
        found.setdefault(values[row] if values else "", []).append(row)
    return dict(sorted(found.items()))


def _shares(counts: Mapping[str, int], size: int) -> dict[str, int]:
    """Places of each type, `size` in all: one each if that can be, the others by largest need."""
    total = sum(counts.values())
    exact = {name: count * size / total for name, count in counts.items()}
    least = 1 if size >= len(counts) else 0
    given = {name: max(least, int(exact[name])) for name in counts}
    while sum(given.values()) != size:
        step = 1 if sum(given.values()) < size else -1
        able = [name for name in given if step > 0 or given[name] > least]
        furthest = max(able, key=lambda name: step * (exact[name] - given[name]))
        given[furthest] += step
    return given


def _divided(counts: Mapping[str, int], wanted: int, owed: dict[str, float]) -> dict[str, int]:
    """Places of each direction of one type, `wanted` in all; `owed` is carried between types."""
    total = sum(counts.values())
    exact = {name: count * wanted / total for name, count in counts.items()}
    given = {name: int(exact[name]) for name in counts}
    for _ in range(wanted - sum(given.values())):
        able = [name for name in counts if given[name] < counts[name]]
        shortest = max(able, key=lambda name: exact[name] - given[name] + owed.get(name, 0.0))
        given[shortest] += 1
    for name in counts:
        owed[name] = owed.get(name, 0.0) + exact[name] - given[name]
    return given
