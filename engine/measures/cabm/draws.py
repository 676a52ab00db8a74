"""Draws of the features: other sentences of the same kind, and another corpus of its size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from engine.flow.packing import packed, unpacked
from engine.measures.cabm.association import word_contrast
from engine.measures.cabm.context_draws import distance_draws, student
from engine.measures.cabm.data.cooccurrence import CorpusCounts
from engine.measures.cabm.data.sentences import Groups
from engine.measures.cabm.features import (
    SIGNED,
    FeatureTable,
    feature_columns,
    published_groups,
    word_direction,
)
from engine.measures.cabm.pmi import Z
from engine.measures.cabm.vectors import Vectors
from engine.statistics.clustered_means import FEWEST_OF_GROUP, ClusteredContrast, clustered_contrast
from engine.statistics.clusters import numbered

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from engine.flow.asking import Derive
    from engine.measures.cabm.settings import CabmSettings


LEAST_SENTENCES = FEWEST_OF_GROUP  # different ones of a target with each group, for an interval
DRAWS = 200
_NOTHING = 1e-12  # below, no length and no deviation
_DRAWN_BY = ("alpha", "smoothing", "context", "sentence", "seed", "published")
VERSION = 3  # rises when the draws of the same vectors change


@dataclass(frozen=True, eq=False)
class Drawn:
    """How a target's sentences are weighted in each draw.

    Args:
        rows: [sentence], indices in the vectors.
        contrast: of their groups; its clusters are sentences apart from their group word.
        normal: [draw, cluster], standard normal.
    """

    rows: np.ndarray
    contrast: ClusteredContrast
    normal: np.ndarray


def feature_draws(
    vectors: Vectors,
    table: FeatureTable,
    groups: Groups,
    settings: CabmSettings,
    draws: int = DRAWS,
) -> np.ndarray:
    """Features of every target over draws of its sentences.

    Each sentence's part in a feature is weighted by a standard normal number, the same for both
    framings of it: drawing few sentences with replacement gives too narrow intervals. PMI is drawn
    around its value with the standard error of its interval, which is wide where hardly anything
    was counted. Deviations from the mean are widened by Student's t, as a target has few sentences.
    Draws of the unsigned context are of the distance without the length of its noise
    (`distance_draws`); those of the other features have the feature itself as their mean. The
    published cosine draws the target's sentences; the words' vectors stay as they are.

    Returns:
        [draw, target, feature], of those that the table has, in its units; a target with fewer than
        `LEAST_SENTENCES` of a group repeats the feature.

    Source: Wu 1986 (draws by weights of mean 0 and variance 1).
    """
    import numpy as np

    generator = np.random.default_rng(settings.seed)
    direction = word_direction(vectors) if settings.context == SIGNED else None
    contrast = word_contrast(vectors, published_groups(groups)) if settings.published else None
    lengths = np.linalg.norm(vectors.target, axis=1) * np.linalg.norm(vectors.word, axis=1)
    cosines = (vectors.target * vectors.word).sum(1) / lengths
    columns = feature_columns(table.frame)
    found = np.empty((draws, len(table.frame), len(columns)))
    for place, row in enumerate(table.frame.to_dict("records")):
        error = (row["pmi_high"] - row["pmi_low"]) / (2 * Z)
        found[:, place, 0] = row["pmi_bias"] + error * _normal(generator, draws)
        drawn = drawn_sentences(vectors, row["occupation"], generator, draws)
        if drawn is None:
            found[:, place, 1:] = [row[name] for name in columns[1:]]
            continue
        found[:, place, 1] = (
            _around(cosines[drawn.rows], drawn, row["cosine_bias"])
            if contrast is None
            else _separate(drawn, vectors.target[drawn.rows], contrast, row["cosine_bias"])
        )
        if vectors.sentence is not None:
            found[:, place, 2] = _context(
                drawn, vectors.sentence[drawn.rows], direction, row["context_bias"]
            )
    return found


def _normal(generator: np.random.Generator, draws: int) -> np.ndarray:
    """[draw], standard normal, with a mean of exactly 0 and a standard deviation of exactly 1."""
    found: np.ndarray = generator.normal(size=draws)
    centred: np.ndarray = found - found.mean()
    return centred / max(float(centred.std()), _NOTHING)


def _around(values: np.ndarray, drawn: Drawn, feature: float) -> np.ndarray:
    """[draw], of a difference of means, around the feature and widened for few sentences.

    Args:
        values: [sentence].
    """
    import numpy as np

    parts = drawn.contrast.parts(values)
    away = drawn.normal @ parts
    away -= away.mean()
    away *= float(np.sqrt((parts**2).sum())) / max(float(away.std()), _NOTHING)
    around: np.ndarray = feature + away * student(drawn.contrast.freedom)
    return around


def _separate(
    drawn: Drawn, targets: np.ndarray, contrast: np.ndarray, feature: float
) -> np.ndarray:
    """[draw], the published cosine: of the target's mean vector with the words' contrast.

    Args:
        targets: [sentence, hidden]; contrast: [hidden].
    """
    import numpy as np

    alone = clustered_contrast(np.zeros(len(targets), int), drawn.contrast.cluster)
    if alone is None:
        return np.full(len(drawn.normal), feature)
    means = targets.mean(axis=0) + drawn.normal @ alone.parts(targets)
    near = (means @ contrast) / np.maximum(np.linalg.norm(means, axis=1), _NOTHING)
    around: np.ndarray = feature + (near - near.mean()) * student(drawn.contrast.freedom)
    return around


def _context(
    drawn: Drawn,
    sentences: np.ndarray,
    direction: np.ndarray | None,
    feature: float,
) -> np.ndarray:
    if direction is not None:
        return _around(sentences @ direction, drawn, feature)
    return shift_draws(drawn, sentences)


def shift_draws(drawn: Drawn, table: np.ndarray) -> np.ndarray:
    """Draws of the distance between the means of both framings; see `distance_draws`.

    Args:
        table: [sentence, hidden], vectors of the target's sentences.
    """
    contrast = drawn.contrast
    parts = contrast.parts(table)
    shift = table[contrast.group == 0].mean(axis=0) - table[contrast.group == 1].mean(axis=0)
    return distance_draws(shift + drawn.normal @ parts, shift, parts, contrast.freedom)


def with_intervals(
    frame: pd.DataFrame, draws: np.ndarray, names: Sequence[str], freedom: np.ndarray
) -> pd.DataFrame:
    """A table of features with the intervals of those that come from sentences.

    Args:
        draws: [draw, target, feature].
        names: of the features.
        freedom: [target], of `freedom_of`.

    Returns:
        The table with `cosine_low`, `cosine_high`, `context_low`, `context_high` (95%), not
        numbers for targets with fewer than `LEAST_SENTENCES`.
    """
    columns: dict[str, np.ndarray] = {}
    for place, name in enumerate(names):
        if name == "pmi":
            continue
        bounds = bounds_around(frame[f"{name}_bias"].to_numpy(float), draws[:, :, place], freedom)
        columns |= {f"{name}_low": bounds[0], f"{name}_high": bounds[1]}
    return frame.assign(**columns)


def bounds_around(
    values: np.ndarray, drawn: np.ndarray, freedom: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Percentile interval at 95% of every target, wide enough to hold the value itself.

    The value may lie above the draws: a distance is too long by the length of its noise, which
    the draws do not have.

    Args:
        values: [target]; drawn: [draw, target].
        freedom: [target], of `freedom_of`.

    Returns:
        low and high [target], not numbers for targets with fewer than `LEAST_SENTENCES`.
    """
    import numpy as np

    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    few = np.isnan(freedom)
    return (
        np.where(few, np.nan, np.minimum(low, values)),
        np.where(few, np.nan, np.maximum(high, values)),
    )


