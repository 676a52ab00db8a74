"""Bootstrap of the features: other sentences of the same kind, and another corpus of its size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from engine.flow.packing import packed, unpacked
from engine.measures.cabm.association import word_contrast
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

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from engine.flow.asking import Derive
    from engine.measures.cabm.settings import CabmSettings


LEAST_SENTENCES = 2  # of a target with each group, for an interval
DRAWS = 200
_DRAWN_BY = ("alpha", "smoothing", "context", "sentence", "seed", "published")
VERSION = 2  # rises when the draws of the same vectors change


@dataclass(frozen=True)
class Drawn:
    """How a target's sentences fall in each draw.

    Args:
        rows: [sentence], indices in the vectors.
        cluster: [sentence], which sentences are drawn together.
        clusters: their number.
        times: [draw, sentence], how often each is drawn.
        gap: [draw, sentence], its weight in first mean - second mean.
        whole: [draw], whether both framings are there.
    """

    rows: np.ndarray
    cluster: np.ndarray
    clusters: int
    times: np.ndarray
    gap: np.ndarray
    whole: np.ndarray


def feature_draws(
    vectors: Vectors,
    table: FeatureTable,
    groups: Groups,
    settings: CabmSettings,
    draws: int = DRAWS,
) -> np.ndarray:
    """Features of every target over bootstrap draws.

    The two framings of one sentence are drawn together. PMI is drawn around its value with the
    standard error of its interval, which is wide where hardly anything was counted. Deviations
    from the mean are widened by Student's t, as a target has few sentences. Draws of the unsigned
    context are of the distance without the length of its noise (`distance_draws`); those of the
    other features have the feature itself as their mean. The published cosine draws the
    target's sentences; the words' vectors stay as they are.

    Returns:
        [draw, target, feature], of those that the table has, in its units; a draw that leaves
        a target without one framing repeats the feature.
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
        near = (
            drawn.gap @ cosines[drawn.rows]
            if contrast is None
            else _separate(drawn, vectors.target[drawn.rows], contrast)
        )
        found[:, place, 1] = _around(near, drawn, row["cosine_bias"])
        if vectors.sentence is not None:
            found[:, place, 2] = _context(
                drawn, vectors.sentence[drawn.rows], vectors, direction, row["context_bias"]
            )
    return found


def _normal(generator: np.random.Generator, draws: int) -> np.ndarray:
    """[draw], standard normal, with a mean of exactly 0 and a standard deviation of exactly 1."""
    found: np.ndarray = generator.normal(size=draws)
    centred: np.ndarray = found - found.mean()
    return centred / max(float(centred.std()), 1e-12)


def _around(values: np.ndarray, drawn: Drawn, feature: float) -> np.ndarray:
    """Draws moved to the feature as their mean, and widened for few sentences."""
    import numpy as np

    if drawn.clusters < 2 or not drawn.whole.any():
        return np.full(len(values), feature)
    away = np.where(drawn.whole, values - values[drawn.whole].mean(), 0.0)
    around: np.ndarray = feature + (away - away.mean()) * student(drawn.clusters)
    return around


def _separate(drawn: Drawn, targets: np.ndarray, contrast: np.ndarray) -> np.ndarray:
    """The published cosine: of the target's mean vector in each draw with the words' contrast."""
    import numpy as np

    means = drawn.times @ targets
    found: np.ndarray = (means @ contrast) / np.maximum(np.linalg.norm(means, axis=1), 1e-12)
    return found


def _context(
    drawn: Drawn,
    sentences: np.ndarray,
    vectors: Vectors,
    direction: np.ndarray | None,
    feature: float,
) -> np.ndarray:
    if direction is not None:
        return _around(drawn.gap @ (sentences @ direction), drawn, feature)
    return shift_draws(drawn, sentences, vectors.group[drawn.rows])


def shift_draws(drawn: Drawn, table: np.ndarray, group: np.ndarray) -> np.ndarray:
    """Draws of the distance between the means of both framings; see `distance_draws`.

    Args:
        table: [sentence, hidden], vectors of the target's sentences.
        group: [sentence], 0 or 1.
    """
    import numpy as np

    shift = table[group == 0].mean(axis=0) - table[group == 1].mean(axis=0)
    moved = np.where(drawn.whole[:, None], drawn.gap @ table, shift)
    return distance_draws(moved, shift, influences(table, group, drawn.cluster, drawn.clusters))


def with_intervals(frame: pd.DataFrame, draws: np.ndarray, names: Sequence[str]) -> pd.DataFrame:
    """A table of features with the intervals of those that come from sentences.

    Args:
        draws: [draw, target, feature].
        names: of the features.

    Returns:
        The table with `cosine_low`, `cosine_high`, `context_low`, `context_high` (95%), not
        numbers for targets with fewer than `LEAST_SENTENCES`.
    """
    columns: dict[str, np.ndarray] = {}
    for place, name in enumerate(names):
        if name == "pmi":
            continue
        bounds = bounds_around(frame[f"{name}_bias"].to_numpy(float), draws[:, :, place], frame)
        columns |= {f"{name}_low": bounds[0], f"{name}_high": bounds[1]}
    return frame.assign(**columns)


def bounds_around(
    values: np.ndarray, drawn: np.ndarray, frame: pd.DataFrame
) -> tuple[np.ndarray, np.ndarray]:
    """Percentile interval at 95% of every target, wide enough to hold the value itself.

    The value may lie above the draws: a distance is too long by the length of its noise, which
    the draws do not have.

    Args:
        values: [target]; drawn: [draw, target].
        frame: `n_first` and `n_second` of the targets.

    Returns:
        low and high [target], not numbers for targets with fewer than `LEAST_SENTENCES`.
    """
    import numpy as np

    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    few = (frame[["n_first", "n_second"]].min(axis=1) < LEAST_SENTENCES).to_numpy()
    return (
        np.where(few, np.nan, np.minimum(low, values)),
        np.where(few, np.nan, np.maximum(high, values)),
    )


