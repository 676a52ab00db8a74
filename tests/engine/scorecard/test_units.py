"""Which cells of a column are of the same units."""

from __future__ import annotations

from engine.scorecard.blocks import comparable
from tests.engine.scorecard.reports_by_hand import cell


def test_cells_of_other_units_or_too_few_of_them_are_apart():
    """Of four units each: one has a digest of its own, one three units, and one only a single."""
    cells = [
        cell("a", None, value=1.0),
        cell("b", [0.1] * 4),
        cell("c", [0.1] * 4, detail={"units": "sha256:1"}),
        cell("d", [0.1] * 3),
        cell("e", [0.1, None, None, None]),
        cell("f", [0.1, 0.2, None, None]),
    ]
    assert comparable(cells) == ([1, 5], [2, 3], [4], 4)
    assert comparable(cells[:1]) == ([], [], [], 0)
    assert comparable([cell("n", [None] * 4)]).kept == []
