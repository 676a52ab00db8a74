"""A smaller set of pairs with every bias type in its share."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


def stratified_pairs(pairs: pd.DataFrame, size: int, seed: int) -> pd.DataFrame:
    """Draw pairs without replacement, each bias type in proportion to its number.

    Args:
        pairs: with `bias_type`, or taken as one type without it.
        size: pairs wanted; every type keeps at least one, and all are kept where there are
            no more.
        seed: of the draw; the same for the same pairs.

    Returns:
        Rows of `pairs` in their order.
    """
    if size >= len(pairs):
        return pairs
    places: dict[str, list[int]] = {}
    names = pairs["bias_type"].fillna("") if "bias_type" in pairs else [""] * len(pairs)
    for place, name in enumerate(names):
        places.setdefault(str(name), []).append(place)
    draw = random.Random(seed)
    chosen = [
        place
        for name in sorted(places)
        for place in draw.sample(places[name], _share(len(places[name]), size / len(pairs)))
    ]
    return pairs.iloc[sorted(chosen)]


def _share(count: int, rate: float) -> int:
    return min(count, max(1, round(count * rate)))
