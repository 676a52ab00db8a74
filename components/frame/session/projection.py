"""Maps that take long to compute: computed once, then read from the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from components.frame.session.measuring import store
from engine.flow.derived import derived, is_derived

if TYPE_CHECKING:
    import numpy as np


def projected(method: str, points: np.ndarray, seed: int) -> list[list[float]]:
    """Coordinates of points by t-SNE or UMAP; the first UMAP of a process compiles for seconds.

    Args:
        method: `projection.TSNE` or `projection.UMAP`.
        points: [point, hidden].

    Returns:
        [point][2].
    """
    from engine.statistics.projection import VERSIONS, mapped

    found: list[list[float]] = derived(
        _name(method),
        VERSIONS[method],
        _points(points),
        {"seed": seed},
        lambda: mapped(method, points, seed).tolist(),
        store(),
    )
    return found


def is_projected(method: str, points: np.ndarray, seed: int) -> bool:
    """Whether that map can be read from the store."""
    from engine.statistics.projection import VERSIONS

    item = _points(points)
    return is_derived(_name(method), VERSIONS[method], item, {"seed": seed}, store())


def _name(method: str) -> str:
    return f"projection {method}"


def _points(points: np.ndarray) -> dict[str, Any]:
    from engine.flow.packing import packed

    return {"points": packed(points.reshape(-1)), "shape": list(points.shape)}