def contexts_of(vectors: Vectors, frame: pd.DataFrame) -> np.ndarray:
    """Sentences of every target apart from their group word, which are drawn together.

    Args:
        frame: `occupation`, `n_first` and `n_second` of the targets.

    Returns:
        [target]; 0 with fewer than `LEAST_SENTENCES` of either group.
    """
    import numpy as np

    texts: dict[str, set[str]] = {}
    for sentence in vectors.sentences:
        texts.setdefault(sentence.target, set()).add(sentence.without_word())
    few = frame[["n_first", "n_second"]].min(axis=1).to_numpy() < LEAST_SENTENCES
    return np.where(few, 0, [len(texts[target]) for target in frame["occupation"]])


def drawn_sentences(
    vectors: Vectors, target: str, generator: np.random.Generator, draws: int
) -> Drawn:
    """A target's sentences over bootstrap draws."""
    import numpy as np

    rows = np.concatenate([vectors.rows(target, group) for group in (0, 1)])
    texts = [vectors.sentences[row].without_word() for row in rows]
    place = {text: number for number, text in enumerate(dict.fromkeys(texts))}
    cluster = np.array([place[text] for text in texts], dtype=int)
    size = int(cluster.max()) + 1
    times = generator.multinomial(size, np.full(size, 1 / size), size=draws)[:, cluster]
    weights = [times * (vectors.group[rows] == group) for group in (0, 1)]
    totals = [weight.sum(1, keepdims=True) for weight in weights]
    whole = (totals[0][:, 0] > 0) & (totals[1][:, 0] > 0)
    shares = [weight / np.maximum(total, 1) for weight, total in zip(weights, totals, strict=True)]
    return Drawn(rows, cluster, size, times, shares[0] - shares[1], whole)


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


# --- context draws ------------------------------------------------------------------------
# Draws of the unsigned context: a distance, freed of what noise alone adds to it.
#
# The distance between two means of few sentences is too long: noise adds its own length. Drawing
# sentences again adds it a second time, so intervals of the distance itself leave out small true
# distances almost always. The square of the distance has a known excess, the variance of the
# difference of the means, and a known variance, so the draws are made of the square.


def distance_draws(moved: np.ndarray, shift: np.ndarray, influence: np.ndarray) -> np.ndarray:
    """Draws of the length of a difference of means, without the length of its noise.

    |shift|^2 - tr V estimates the square without bias, V being the covariance of the shift. Its
    variance is 4 d'Vd + 2 tr V^2 with d the true shift, both terms estimated without bias. The
    draws of |moved|^2 give the shape; they are moved and scaled to this mean and variance, and
    widened by `student`.

    Args:
        moved: [draw, hidden], the difference of the means in each bootstrap draw.
        shift: [hidden], the difference of the means.
        influence: [cluster, hidden], of the sentences that are drawn together, on the shift;
            they sum to 0 and their mean squares over the number of clusters are V.

    Returns:
        [draw], at least 0.

    Source: Bai and Saranadasa 1996 (the trace of a squared covariance matrix).
    """
    import numpy as np

    clusters = len(influence)
    squares = (moved**2).sum(axis=1)
    spread = float(squares.std())
    if clusters < 2 or spread == 0:
        return np.full(len(moved), float(np.linalg.norm(shift)))
    products = influence @ influence.T
    noise = float(np.trace(products)) / (clusters * (clusters - 1))
    along = float(((influence @ shift) ** 2).sum()) / (clusters * (clusters - 1))
    trace = _trace_of_square(products) / clusters**2
    variance = 4 * max(along - trace, 0.0) + 2 * trace * clusters / (clusters - 1)
    wider = float(np.sqrt(variance)) / spread * student(clusters)
    drawn = (squares - squares.mean()) * wider
    found: np.ndarray = np.sqrt(np.maximum(float(shift @ shift) - noise + drawn, 0.0))
    return found


def student(clusters: int) -> float:
    """How much wider Student's t is at 95% than the normal distribution, for so many clusters."""
    from scipy.stats import norm, t

    return float(t.ppf(0.975, clusters - 1) / norm.ppf(0.975))


def _trace_of_square(products: np.ndarray) -> float:
    """tr C^2 of the covariance matrix C of few vectors, from their products.

    Args:
        products: [vector, vector], inner products of the vectors less their mean.
    """
    size = len(products)
    square = float((products**2).sum()) / (size - 1) ** 2
    if size < 3:
        return square
    total = float(products.trace()) / (size - 1)
    share = (size - 1) ** 2 / ((size - 2) * (size + 1))
    return max(share * (square - total**2 / (size - 1)), 0.0)


def influences(
    vectors: np.ndarray, group: np.ndarray, cluster: np.ndarray, size: int
) -> np.ndarray:
    """What each cluster of sentences adds to the difference of the groups' means.

    Args:
        vectors: [sentence, hidden].
        group: [sentence], 0 or 1.
        cluster: [sentence], which sentences are drawn together.
        size: number of clusters.

    Returns:
        [cluster, hidden], sum 0.
    """
    import numpy as np

    found = np.zeros((size, vectors.shape[1]))
    for place, sign in ((0, 1.0), (1, -1.0)):
        rows = np.flatnonzero(group == place)
        centred = vectors[rows] - vectors[rows].mean(axis=0)
        np.add.at(found, cluster[rows], sign * size * centred / len(rows))
    return found
