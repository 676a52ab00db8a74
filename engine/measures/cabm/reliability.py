"""How far each feature, and the score, repeats between halves of the sentences and the corpus.

What a feature does not repeat is noise of the sentences or counts that happened to be taken.
Whether occupations differ in it at all is asked before it is given a weight
(`weighting.WeightingRule`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.core.wording import agreeing, figure_text, interval_text, listed
from engine.measures.cabm.association import word_contrast
from engine.measures.cabm.data.cooccurrence import CorpusCounts, TargetCount
from engine.measures.cabm.data.sentences import Groups
from engine.measures.cabm.features import SIGNED, features_of, published_groups, word_direction
from engine.measures.cabm.pmi import of_target, pair_pmi, pmi
from engine.measures.cabm.vectors import Vectors
from engine.statistics.correlation import FEWEST_SPLIT, SplitHalf, split_half

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from engine.measures.cabm.settings import CabmSettings

SPLITS = 50
LEAST_CONTEXTS = 6  # of a target, sentences apart from their group word
SCORE = "score"
NAMES = {"pmi": "PMI", "cosine": "cosine", "context": "context", SCORE: "the score"}
_HALVES = (0, 1)


@dataclass(frozen=True)
class Reliability:
    """Split-half reliability of a feature over the targets.

    Args:
        halves: None where it cannot be measured; reason: why, empty otherwise.
    """

    halves: SplitHalf | None
    reason: str = ""

    @property
    def in_doubt(self) -> bool:
        """Whether the interval contains 0: the feature may be noise alone."""
        if self.halves is None:
            return False
        interval = self.halves.interval
        return interval is None or interval[0] <= 0

    def as_json(self) -> dict[str, Any]:
        """`reliability`, `interval` (95%), `correlation` of the halves, `n` targets, `reason`."""
        if self.halves is None:
            empty = dict.fromkeys(("reliability", "interval", "correlation"))
            return {**empty, "n": 0, "reason": self.reason}
        found = self.halves
        return {
            "reliability": found.reliability,
            "interval": found.interval and list(found.interval),
            "correlation": found.correlation,
            "n": found.n,
            "reason": "",
        }


def feature_halves(
    vectors: Vectors,
    frame: pd.DataFrame,
    counts: CorpusCounts,
    groups: Groups,
    settings: CabmSettings,
    splits: int = SPLITS,
) -> np.ndarray:
    """Features of every target from either half of its sentences and of the corpus.

    Both framings of a sentence go to the same half, and so do sentences that differ in their target
    alone: in sentences made from common frames, each half has the same frames for every target. Of
    the corpus each sentence goes to one half or the other, so counts are halved binomially.

    Args:
        frame: of `features.feature_table`.

    Returns:
        [half, split, target, feature] of the features that the table has, in their units. Not
        numbers where a target has fewer than `LEAST_CONTEXTS` contexts, where a half is left
        without one framing, and, unsmoothed, without a count.
    """
    import numpy as np

    generator = np.random.default_rng(settings.seed)
    names = features_of(frame)
    found = np.full((2, splits, len(frame), len(names)), np.nan)
    order = _frame_order(vectors, generator, splits)
    readings = _readings(vectors, groups, settings)
    for place, target in enumerate(frame["occupation"]):
        found[:, :, place, 0] = _pmi_halves(counts, target, groups, settings, generator, splits)
        rows = np.concatenate([vectors.rows(target, group) for group in _HALVES])
        second = _second_half(vectors, rows, order)
        if second is None:
            continue
        for half in _HALVES:
            gap, times, whole = _gap(second == half, vectors.group[rows])
            for number, name in enumerate(names[1:], start=1):
                values = readings[name](gap, times, rows)
                found[half, :, place, number] = np.where(whole, values, np.nan)
    return found


def _frame_order(
    vectors: Vectors, generator: np.random.Generator, splits: int
) -> dict[str, np.ndarray]:
    """Frame of a sentence -> [split], its place in a random order of all frames."""
    frames = list(dict.fromkeys(sentence.frame() for sentence in vectors.sentences))
    orders = generator.random((len(frames), splits))
    return dict(zip(frames, orders, strict=True))


def _second_half(
    vectors: Vectors, rows: np.ndarray, order: Mapping[str, np.ndarray]
) -> np.ndarray | None:
    """[split, sentence], whether each sentence is in the second half; None for too few contexts."""
    import numpy as np

    texts = [vectors.sentences[row].without_word() for row in rows]
    place = {text: number for number, text in enumerate(dict.fromkeys(texts))}
    if len(place) < LEAST_CONTEXTS:
        return None
    cluster = np.array([place[text] for text in texts])
    orders = np.empty((len(place), len(next(iter(order.values())))))
    for row, number in zip(rows, cluster, strict=True):
        orders[number] = order[vectors.sentences[row].frame()]
    groups = [np.bincount(cluster, vectors.group[rows] == group) > 0 for group in _HALVES]
    second = np.zeros(orders.shape, bool)
    for kind in np.unique(groups[0] + 2 * groups[1]):  # with both framings, or with one
        members = np.flatnonzero(groups[0] + 2 * groups[1] == kind)
        ranks = orders[members].argsort(axis=0).argsort(axis=0)
        second[members] = ranks >= (len(members) + 1) // 2
    halved: np.ndarray = second.T[:, cluster]
    return halved


def _gap(kept: np.ndarray, group: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Weights in first - second mean and counts, [split, sentence]; [split] if both are there."""
    import numpy as np

    weights = [(kept & (group == one)).astype(float) for one in _HALVES]
    totals = [weight.sum(axis=1, keepdims=True) for weight in weights]
    first, second = (w / np.maximum(total, 1) for w, total in zip(weights, totals, strict=True))
    whole = (totals[0][:, 0] > 0) & (totals[1][:, 0] > 0)
    return first - second, kept.astype(float), whole


