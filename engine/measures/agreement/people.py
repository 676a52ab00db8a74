"""Agreement among people: the ceiling for a model, group against group, Krippendorff's alpha."""

from __future__ import annotations

import math
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.measures.agreement.figures import Agreement, LanguageGroup, number
from engine.measures.agreement.influence import Influence, by_sentence, influences
from engine.measures.agreement.scores import PEOPLE_SCORES, precision_at
from engine.statistics import CONFIDENCE, mean_interval
from engine.statistics.intervals import nearly_alike, with_width
from engine.statistics.shares import alike_share_interval, ratio_share_interval

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

EQUAL = "equal_pairs"  # the score of people among themselves
# Cells of the [unit, value, value] array that the package makes; 32 MiB of float64.
_COINCIDENCES = 2**22


def ceilings(agreement: Agreement) -> list[dict[str, Any]]:
    """How often a person gives an answer of the rest of the own group, beside the model.

    Each annotator is left out in turn and takes the model's place: P@1 of one answer against
    the rest of the group. The model is compared with the same rests, so that both face equally
    many answers.

    Returns:
        One entry a group and language: `group`, `language`, `people` and `model` (P@1, 0 to 1;
        None where no sentence has two answers of the group), `interval` of `people`, and
        `sentences` behind them.
    """
    return [
        {
            "group": cell.group,
            "language": cell.language,
            "people": number((people := found["repeated"]).value),
            "interval": agreement.bootstrap.interval(people, cell.language, (0.0, 1.0)),
            "model": number(_model_against_rests(agreement.cells[cell])),
            "sentences": len(people.sentences),
        }
        for cell, found in agreement.influences.items()
    ]


def _model_against_rests(rows: pd.DataFrame) -> float:
    """P@1 of the model against the group without one annotator, each left out in turn."""
    means = []
    for _, _, given, which in by_sentence(rows):
        if given.size < 2:
            continue
        rests = [given.without(answer) for answer in which]
        means.append(sum(precision_at(rest, 1) for rest in rests if rest) / len(rests))
    return sum(means) / len(means) if means else math.nan


class AmongPeople(Agreement):
    """Answers that no model has read: how often people of a group give the same word.

    Its one score is `equal_pairs`.
    """

    @cached_property
    def influences(self) -> dict[LanguageGroup, dict[str, Influence]]:
        """How often two people of each group agree."""
        scores = {EQUAL: PEOPLE_SCORES[EQUAL]}
        return {cell: influences(rows, scores) for cell, rows in self.cells.items()}


def agreement_within(agreement: Agreement) -> list[dict[str, Any]]:
    """How often two people of a group give the same word to a sentence.

    Returns:
        One entry a group and language: `group`, `language`, `equal_pairs` (0 to 1, mean over
        sentences of the share of pairs of people; None where no sentence has two answers of the
        group), `intervals` (`equal_pairs` -> 95% over annotators and sentences, or None),
        `n_annotators` and `n_sentences`.
    """
    return [
        {
            "group": cell.group,
            "language": cell.language,
            EQUAL: number(found[EQUAL].value),
            "intervals": {
                EQUAL: agreement.bootstrap.interval(found[EQUAL], cell.language, (0.0, 1.0))
            },
            "n_annotators": int(agreement.cells[cell]["annotator"].nunique()),
            "n_sentences": len(found[EQUAL].sentences),
        }
        for cell, found in agreement.influences.items()
    ]


def group_against_group(agreement: Agreement, language: str) -> pd.DataFrame:
    """How often two annotators give the same answer, one of each group; never one with oneself.

    Returns:
        One row a pair of groups (both orders, and each with itself): `group`, `other`, `share`
        (0 to 1, mean over the sentences both answered; missing where there is none),
        `low`, `high` (95%, bootstrap over sentences; by their number where all are alike) and
        `sentences`.
    """
    import pandas as pd

    counts = {
        group: _key_counts(agreement.cells[LanguageGroup(language, group)])
        for group in agreement.groups_of(language)
    }
    lines = []
    for group, own in counts.items():
        for other, theirs in counts.items():
            shares = _equal_shares(own, theirs, group == other)
            interval = _share_interval(shares, agreement.seed)
            lines.append(
                {
                    "group": group,
                    "other": other,
                    "share": sum(shares) / len(shares) if shares else math.nan,
                    "low": interval[0],
                    "high": interval[1],
                    "sentences": len(shares),
                }
            )
    return pd.DataFrame(lines)


def _share_interval(shares: list[float], seed: int) -> tuple[float, float]:
    """Of the mean of shares between 0 and 1; missing below two sentences."""
    if len(shares) > 1 and max(shares) - min(shares) < 1e-12:
        return alike_share_interval(shares[0], len(shares))
    bounds = (
        ratio_share_interval(shares, [1.0] * len(shares), seed)
        if shares and nearly_alike(shares)
        else mean_interval(shares, seed)
    )
    return bounds or (math.nan, math.nan)


