"""The targets in a plane: vectors in each framing, and features by their principal components."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.measures.cabm.draws import DRAWS, Drawn, drawn_sentences, rows_of, shift_draws
from engine.measures.cabm.forest import pca_loadings
from engine.measures.cabm.weighting import standardised

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from engine.measures.cabm.vectors import Vectors


def framed_means(vectors: Vectors, targets: Sequence[str]) -> np.ndarray:
    """[2 x target, hidden]: each target's mean vector in the first framing, then in the second."""
    import numpy as np

    return np.stack(
        [
            vectors.target[vectors.rows(target, group)].mean(axis=0)
            for group in (0, 1)
            for target in targets
        ]
    )


def context_shifts(
    vectors: Vectors, targets: Sequence[str], seed: int = 0, draws: int = DRAWS
) -> pd.DataFrame:
    """How far each target moves between the framings, farthest first.

    Returns:
        `occupation`; `occupation_shift`, the distance between the target's mean vectors in
        sentences with the first and with the second group's words; `sentence_shift`, that
        between the mean sentence vectors, missing without any; each with `_low` and `_high`
        (95%, see `context_draws.distance_draws`; not numbers for targets with fewer than two
        sentences of either group).

    Source: CABM thesis, section 2.7.4.
    """
    import numpy as np
    import pandas as pd

    generator = np.random.default_rng(seed)
    rows = []
    for target in targets:
        rows_of_target = rows_of(vectors, target)
        group = vectors.group[rows_of_target]
        drawn = drawn_sentences(vectors, target, generator, draws)
        row: dict[str, Any] = {"occupation": target}
        row |= _shift("occupation_shift", vectors.target[rows_of_target], group, drawn)
        if vectors.sentence is not None:
            row |= _shift("sentence_shift", vectors.sentence[rows_of_target], group, drawn)
        rows.append(row)
    found = pd.DataFrame(rows)
    return found.sort_values("occupation_shift", ascending=False, ignore_index=True)


def _shift(
    name: str, table: np.ndarray, group: np.ndarray, drawn: Drawn | None
) -> dict[str, float]:
    import numpy as np

    length = float(np.linalg.norm(table[group == 0].mean(axis=0) - table[group == 1].mean(axis=0)))
    if drawn is None:
        return {name: length, f"{name}_low": math.nan, f"{name}_high": math.nan}
    low, high = np.quantile(shift_draws(drawn, table), [0.025, 0.975])
    return {
        name: length,
        f"{name}_low": min(float(low), length),
        f"{name}_high": max(float(high), length),
    }


def feature_plane(
    frame: pd.DataFrame, columns: Sequence[str]
) -> tuple[np.ndarray, np.ndarray, tuple[float, ...]]:
    """Targets on the principal components of their z-scored features.

    Returns:
        [target, component], [component, feature] loadings, and each component's share.
    """
    names = [column.removesuffix("_bias") for column in columns]
    scores = standardised(frame[[*columns]].to_numpy(float), names=names)
    loadings = pca_loadings(scores)
    coordinates = scores @ loadings.T
    variances = coordinates.var(axis=0)
    return coordinates, loadings, tuple((variances / variances.sum()).tolist())
