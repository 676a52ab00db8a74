"""Head scores as one table: bias score, ablation, and how far the two agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core.spec import HeadRef

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
