"""LEACE, least-squares concept erasure: the smallest change that leaves a linear probe nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.interventions.affine import SMALLEST, Erasure

if TYPE_CHECKING:
    import numpy as np


def leace(states: np.ndarray, labels: np.ndarray, shrink: bool = True) -> Erasure:
    """r(x) = x − W⁺ P W (x − μ): W whitens the states, P projects on the columns of W Σ_xz.

    On the states that it is fitted on, the covariance with the concept is 0 afterwards, whatever
    W is; W decides which of all such maps changes the states least.

    Args:
        states: [state, width].
        labels: [state], the concept's class of each; the rank is the number of classes − 1, or
            less where means of classes coincide.
        shrink: estimate the covariance of the states by shrinkage. From fewer states than
            numbers of a state, W would otherwise be mostly noise.

    Source: Belrose et al. 2023, theorem 4.2; Ledoit and Wolf 2004 on shrinkage, which the
    authors' package uses too.
    """
    import numpy as np

    classes, places = np.unique(labels, return_inverse=True)
    center = states.mean(axis=0).astype(float)
    away = states - center
    concept = np.eye(len(classes))[places]
    crossed = away.T @ (concept - concept.mean(axis=0)) / len(states)  # Σ_xz
    axes, variances = _principal_axes(away, shrink)
    # The states span only these axes, so W is needed only there.
    roots = np.sqrt(variances)
    sides, sizes, _ = np.linalg.svd((axes @ crossed) / roots[:, None], full_matrices=False)
    rank = int((sizes[: len(classes) - 1] > SMALLEST).sum())  # whitened, so they have no unit
    kept = sides[:, :rank].T
    return Erasure(center, (kept * roots) @ axes, (kept / roots) @ axes)


def _principal_axes(away: np.ndarray, shrink: bool) -> tuple[np.ndarray, np.ndarray]:
    """Axes that the states span, and their estimated variance along each.

    Args:
        away: [state, width], each state − the mean.

    Returns:
        [axis, width], orthonormal, and [axis], the square of the unit of the states.
    """
    import numpy as np

    _, sizes, axes = np.linalg.svd(away, full_matrices=False)
    there = sizes > SMALLEST * sizes[:1].max(initial=0)
    variances = sizes[there] ** 2 / len(away)
    if shrink:
        from sklearn.covariance import ledoit_wolf_shrinkage

        share = float(ledoit_wolf_shrinkage(away, assume_centered=True))
        variances = (1 - share) * variances + share * variances.sum() / away.shape[1]
    return axes[there], variances
