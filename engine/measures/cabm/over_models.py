"""How far the scores of each target differ between models, as the thesis compares three of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.measures.cabm.replication import STABILITY, published

if TYPE_CHECKING:
    import pandas as pd


MEASURES = {"score": "CABM", "weat": "WEAT", "same": "SAME", "mac": "MAC"}  # column -> name


def over_models(frames: Mapping[str, pd.DataFrame], seed: int = 0) -> dict[str, Any]:
    """Standard deviations over models, of each target and on average.

    Args:
        frames: label of a model -> what `CabmStudy.comparable` gave: raw scores under one set of
            weights for all.
        seed: of the bootstrap over targets.

    Returns:
        JSON-ready: `models`, `n` targets that all of them have, `rows` (`measure`, `mean` of the
        standard deviations (n - 1) in the unit of the measure, its 95% `interval` over targets,
        `published` of the thesis or None), and `by_occupation` (`occupation` and one number a
        measure). Lower: the models score the targets more alike, which is no merit where they
        differ.

    Raises:
        InputTextError: for fewer than two models, or no target that all of them have.

    Source: CABM thesis, section 3.3.3.
    """
    import numpy as np

    from engine.statistics.intervals import mean_intervals

    if len(frames) < 2:
        raise InputTextError(
            "Standard deviations over models need at least two of them; name another one."
        )
    indexed = [frame.set_index("occupation") for frame in frames.values()]
    shared = [name for name in indexed[0].index if all(name in each.index for each in indexed)]
    if not shared:
        raise InputTextError("These models share no occupation that has a score in all of them.")
    printed = {each.name: each.score for each in published() if each.part == STABILITY}
    rows, columns = [], {}
    for column, name in MEASURES.items():
        values = {
            label: each.loc[shared, column].tolist()
            for label, each in zip(frames, indexed, strict=True)
        }
        found = standard_deviation_over_models(values)
        if found is None or any(value != value for value in found["by_target"]):
            continue
        columns[name] = found["by_target"]
        (bounds,) = mean_intervals(np.array([found["by_target"]]), seed)
        rows.append(
            {
                "measure": name,
                "mean": found["mean"],
                "interval": None if bounds is None else list(bounds),
                "published": printed.get(name),
            }
        )
    return {
        "models": [*frames],
        "n": len(shared),
        "rows": rows,
        "by_occupation": [
            {"occupation": target, **{name: each[place] for name, each in columns.items()}}
            for place, target in enumerate(shared)
        ],
    }


def standard_deviation_over_models(scores: Mapping[str, Sequence[float]]) -> dict[str, Any] | None:
    """How far the scores of a target differ between models, averaged over targets.

    Args:
        scores: model -> [target], of the same targets in the same order.

    Returns:
        `mean` of the targets' sample standard deviations (n - 1), `by_target`, `models`; None
        for fewer than two models.

    Source: CABM thesis, section 3.3.3.
    """
    import numpy as np

    if len(scores) < 2:
        return None
    found = np.array([*scores.values()], float).std(axis=0, ddof=1)
    return {"mean": float(found.mean()), "by_target": found.tolist(), "models": len(scores)}
