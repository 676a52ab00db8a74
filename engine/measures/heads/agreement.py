"""Whether two numbers per head agree: gradient and ablation, or two models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.statistics import rank_correlation, wilson


def agreement(
    first: Sequence[float | None], second: Sequence[float | None], seed: int = 0
) -> dict[str, Any]:
    """Whether two numbers rank the heads of a model alike, and agree on their sides of zero.

    Args:
        first: [head]; a head that is None on either side is left out.
        second: the same heads.
        seed: of the bootstrap over heads.

    Returns:
        `rho` (Spearman), its `interval` over heads, `n`, `same_side` (share of heads above
        zero in both, or in neither; 0 to 1) and `same_side_interval` (Wilson); None where
        undefined.
    """
    pairs = [
        (one, other)
        for one, other in zip(first, second, strict=True)
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
