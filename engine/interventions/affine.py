"""The one form that all erasures have: x becomes x − ((x − center) @ right.T) @ left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

SMALLEST = 1e-9  # of the largest: a direction below it is rounding error and no direction


@dataclass(frozen=True, eq=False)
class Erasure:
    """An affine map on states that takes directions away; applied twice it changes nothing more.

    Args:
        center: [width], the state whose part along the directions is kept; 0 takes all of it.
        left: [rank, width], what is subtracted for each of the readings.
        right: [rank, width], what each reading is the scalar product with.
    """

    center: np.ndarray
    left: np.ndarray
    right: np.ndarray

    @property
    def rank(self) -> int:
        """Dimensions that are taken away."""
        return len(self.left)

    def __call__(self, states: np.ndarray) -> np.ndarray:
        """Apply it.

        Args:
            states: [..., width].

        Returns:
            [..., width], without what was erased.
        """
        return states - (states - self.center) @ self.right.T @ self.left


def projection(directions: np.ndarray) -> Erasure:
    """Take away all that states have along some directions.

    Args:
        directions: [rank, width], orthonormal.
    """
    import numpy as np

    return Erasure(np.zeros(directions.shape[-1]), directions, directions)


def principal(rows: np.ndarray, count: int) -> np.ndarray:
    """The first principal components of rows whose mean is 0.

    Args:
        rows: [row, width].
        count: of components that are wanted.

    Returns:
        [component, width], orthonormal, largest variance first; fewer where the rows span fewer
        dimensions.
    """
    import numpy as np

    _, sizes, components = np.linalg.svd(rows, full_matrices=False)
    spanned = int((sizes > SMALLEST * sizes[:1].max(initial=0)).sum()) if len(sizes) else 0
    return components[: min(count, spanned)]