def freedom_of(vectors: Vectors, targets: Sequence[str]) -> np.ndarray:
    """Degrees of freedom of what every target's sentences give.

    Returns:
        [target]; not a number with fewer than `LEAST_SENTENCES` of either group.
    """
    import numpy as np

    contrasts = (contrast_of(vectors, rows_of(vectors, target)) for target in targets)
    return np.array([np.nan if one is None else one.freedom for one in contrasts])


def rows_of(vectors: Vectors, target: str) -> np.ndarray:
    """Indices of a target's sentences, those of the first group first."""
    import numpy as np

    return np.concatenate([vectors.rows(target, group) for group in (0, 1)])


def contrast_of(vectors: Vectors, rows: np.ndarray) -> ClusteredContrast | None:
    """The contrast of both groups over some sentences, whose two framings belong together."""
    texts = [vectors.sentences[row].without_word() for row in rows]
    return clustered_contrast(vectors.group[rows], numbered(texts))


def drawn_sentences(
    vectors: Vectors, target: str, generator: np.random.Generator, draws: int
) -> Drawn | None:
    """A target's sentences over draws; None with fewer than `LEAST_SENTENCES` of either group."""
    rows = rows_of(vectors, target)
    contrast = contrast_of(vectors, rows)
    if contrast is None:
        return None
    return Drawn(rows, contrast, generator.normal(size=(draws, int(contrast.cluster.max()) + 1)))


def kept_draws(
    derive: Derive,
    manifest: Mapping[str, Any],
    vectors: Vectors,
    counts: CorpusCounts,
    table: FeatureTable,
    groups: Groups,
    settings: CabmSettings,
) -> np.ndarray:
    """The draws of a study, packed in the store: [draw, target, feature]; see `feature_draws`.

    Args:
        manifest: of the measurement of the sentences, whose model and data name the vectors.
    """
    features = table.frame[feature_columns(table.frame)].to_numpy(float)
    item = {
        "features": features.tolist(),
        "spec": manifest["spec"],
        "data": manifest["data"],
        "counts": asdict(counts),
    }
    kept = derive(
        "cabm_draws",
        VERSION,
        item,
        {name: getattr(settings, name) for name in _DRAWN_BY} | {"draws": DRAWS},
        lambda: packed(feature_draws(vectors, table, groups, settings).reshape(-1)),
    )
    found: np.ndarray = unpacked([kept])[0].reshape(DRAWS, *features.shape)
    return found