def _readings(vectors: Vectors, groups: Groups, settings: CabmSettings) -> dict[str, Any]:
    """Feature -> function of gap, counts and rows, which gives the feature: [split]."""
    import numpy as np

    lengths = np.linalg.norm(vectors.target, axis=1) * np.linalg.norm(vectors.word, axis=1)
    cosines = (vectors.target * vectors.word).sum(1) / lengths
    direction = word_direction(vectors)
    contrast = word_contrast(vectors, published_groups(groups))

    def within(gap: np.ndarray, times: np.ndarray, rows: np.ndarray) -> np.ndarray:
        near: np.ndarray = gap @ cosines[rows]
        return near

    def separate(gap: np.ndarray, times: np.ndarray, rows: np.ndarray) -> np.ndarray:
        means = times @ vectors.target[rows]
        apart: np.ndarray = (means @ contrast) / np.maximum(np.linalg.norm(means, axis=1), 1e-12)
        return apart

    def context(gap: np.ndarray, times: np.ndarray, rows: np.ndarray) -> np.ndarray:
        if vectors.sentence is None:
            raise ValueError("there is no sentence vector")
        moved = gap @ vectors.sentence[rows]
        if settings.context == SIGNED:
            along: np.ndarray = moved @ direction
            return along
        far: np.ndarray = np.linalg.norm(moved, axis=1)
        return far

    return {"cosine": separate if settings.published else within, "context": context}


def _pmi_halves(
    counts: CorpusCounts,
    target: str,
    groups: Groups,
    settings: CabmSettings,
    generator: np.random.Generator,
    splits: int,
) -> np.ndarray:
    """[half, split] PMI bias of a target from either half of the corpus, bits."""
    import numpy as np

    found = np.full((2, splits), np.nan)
    for split in range(splits):
        for half, part in enumerate(_halved(counts, target, generator)):
            if settings.published:
                thesis = published_groups(groups)
                value = pair_pmi(part, target, thesis, settings.alpha, settings.smoothing)
            else:
                value = pmi(part, target, settings.alpha, settings.smoothing)
            if value is not None and value.bias is not None:
                found[half, split] = value.bias
    return found


