"""Head scores as one table: bias score, ablation, and how far the two agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.core.spec import HeadRef
from engine.statistics import rank_correlation, wilson

if TYPE_CHECKING:
    import pandas as pd


Grid = Sequence[Sequence[float | None]]


def head_frame(
    gradient: Sequence[Sequence[float]], effect: float, ablated: Grid | None = None
) -> pd.DataFrame:
    """One row a head with its numbers, layer by layer.

    Args:
        gradient: [layer][head], bias scores: d|d| by the gate.
        effect: signed d with no head masked.
        ablated: [layer][head], signed d with that head masked; None where it was not measured
            or is undefined.

    Returns:
        `layer` and `head` (from 1), `name`, `bias_score` (> 0: a biased head), `share` (percent
        of the sum of all |scores|), `rank` (1: the most biased), `ablated_effect_size`,
        `ablation` (|d| lost with the head masked; > 0: a biased head) and `gap` (ablation -
        bias score: what a straight line does not see). NaN where there is no ablation.
    """
    import pandas as pd

    refs = [HeadRef(layer, head) for layer, row in enumerate(gradient) for head in range(len(row))]
    frame = pd.DataFrame(
        {
            "layer": [ref.layer + 1 for ref in refs],
            "head": [ref.head + 1 for ref in refs],
            "name": [str(ref) for ref in refs],
            "bias_score": [float(gradient[ref.layer][ref.head]) for ref in refs],
        }
    )
    sizes = frame["bias_score"].abs()
    frame["share"] = 100 * sizes / sizes.sum() if sizes.sum() else 0.0
    frame["rank"] = frame["bias_score"].rank(ascending=False, method="first").astype(int)
    seen = [None if ablated is None else ablated[ref.layer][ref.head] for ref in refs]
    frame["ablated_effect_size"] = pd.Series(seen, dtype=float)
    frame["ablation"] = abs(effect) - frame["ablated_effect_size"].abs()
    frame["gap"] = frame["ablation"] - frame["bias_score"]
    return frame


# --- agreement ----------------------------------------------------------------------------
# Whether two numbers per head agree: gradient and ablation, or two models.


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
