"""The targets in a plane: vectors in each framing, and features by their principal components."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.measures.cabm.loadings import pca_loadings
from engine.measures.cabm.weighting import standardised

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from engine.measures.cabm.features import Vectors


def framed_means(vectors: Vectors, targets: Sequence[str]) -> np.ndarray:
    """[2 x target, hidden]: each target's mean vector in the first framing, then in the second."""
    import numpy as np

    return np.stack(
        [
            vectors.target[vectors.rows(target, group)].mean(axis=0)
            for group in (0, 1)
            for target in targets
        ]
    )


def feature_plane(
    frame: pd.DataFrame, columns: Sequence[str]
) -> tuple[np.ndarray, np.ndarray, tuple[float, ...]]:
    """Targets on the principal components of their z-scored features.

    Returns:
        [target, component], [component, feature] loadings, and each component's share.
    """
    names = [column.removesuffix("_bias") for column in columns]
    scores = standardised(frame[[*columns]].to_numpy(float), names=names)
    loadings = pca_loadings(scores)
    coordinates = scores @ loadings.T
    variances = coordinates.var(axis=0)
    return coordinates, loadings, tuple((variances / variances.sum()).tolist())