def _halved(
    counts: CorpusCounts, target: str, generator: np.random.Generator
) -> tuple[CorpusCounts, CorpusCounts]:
    """Both halves of a corpus, as far as one target is counted in them.

    The totals are so large that they are simply halved, which moves all targets alike.
    """
    counted_with = of_target(counts.targets, target) or TargetCount(0, 0, 0)
    pairs = of_target(counts.pairs, target) or {}
    drawn = TargetCount(*generator.binomial(counted_with, 0.5).tolist())
    drawn_pairs = {word: int(generator.binomial(number, 0.5)) for word, number in pairs.items()}
    rest = TargetCount(*(a - b for a, b in zip(counted_with, drawn, strict=True)))
    rest_pairs = {word: number - drawn_pairs[word] for word, number in pairs.items()}
    first, second = (
        replace(
            counts,
            sentences=(counts.sentences + 1) // 2,
            first=(counts.first + 1) // 2,
            second=(counts.second + 1) // 2,
            words={word: (number + 1) // 2 for word, number in counts.words.items()},
            targets={target: together},
            pairs={target: of_pairs},
        )
        for together, of_pairs in ((drawn, drawn_pairs), (rest, rest_pairs))
    )
    return first, second


def reliabilities(
    halves: np.ndarray, names: Sequence[str], weights: np.ndarray | None = None
) -> dict[str, Reliability]:
    """Split-half reliability of each feature, and of the score under some weights.

    Args:
        halves: [half, split, target, feature] of `feature_halves`.
        names: of the features.
        weights: [feature], what each is multiplied with in its own unit; None for no score.

    Returns:
        Feature, or `score` -> reliability.
    """
    found = {name: _reliability(halves[..., place]) for place, name in enumerate(names)}
    if weights is None:
        return found
    kept = weights > 0
    return found | {SCORE: _reliability(halves[..., kept] @ weights[kept])}


def _reliability(halves: np.ndarray) -> Reliability:
    """Over the targets of which both halves of every split are there: [half, split, target]."""
    import numpy as np

    there = np.isfinite(halves).all(axis=(0, 1))
    size = int(there.sum())
    if size < FEWEST_SPLIT:
        return Reliability(
            None,
            f"it takes at least {FEWEST_SPLIT} occupations with {LEAST_CONTEXTS} different "
            "sentences or more each, and with counts in both halves of the text in which PMI is "
            f"counted; here there {agreeing(size, 'are')} {size or 'none'}",
        )
    halved = split_half(*halves[:, :, there])
    if halved is None:
        return Reliability(None, "does not vary between occupations, or repeats exactly")
    return Reliability(halved)


def reliability_text(found: Mapping[str, Reliability]) -> str:
    """How far features and score repeat, in one or two sentences."""
    parts = [f"{NAMES[name]} {_written(each)}" for name, each in found.items() if each.halves]
    said = f"Split-half reliability: {', '.join(parts)}." if parts else ""
    missing: dict[str, list[str]] = {}
    for name, each in found.items():
        if not each.halves:
            missing.setdefault(each.reason, []).append(NAMES[name])
    for reason, names in missing.items():
        said += f" No reliability of {listed(names)}: {reason}."
    doubtful = [NAMES[name] for name, each in found.items() if each.in_doubt]
    if doubtful:
        said += (
            f" {_capital(listed(doubtful))}: the interval contains 0, so what sets occupations "
            "apart may be noise alone."
        )
    return said.strip()


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _written(found: Reliability) -> str:
    if found.halves is None:
        return "none"
    bounds = interval_text(found.halves.interval, ".2f")
    return figure_text(found.halves.reliability, ".2f") + (f" ({bounds})" if bounds else "")
