"""The figures of a report by measure, as the statistics over contestants need them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

FEWEST = 6  # contestants, for anything that is worked out over them
ROUNDING = 1e-9  # figures that differ by less are equal
Report = Mapping[str, Any]
Cell = Mapping[str, Any]


def cells_of(report: Report, measure: str) -> dict[str, Cell]:
    """Contestant -> its cell in one measure, of cells that have a value."""
    return {
        cell["contestant"]: cell
        for cell in report["cells"]
        if cell["measure"] == measure and cell["value"] is not None
    }


def values_of(report: Report, measure: str) -> dict[str, float]:
    """Contestant -> its figure in one measure."""
    return {name: float(cell["value"]) for name, cell in cells_of(report, measure).items()}


def shared_parts(cells: Sequence[Cell]) -> np.ndarray:
    """[contestant, unit] parts of the units that all of the cells have.

    Args:
        cells: of one measure, all with parts of one length.
    """
    import numpy as np

    parts = np.array([cell["parts"] for cell in cells], float)  # None becomes nan
    shared: np.ndarray = parts[:, ~np.isnan(parts).any(axis=0)]
    return shared


def varies(values: Sequence[float] | np.ndarray) -> bool:
    """Whether figures differ by more than rounding."""
    import numpy as np

    found = np.asarray(values, float)
    return bool(len(found)) and float(np.ptp(found)) > ROUNDING * max(
        1.0, float(np.abs(found).max())
    )


def too_few(number: int) -> str:
    """Why nothing is worked out over so few contestants; empty where there are enough."""
    if number >= FEWEST:
        return ""
    have = {0: "none has", 1: "1 has"}.get(number, f"{number} have")
    return f"At least {FEWEST} models with a figure are needed; {have} one."
