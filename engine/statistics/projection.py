"""Points of many dimensions in a plane: by PCA at once, by t-SNE or UMAP when asked.

Imports sklearn and umap, each only where it is used: both take seconds to start.
"""

from __future__ import annotations

import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

TSNE, UMAP = "t-SNE", "UMAP"
VERSIONS = {TSNE: 1, UMAP: 1}  # a number rises when the map of the same points changes
NEIGHBOURS = 10
PERPLEXITY = 30.0
FEWEST = 5  # points that t-SNE and UMAP need to have neighbours at all


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


def mapped(method: str, points: np.ndarray, seed: int) -> np.ndarray:
    """Coordinates by t-SNE or UMAP, by cosine; near points stay near, far distances mean nothing.

    Args:
        method: `TSNE` or `UMAP`.
        points: [point, hidden], at least `FEWEST`.

    Returns:
        [point, 2].
    """
    if method not in VERSIONS:
        raise ValueError(f"method must be one of {', '.join(VERSIONS)}, got {method!r}")
    if len(points) < FEWEST:
        raise ValueError(f"{method} needs at least {FEWEST} points, got {len(points)}")
    return tsne_plane(points, seed) if method == TSNE else umap_plane(points, seed)


def tsne_plane(points: np.ndarray, seed: int) -> np.ndarray:
    """Coordinates by t-SNE, by cosine, begun from the principal components.

    Args:
        points: [point, hidden].

    Returns:
        [point, 2].

    Source: van der Maaten and Hinton 2008.
    """
    from sklearn import manifold

    perplexity = min(PERPLEXITY, (len(points) - 1) / 3)
    model = manifold.TSNE(
        perplexity=perplexity, metric="cosine", init="pca", random_state=seed, n_jobs=1
    )
    found: np.ndarray = model.fit_transform(points)
    return found


def umap_plane(points: np.ndarray, seed: int) -> np.ndarray:
    """Coordinates by UMAP, by cosine.

    The first call of a process compiles for about ten seconds. A fixed seed makes it run in
    one thread.

    Args:
        points: [point, hidden].

    Returns:
        [point, 2].

    Source: McInnes, Healy, Melville 2018.
    """
    # numba sets the number of OpenMP threads of the thread that first starts its own, to one a
    # core. In the caller's, torch would compute with as many from then on, to other last digits.
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(_umap, points, seed).result()


def _umap(points: np.ndarray, seed: int) -> np.ndarray:
    import umap

    neighbours = min(NEIGHBOURS, len(points) - 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of the single thread that was asked for
        model = umap.UMAP(n_neighbors=neighbours, metric="cosine", random_state=seed, n_jobs=1)
        found: np.ndarray = model.fit_transform(points)
    return found
