"""Older measures of the same vectors, for comparison: WEAT and MAC of each target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.datasets.occupations.sentences import Groups

if TYPE_CHECKING:
    import numpy as np

    from engine.measures.cabm.features import Vectors


def weat(vectors: Vectors, targets: Sequence[str], groups: Groups) -> dict[str, float]:
    """s(target, A, B) of each target: mean cosine with the first group's words - the second's.

    A word's vector is the mean over all sentences it stands in, a target's likewise, so
    unlike `cosine_bias` nothing is compared within a sentence.

    Returns:
        target -> association; > 0: closer to the first group.

    Source: Caliskan et al. 2017, as a sum over one target.
    """
    cosines = _cosines(vectors, targets, groups)
    return {
        target: float(first.mean() - second.mean()) for target, (first, second) in cosines.items()
    }


def mean_average_cosine(
    vectors: Vectors, targets: Sequence[str], groups: Groups
) -> dict[str, float]:
    """MAC of each target: cosine distance to a group's words, averaged over both groups.

    Returns:
        target -> distance; 1 is unrelated, lower is closer to the group words of any side, so
        it has no direction.

    Source: Manzini et al. 2019, equation 3, for one target.
    """
    cosines = _cosines(vectors, targets, groups)
    return {
        target: float(((1 - first).mean() + (1 - second).mean()) / 2)
        for target, (first, second) in cosines.items()
    }


def _cosines(
    vectors: Vectors, targets: Sequence[str], groups: Groups
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """target -> cosines with each word of the first group, and of the second, that occurs."""
    import numpy as np

    words = np.array([sentence.word for sentence in vectors.sentences])
    owners = np.array([sentence.target for sentence in vectors.sentences])

    def unit_means(labels: np.ndarray, wanted: Sequence[str], table: np.ndarray) -> np.ndarray:
        means = np.stack([table[labels == name].mean(0) for name in wanted])
        return means / np.linalg.norm(means, axis=1, keepdims=True)

    present = [[word for word in listed if (words == word).any()] for listed in groups.words]
    first, second = (
        unit_means(words, listed, vectors.word) if listed else np.empty((0, 0))
        for listed in present
    )
    found = unit_means(owners, targets, vectors.target)
    none = np.full(1, np.nan)
    return {
        target: (first @ row if len(first) else none, second @ row if len(second) else none)
        for target, row in zip(targets, found, strict=True)
    }
