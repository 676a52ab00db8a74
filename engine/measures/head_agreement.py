"""How far the gradient of a head foretells what masking it really does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.statistics import rank_correlation, wilson

Grid = Sequence[Sequence[float | None]]


def ablation_changes(
    effect: float, ablated: Sequence[float | None], heads: int
) -> list[list[float | None]]:
    """How much nearer to zero d comes when each head is masked, on the scale of its gradient.

    Args:
        effect: d with no head masked.
        ablated: [layer * head], d with that head masked; None where it is undefined.
        heads: in each layer.

    Returns:
        [layer][head], |d| before minus |d| after; > 0: masking it lowers the bias.
    """
    changes = [None if found is None else abs(effect) - abs(found) for found in ablated]
    return [changes[start : start + heads] for start in range(0, len(changes), heads)]


def agreement(first: Grid, second: Grid, seed: int = 0) -> dict[str, Any]:
    """Whether two grids rank the heads of a model alike, and agree on their sides.

    Args:
        first: [layer][head]; a head that is None on either side is left out.
        second: the same heads.
        seed: of the bootstrap over heads.

    Returns:
        `rho` (Spearman), its `interval` over heads, `n`, `same_side` (share of heads with one
        sign on both, 0 to 1) and `same_side_interval` (Wilson); None where undefined.

    Raises:
        ValueError: if the grids are not of one shape.
    """
    pairs = [
        (one, other)
        for row, other_row in zip(first, second, strict=True)
        for one, other in zip(row, other_row, strict=True)
        if one is not None and other is not None
    ]
    if not pairs:
        nothing = dict.fromkeys(("rho", "interval", "same_side", "same_side_interval"))
        return {**nothing, "n": 0}
    same = sum((one > 0) == (other > 0) for one, other in pairs)
    return {
        **rank_correlation([one for one, _ in pairs], [other for _, other in pairs], seed),
        "same_side": same / len(pairs),
        "same_side_interval": list(wilson(same, len(pairs))),
    }
