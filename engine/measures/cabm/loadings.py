"""Principal components of the features, and sizes as weights that sum to 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np


def pca_loadings(scores: np.ndarray) -> np.ndarray:
    """Loadings of the principal components of z-scores.

    Returns:
        [component, feature], by falling variance, each turned so that its largest loading is
        positive.
    """
    import numpy as np

    _, _, loadings = np.linalg.svd(scores - scores.mean(axis=0), full_matrices=False)
    largest = np.abs(loadings).argmax(axis=1)
    signs = np.sign(loadings[np.arange(len(loadings)), largest])
    return loadings * signs[:, None]


def shares(sizes: np.ndarray) -> np.ndarray:
    """Sizes of at least 0 as weights that sum to 1; equal ones where all are 0."""
    import numpy as np

    total = float(sizes.sum())
    return sizes / total if total > 0 else np.full(len(sizes), 1 / len(sizes))