Counts = dict[str, Counter[str]]


def _key_counts(rows: pd.DataFrame) -> Counts:
    """Sentence -> answer -> how often."""
    by_sentence_id = rows.groupby("sentence_id", sort=False)["key"]
    return {str(sentence): Counter(keys) for sentence, keys in by_sentence_id}


def _equal_shares(own: Counts, theirs: Counts, same: bool) -> list[float]:
    """Per sentence, the share of pairs of annotators whose answers are equal."""
    shares = []
    for sentence, first in own.items():
        second = theirs.get(sentence, Counter())
        equal = sum(count * (second[key] - same) for key, count in first.items())
        pairs = first.total() * (second.total() - same)
        if pairs:
            shares.append(equal / pairs)
    return shares


_NO_ALPHA_INTERVAL = (
    "too few draws of the sentences differ in it, as where all answers to each are the same"
)


def alphas(agreement: Agreement) -> list[dict[str, Any]]:
    """Krippendorff's alpha of every group, and of everyone, in each language.

    Returns:
        Entries of `group` (None for everyone), `language`, `alpha` (1: all agree, 0: as chance
        would have it; None where it is undefined), `interval` (95%, bootstrap over sentences),
        `interval_note` (why there is none),
        `sentences` with two answers or more, and `annotators`.

    Source: Krippendorff 2011 (nominal data, missing values).
    """
    entries = []
    for language in agreement.languages:
        everyone = agreement.readable[agreement.readable["language"] == language]
        parts: list[tuple[str | None, pd.DataFrame]] = [(None, everyone)]
        groups = agreement.groups_of(language)
        if len(groups) > 1:
            parts += [(group, agreement.cells[LanguageGroup(language, group)]) for group in groups]
        for group, rows in parts:
            counts = _matrix(rows)
            found = number(alpha(counts))
            interval = _alpha_interval(found, counts, agreement.seed, agreement.draws)
            entries.append(
                {
                    "group": group,
                    "language": language,
                    "alpha": found,
                    "interval": interval,
                    "interval_note": None if interval or found is None else _NO_ALPHA_INTERVAL,
                    "sentences": int((counts.sum(axis=1) > 1).sum()),
                    "annotators": int(rows["annotator"].nunique()),
                }
            )
    return entries


def _matrix(rows: pd.DataFrame) -> np.ndarray:
    """[sentence, answer] how often each answer was given to each sentence."""
    import pandas as pd

    return pd.crosstab(rows["sentence_id"], rows["key"]).to_numpy()


def alpha(counts: np.ndarray) -> float:
    """Krippendorff's alpha for nominal data.

    Args:
        counts: [unit, value] how many gave a value to a unit.

    Returns:
        At most 1; NaN where fewer than two answers can be paired, or all are equal.
    """
    import numpy as np

    paired = counts[counts.sum(axis=1) > 1]
    used = paired[:, paired.any(axis=0)] if len(paired) else paired
    if not len(paired) or used.shape[1] < 2:
        return math.nan
    if len(used) * used.shape[1] ** 2 > _COINCIDENCES:
        return float(_alphas(used.astype(float), np.ones((1, len(used))))[0])
    import krippendorff

    return float(krippendorff.alpha(value_counts=used, level_of_measurement="nominal"))


def _alphas(paired: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """[draw] alpha where each unit counts so often; NaN where all answers are equal.

    Args:
        paired: [unit, value] counts, two answers or more a unit.
        weights: [draw, unit].

    Source: Krippendorff 2011, section D (nominal data).
    """
    import numpy as np

    size = paired.sum(axis=1)
    unequal = (size**2 - (paired**2).sum(axis=1)) / (size - 1)
    total = weights @ size
    chance = total**2 - ((weights @ paired) ** 2).sum(axis=1)
    observed = (weights @ unequal) * (total - 1)
    return np.where(chance > 0, 1 - observed / np.where(chance > 0, chance, 1), math.nan)


def _alpha_interval(
    found: float | None, counts: np.ndarray, seed: int, draws: int
) -> list[float] | None:
    """Interval over sentences; None where too few draws have an alpha, or none differs.

    A sentence drawn twice makes its answers seem more frequent, so draws lie below the estimate;
    they are centred on it.
    """
    import numpy as np

    paired = counts[counts.sum(axis=1) > 1].astype(float)
    if found is None or len(paired) < 2:
        return None
    weights = np.random.default_rng(seed).multinomial(
        len(paired), np.full(len(paired), 1 / len(paired)), size=draws
    )
    drawn = _alphas(paired, weights)
    sound = drawn[~np.isnan(drawn)]
    if len(sound) < draws / 2:
        return None
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(sound - sound.mean() + found, [tail, 1 - tail])
    bounds = with_width(low, min(high, 1.0))
    return None if bounds is None else list(bounds)
