"""The difference of two means whose units come in few clusters, which may reach into both groups.

The usual standard error of clusters is too small where they are few. Each cluster's part is made
larger by what it has drawn its own mean towards itself, and Student's t gets the degrees of freedom
of the result. Where every cluster has one unit of each group this is the paired t-test, and where
every unit is a cluster of its own it is Welch's test for equal variances.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

FEWEST_OF_GROUP = 2  # clusters of a group, for a standard error


@dataclass(frozen=True, eq=False)
class ClusteredContrast:
    """What the clusters add to the error of a mean, or of a difference of two means.

    Args:
        group: [unit], 0 or 1.
        cluster: [unit], number of its cluster, from 0.
        weights: [unit], of its deviation from the mean of its group; below 0 in the second group.
        freedom: degrees of freedom of the standard error, at least 1.
    """

    group: np.ndarray
    cluster: np.ndarray
    weights: np.ndarray
    freedom: float

    def parts(self, values: np.ndarray) -> np.ndarray:
        """What each cluster adds to the error.

        Args:
            values: [unit, ...].

        Returns:
            [cluster, ...], in the unit of the values; the sum of their squares is the variance of
            the difference, and that of their products its covariance.
        """
        import numpy as np

        found = np.zeros((int(self.cluster.max()) + 1, *values.shape[1:]))
        for place in np.unique(self.group):
            rows = np.flatnonzero(self.group == place)
            away = values[rows] - values[rows].mean(axis=0)
            np.add.at(found, self.cluster[rows], (away.T * self.weights[rows]).T)
        return found


def clustered_contrast(group: np.ndarray, cluster: np.ndarray) -> ClusteredContrast | None:
    """Weights and degrees of freedom of first mean - second mean.

    Args:
        group: [unit], 0 or 1; the mean itself where all are in one group.
        cluster: [unit], number of its cluster, from 0.

    Returns:
        None where a group has fewer than `FEWEST_OF_GROUP` clusters.

    Source: Bell and McCaffrey 2002 (bias-reduced linearisation).
    """
    import numpy as np

    signs = {0: 1.0, 1: -1.0}
    weights = np.empty(len(group))
    sizes, each = [], []  # [group][cluster]
    for place in np.unique(group):
        rows = group == place
        size = np.bincount(cluster[rows], minlength=int(cluster.max()) + 1)
        if (size > 0).sum() < FEWEST_OF_GROUP:
            return None
        share = size / size.sum()
        one = 1 / (size.sum() * np.sqrt(1 - share))
        weights[rows] = signs[int(place)] * one[cluster[rows]]
        sizes.append(size)
        each.append(one)
    return ClusteredContrast(group, cluster, weights, _freedom(sizes, each))


def _freedom(sizes: list[np.ndarray], weights: list[np.ndarray]) -> float:
    """Satterthwaite's degrees of freedom of the summed squares of the parts.

    Args:
        sizes: [group][cluster], units; weights: [group][cluster], of one unit.
    """
    import numpy as np

    # Inner products of what the parts are made of, where units vary alike and independently: those
    # of one cluster on the diagonal, less a product of both clusters' shares of each group.
    own = np.sum([size * weight**2 for size, weight in zip(sizes, weights, strict=True)], axis=0)
    shared = np.array(
        [size * weight / np.sqrt(size.sum()) for size, weight in zip(sizes, weights, strict=True)]
    )
    inside = (shared**2).sum(axis=0)
    between = float(((shared @ shared.T) ** 2).sum() - (inside**2).sum())
    return float((own - inside).sum() ** 2 / (((own - inside) ** 2).sum() + between))
