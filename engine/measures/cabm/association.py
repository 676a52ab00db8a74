"""Other measures of the same vectors, for comparison: WEAT, MAC and SAME of each target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core.errors import InputTextError
from engine.measures.cabm.data.sentences import Groups
from engine.measures.cabm.vectors import Vectors

if TYPE_CHECKING:
    import numpy as np


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


def same(vectors: Vectors, targets: Sequence[str], groups: Groups) -> dict[str, float]:
    """SAME of each target, with its sign: cosine with the direction between the groups.

    The direction is the mean of the first group's word vectors, each of unit length, less that
    of the second's. The published bias of one word is the size of this number. For two groups it
    is WEAT divided by the length of the direction: within one model both rank alike, and only
    SAME can be compared between models whose groups lie nearer together or farther apart.

    Returns:
        target -> -1 to 1; > 0: closer to the first group.

    Source: Schroeder et al. 2021, section 5 (binary case).
    """
    import numpy as np

    direction = word_contrast(vectors, groups)
    length = max(float(np.linalg.norm(direction)), 1e-12)
    return {
        target: float(row @ direction) / length
        for target, row in zip(targets, _target_units(vectors, targets), strict=True)
    }


def separate_cosines(
    vectors: Vectors, targets: Sequence[str], groups: Groups
) -> dict[str, tuple[float, float]]:
    """Mean cosine of each target with the words of each group, every vector averaged beforehand.

    Returns:
        target -> (first group, second group).

    Source: CABM thesis, section 2.3.2 ("separately obtained").
    """
    for name, table in zip(groups.names, _word_units(vectors, groups), strict=True):
        if not len(table):
            raise InputTextError(
                f"No sentence could be read that holds a word of the group {name}."
            )
    cosines = _cosines(vectors, targets, groups)
    return {
        target: (float(first.mean()), float(second.mean()))
        for target, (first, second) in cosines.items()
    }


def _cosines(
    vectors: Vectors, targets: Sequence[str], groups: Groups
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """target -> cosines with each word of the first group, and of the second, that occurs."""
    import numpy as np

    first, second = _word_units(vectors, groups)
    none = np.full(1, np.nan)
    return {
        target: (first @ row if len(first) else none, second @ row if len(second) else none)
        for target, row in zip(targets, _target_units(vectors, targets), strict=True)
    }


def _word_units(vectors: Vectors, groups: Groups) -> tuple[np.ndarray, np.ndarray]:
    """[word, hidden] of each group, unit length: means of the words over their sentences."""
    import numpy as np

    words = np.array([sentence.word for sentence in vectors.sentences])
    present = [[word for word in listed if (words == word).any()] for listed in groups.words]
    first, second = (unit_means(words, listed, vectors.word) for listed in present)
    return first, second


def _target_units(vectors: Vectors, targets: Sequence[str]) -> np.ndarray:
    """[target, hidden], unit length: means of the targets over their sentences."""
    import numpy as np

    owners = np.array([sentence.target for sentence in vectors.sentences])
    return unit_means(owners, targets, vectors.target)


def unit_means(labels: np.ndarray, wanted: Sequence[str], table: np.ndarray) -> np.ndarray:
    """[wanted, hidden]: mean of the rows with each label, divided by its length."""
    import numpy as np

    if not wanted:
        return np.empty((0, table.shape[1]))
    means = np.stack([table[labels == name].mean(axis=0) for name in wanted])
    found: np.ndarray = means / np.linalg.norm(means, axis=1, keepdims=True)
    return found


def word_contrast(vectors: Vectors, groups: Groups) -> np.ndarray:
    """[hidden]: mean of the first group's unit word vectors - that of the second's.

    A unit vector's product with it is the difference of its mean cosines.
    """
    first, second = (table.mean(axis=0) for table in _word_units(vectors, groups))
    contrast: np.ndarray = first - second
    return contrast
