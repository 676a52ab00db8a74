"""SentenceDebias: subtract what states have along the main directions of pair differences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.interventions.affine import Erasure, principal, projection

if TYPE_CHECKING:
    import numpy as np


def sentence_debias(first: np.ndarray, second: np.ndarray, rank: int) -> Erasure:
    """The projection away from the first principal components of pair differences.

    Each pair's two states are taken relative to the mean of the two, so that what the sentences
    of a pair have in common plays no part.

    Args:
        first: [pair, width], states of side A.
        second: [pair, width], states of side B.
        rank: components that are taken away; fewer where the differences span fewer dimensions.

    Source: Liang et al. 2020, section 2.
    """
    import numpy as np

    half = (first - second).astype(float) / 2
    return projection(principal(np.concatenate([half, -half]), rank))
