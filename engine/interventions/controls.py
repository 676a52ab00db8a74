"""What a fit is compared with: random directions of the same rank, random vectors as long."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.files.fit_file import ERASURE, Fit
from engine.interventions.affine import Erasure, projection

if TYPE_CHECKING:
    import numpy as np

RANDOM = "random"  # as a method
CONTROLS = 20


def random_projection(width: int, rank: int, seed: int) -> Erasure:
    """The projection away from random directions.

    Args:
        width: numbers of a state.
        rank: directions that are taken away.
        seed: of the draw.
    """
    import numpy as np

    drawn = np.random.default_rng(seed).standard_normal((width, rank))
    return projection(np.linalg.qr(drawn)[0].T)


def random_direction(width: int, seed: int) -> np.ndarray:
    """A random direction.

    Args:
        width: numbers of a state.
        seed: of the draw.

    Returns:
        [width], of length 1, all directions equally likely.
    """
    import numpy as np

    drawn = np.random.default_rng(seed).standard_normal(width)
    return drawn / np.linalg.norm(drawn)


def random_fit(fit: Fit, seed: int) -> Fit:
    """A control of a fit: of the same rank or length in the same place, but of no concept.

    Args:
        fit: whose place, rank or length it has.
        seed: of the draw.
    """
    import numpy as np

    about = {"seed": seed, "control_of": {"method": fit.method, "concept": fit.concept}}
    if fit.kind == ERASURE:
        made = random_projection(fit.width, fit.rank, seed)
        # As with the fit itself, what the mean state has along the directions stays or goes.
        arrays = {**vars(made), "center": fit.arrays["center"]}
    else:
        length = float(np.linalg.norm(fit.arrays["vector"]))
        arrays = {"vector": random_direction(fit.width, seed) * length}
    kept = {name: np.asarray(values, np.float32) for name, values in arrays.items()}
    return replace(fit, method=RANDOM, arrays=kept, about=about)
