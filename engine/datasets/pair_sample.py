"""A small sample of sentence pairs that keeps the proportions of their types."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


def stratified_sample(pairs: pd.DataFrame, size: int, seed: int = 0) -> pd.DataFrame:
    """Pairs drawn without replacement, each bias type in proportion.

    Args:
        pairs: with `bias_type`.
        size: how many are wanted; rounding by type may give a few more or fewer.
        seed: of the draw.

    Returns:
        Rows in the order of the source; all of them where there are no more than `size`.
    """
    if len(pairs) <= size:
        return pairs
    drawn = pairs.groupby("bias_type").sample(frac=size / len(pairs), random_state=seed)
    return drawn.sort_index()
