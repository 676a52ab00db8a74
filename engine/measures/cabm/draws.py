"""Bootstrap of the features: other sentences of the same kind, and another corpus of its size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.datasets.occupations.cooccurrence import Counts
from engine.measures.cabm.features import (
    SIGNED,
    UNSIGNED,
    Table,
    Vectors,
    features_of,
    word_direction,
)
from engine.measures.cabm.packing import packed, unpacked
from engine.measures.cabm.pmi import ALPHA, PROPORTIONAL, pseudo_counts

if TYPE_CHECKING:
    import numpy as np

    from engine.measures.cabm.settings import Derive, Settings

DRAWS = 200
VERSION = 1  # rises when the draws of the same vectors change


def feature_draws(
    vectors: Vectors,
    counts: Counts,
    table: Table,
    seed: int,
    alpha: float = ALPHA,
    smoothing: str = PROPORTIONAL,
    context: str = UNSIGNED,
    draws: int = DRAWS,
) -> np.ndarray:
    """Features of every target over bootstrap draws.

    The two framings of one sentence are drawn together; corpus counts are drawn from Poisson
    distributions. Drawing lengthens distances between means, so the draws are moved to have
    the feature itself as their mean.

    Returns:
        [draw, target, feature], of those that the table has, in its units; a draw that leaves
        a target without one framing repeats the feature.
    """
    import numpy as np

    generator = np.random.default_rng(seed)
    direction = word_direction(vectors) if context == SIGNED else None
    lengths = np.linalg.norm(vectors.target, axis=1) * np.linalg.norm(vectors.word, axis=1)
    cosines = (vectors.target * vectors.word).sum(1) / lengths
    columns = _columns(table)
    found = np.empty((draws, len(table.frame), len(columns)))
    for place, row in enumerate(table.frame.to_dict("records")):
        found[:, place, 0] = _pmi_draws(row, counts, alpha, smoothing, generator, draws)
        rows, times = _drawn(vectors, row["occupation"], generator, draws)
        weights = [times * (vectors.group[rows] == group) for group in (0, 1)]
        totals = [weight.sum(1, keepdims=True) for weight in weights]
        whole = (totals[0][:, 0] > 0) & (totals[1][:, 0] > 0)
        shares = [
            weight / np.maximum(total, 1) for weight, total in zip(weights, totals, strict=True)
        ]
        gap = shares[0] - shares[1]
        found[:, place, 1] = np.where(whole, gap @ cosines[rows], row["cosine_bias"])
        if vectors.sentence is not None:
            moved = gap @ vectors.sentence[rows]
            shifts = np.linalg.norm(moved, axis=1) if direction is None else moved @ direction
            found[:, place, 2] = np.where(whole, shifts, row["context_bias"])
    features = table.frame[columns].to_numpy(float)
    return found - found.mean(0) + features


def _columns(table: Table) -> list[str]:
    return [f"{name}_bias" for name in features_of(table.frame)]


def _drawn(
    vectors: Vectors, target: str, generator: np.random.Generator, draws: int
) -> tuple[np.ndarray, np.ndarray]:
    """A target's sentences, and how often each is in each draw: [draw, sentence]."""
    import numpy as np

    rows = np.concatenate([vectors.rows(target, group) for group in (0, 1)])
    texts = [vectors.sentences[row].without_word() for row in rows]
    place = {text: number for number, text in enumerate(dict.fromkeys(texts))}
    times = generator.multinomial(len(place), np.full(len(place), 1 / len(place)), size=draws)
    return rows, times[:, [place[text] for text in texts]]


def _pmi_draws(
    row: dict[Any, Any],
    counts: Counts,
    alpha: float,
    smoothing: str,
    generator: np.random.Generator,
    draws: int,
) -> np.ndarray:
    import numpy as np

    added = pseudo_counts(counts, alpha, smoothing)
    # Without smoothing a draw may hold a zero; half a sentence keeps its logarithm finite.
    first, second = (
        np.maximum(generator.poisson(row[f"corpus_{name}"], draws) + extra, extra or 0.5)
        for name, extra in zip(("first", "second"), added, strict=True)
    )
    return np.log2(first / second) - np.log2(counts.first / counts.second)


def kept_draws(
    derive: Derive,
    manifest: Mapping[str, Any],
    vectors: Vectors,
    counts: Counts,
    table: Table,
    settings: Settings,
) -> np.ndarray:
    """The draws of a study, packed in the store: [draw, target, feature]; see `feature_draws`.

    Args:
        manifest: of the measurement of the sentences, whose model and data name the vectors.
    """
    item = {
        "features": table.frame[_columns(table)].to_numpy(float).tolist(),
        "spec": manifest["spec"],
        "data": manifest["data"],
        "counts": counts.as_json(),
    }
    shape = (DRAWS, len(table.frame), len(_columns(table)))
    kept = derive(
        "cabm_draws",
        VERSION,
        item,
        {
            "alpha": settings.alpha,
            "smoothing": settings.smoothing,
            "context": settings.context,
            "sentence": settings.sentence,
            "seed": settings.seed,
            "draws": DRAWS,
        },
        lambda: packed(
            feature_draws(
                vectors,
                counts,
                table,
                settings.seed,
                settings.alpha,
                settings.smoothing,
                settings.context,
            ).reshape(-1)
        ),
    )
    found: np.ndarray = unpacked([kept])[0].reshape(shape).astype(float)
    return found
