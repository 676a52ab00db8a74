"""The targets in a plane, in each framing: by PCA at once, by UMAP when asked (imports umap)."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.measures.cabm.weighting import pca_loadings, standardised

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from engine.measures.cabm.features import Vectors

UMAP_VERSION = 1
NEIGHBOURS = 10


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


def principal_plane(points: np.ndarray) -> tuple[np.ndarray, tuple[float, float]]:
    """Coordinates on the two first principal components, and their share of the variance.

    Args:
        points: [point, hidden].

    Returns:
        [point, 2], and shares between 0 and 1.
    """
    import numpy as np

    centred = points - points.mean(axis=0)
    left, sizes, _ = np.linalg.svd(centred, full_matrices=False)
    shares = sizes**2 / max(float((sizes**2).sum()), 1e-12)
    return left[:, :2] * sizes[:2], (float(shares[0]), float(shares[1]))


def umap_plane(points: np.ndarray, seed: int) -> np.ndarray:
    """Coordinates by UMAP, by cosine; near points stay near, far distances mean nothing.

    The first call of a process compiles for about ten seconds. A fixed seed makes it run in
    one thread.

    Args:
        points: [point, hidden].

    Returns:
        [point, 2].

    Source: McInnes, Healy, Melville 2018.
    """
    from umap import UMAP

    neighbours = min(NEIGHBOURS, len(points) - 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of the single thread that was asked for
        model = UMAP(n_neighbors=neighbours, metric="cosine", random_state=seed, n_jobs=1)
        found: np.ndarray = model.fit_transform(points)
    return found


def feature_plane(
    frame: pd.DataFrame, columns: Sequence[str]
) -> tuple[np.ndarray, np.ndarray, tuple[float, ...]]:
    """Targets on the principal components of their z-scored features.

    Returns:
        [target, component], [component, feature] loadings, and each component's share.
    """
    scores = standardised(frame[[*columns]].to_numpy(float))
    loadings = pca_loadings(scores)
    coordinates = scores @ loadings.T
    variances = coordinates.var(axis=0)
    return coordinates, loadings, tuple((variances / variances.sum()).tolist())
