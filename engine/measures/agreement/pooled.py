"""Pooled rank correlations: do the words that a group gives more often fit the model better?

A single sentence has few answers, most given equally often, so a correlation within it rests on
next to nothing. Here all (sentence, word) pairs of a group are ranked together: the words that
the group gave and the model's first candidates, which may be words that nobody gave. A word's
relative frequency is set against its log-probability less the mean of its sentence, so that a
sentence in which every word is unlikely does not count as a low rank.

Sentences are the units that are drawn: a sentence drawn twice counts twice, in the ranks too.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from engine.measures.agreement.influence import Influence, jackknifed, owner_names
from engine.measures.agreement.scores import TIE_BAND
from engine.statistics import CONFIDENCE

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

FEWEST_SENTENCES = 10  # of a group; with fewer, draws of them say too little for an interval
FIRST = 10  # candidates of the model that count although nobody may have given them
MOST_WORDS = 10_000  # of a group; with more, only the figure is computed and not its interval
_CHUNK = 2_000_000  # numbers held at a time


@dataclass(frozen=True, eq=False)
class Words:
    """What is ranked: every word of every sentence.

    Args:
        owners: [word] place of its sentence, from 0.
        frequencies: [word] share of the group's answers to the sentence, 0 to 1.
        likelihoods: [word] log-probability less the sentence's mean, in steps of `TIE_BAND`.
    """

    owners: np.ndarray
    frequencies: np.ndarray
    likelihoods: np.ndarray

    @property
    def comparable(self) -> bool:
        """Whether both sides vary, so that there is a correlation at all."""
        return all(
            len(side) > 1 and (side != side[0]).any()
            for side in (self.frequencies, self.likelihoods)
        )


def pooled_spearman(words: Words) -> float:
    """Spearman's rho over all words, -1 to 1; NaN where undefined."""
    from scipy.stats import spearmanr

    if not words.comparable:
        return math.nan
    return float(spearmanr(words.frequencies, words.likelihoods).statistic)


def pooled_kendall(words: Words) -> float:
    """Kendall's tau-b over all words, -1 to 1; NaN where undefined.

    Source: Kendall 1945 (ties in both rankings).
    """
    from scipy.stats import kendalltau

    if not words.comparable:
        return math.nan
    return float(kendalltau(words.frequencies, words.likelihoods, variant="b").statistic)


def drawn_spearman(words: Words, counts: np.ndarray) -> np.ndarray:
    """Spearman's rho where each sentence is there so often.

    Args:
        counts: [draw, sentence].

    Returns:
        [draw] rho; NaN where undefined.
    """
    import numpy as np

    step = max(1, _CHUNK // max(1, len(words.owners)))
    parts = [
        _weighted_spearman(words, counts[start : start + step][:, words.owners].astype(float))
        for start in range(0, len(counts), step)
    ]
    return np.concatenate(parts)


def _weighted_spearman(words: Words, weights: np.ndarray) -> np.ndarray:
    middle = weights.sum(axis=1, keepdims=True) / 2  # the mean of the ranks
    first, second = (
        _weighted_ranks(side, weights) - middle for side in (words.frequencies, words.likelihoods)
    )
    scale = ((weights * first**2).sum(axis=1) * (weights * second**2).sum(axis=1)) ** 0.5
    return _ratio((weights * first * second).sum(axis=1), scale)


def _weighted_ranks(values: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """[draw, word] ranks less a half, ties in the middle, each word counted by its weight."""
    import numpy as np

    order = np.argsort(values, kind="stable")
    ordered = values[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    tied = np.add.reduceat(weights[:, order], starts, axis=1)
    which = np.empty(len(values), int)
    which[order] = np.searchsorted(starts, np.arange(len(values)), side="right") - 1
    return (np.cumsum(tied, axis=1) - tied / 2)[:, which]


def drawn_kendall(words: Words, counts: np.ndarray) -> np.ndarray:
    """Kendall's tau-b where each sentence is there so often.

    Pairs of words are summed by pairs of sentences once; a draw is then a quadratic form.

    Args:
        counts: [draw, sentence].

    Returns:
        [draw] tau-b; NaN where undefined.
    """
    import numpy as np

    size = counts.shape[1]
    sums = np.zeros((3, size, size))
    for sentence in range(size):
        own = words.owners == sentence
        first, second = (
            np.sign(side[own][:, None] - side[None, :])
            for side in (words.frequencies, words.likelihoods)
        )
        for place, pairs in enumerate((first * second, first**2, second**2)):
            sums[place, sentence] = np.bincount(words.owners, pairs.sum(axis=0), size)
    weights = counts.astype(float)
    agreeing, first_apart, second_apart = (
        ((weights @ part) * weights).sum(axis=1) for part in sums
    )
    return _ratio(agreeing, (first_apart * second_apart) ** 0.5)


def _ratio(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    import numpy as np

    return np.where(below > 0, above / np.where(below > 0, below, 1), math.nan)


SCORES: dict[str, tuple[Callable[[Words], float], Callable[[Words, np.ndarray], np.ndarray]]] = {
    "spearman": (pooled_spearman, drawn_spearman),
    "kendall": (pooled_kendall, drawn_kendall),
}


def pooled_interval(words: Words, score: str, counts: np.ndarray) -> list[float] | None:
    """95% interval of a pooled correlation over sentences.

    A percentile interval of 10 to 50 sentences is too narrow, so its distances from the figure are
    widened by Student's t and by what draws of few sentences vary too little.

    Args:
        score: `spearman` or `kendall`.
        counts: [draw, sentence] how often each sentence was drawn.

    Returns:
        [low, high] between -1 and 1; None where half of the draws have no figure, or all the same.
    """
    import numpy as np
    from scipy.stats import norm, t

    figure, drawing = SCORES[score]
    drawn = drawing(words, counts)
    sound = drawn[~np.isnan(drawn)]
    if len(sound) < len(drawn) / 2 or np.ptp(sound) < 1e-12:
        return None
    tail, size = (1 - CONFIDENCE) / 2, counts.shape[1]
    wider = float(t.ppf(1 - tail, size - 1) / norm.ppf(1 - tail)) * (size / (size - 1)) ** 0.5
    value = figure(words)
    bounds = value + wider * (np.quantile(sound, [tail, 1 - tail]) - value)
    return [float(bound) for bound in bounds.clip(-1, 1)]


class Pooled:
    """The words of one group in one language, and what they say.

    Args:
        table: rows of `table.scored_table` of that group and language.
    """

    def __init__(self, table: pd.DataFrame) -> None:
        import numpy as np
        import pandas as pd

        self._sentence_of, names = table["sentence_id"].factorize()
        self.sentences = pd.Index(names)
        keys = [*zip(self._sentence_of.tolist(), table["form"], strict=True)]
        first = np.unique(self._sentence_of, return_index=True)[1]
        likelihoods = {
            (sentence, word): log_probability
            for sentence, likeliest in enumerate(table["likeliest"].iloc[first])
            for word, log_probability in likeliest[:FIRST]
        }
        listed = set(likelihoods)
        for key, log_probability in zip(keys, table["log_probability"], strict=True):
            if key not in listed and not math.isnan(log_probability):
                # One word may be there in several spellings.
                likelihoods[key] = max(log_probability, likelihoods.get(key, -math.inf))
        places = {key: place for place, key in enumerate(likelihoods)}
        self._owners = np.array([sentence for sentence, _ in places], int)
        self._likelihoods = np.array([*likelihoods.values()], float)
        self._listed = np.array([key in listed for key in places], bool)
        self._word_of = np.array([places.get(key, -1) for key in keys], int)
        self._annotators, owners = owner_names(table).factorize()
        self._annotator_names = pd.Index(owners)

    @cached_property
    def words(self) -> Words:
        """Every word with its frequency and its likelihood."""
        import numpy as np

        return self._words(np.ones(len(self._word_of), bool))

    @property
    def resampled(self) -> bool:
        """Whether there are enough sentences to draw from, and not too many words for it."""
        return (
            self.words.comparable
            and len(self.sentences) >= FEWEST_SENTENCES
            and len(self.words.owners) <= MOST_WORDS
        )

    def _words(self, kept: np.ndarray) -> Words:
        """The words as they are when only some answers count.

        Args:
            kept: [answer].
        """
        import numpy as np

        known = kept & (self._word_of >= 0)
        counts = np.bincount(self._word_of[known], minlength=len(self._owners))
        totals = np.bincount(self._sentence_of[kept], minlength=len(self.sentences))
        shown = (self._listed | (counts > 0)) & (totals[self._owners] > 0)
        owners, likelihoods = self._owners[shown], self._likelihoods[shown]
        sizes = np.maximum(np.bincount(owners, minlength=len(self.sentences)), 1)
        means = np.bincount(owners, likelihoods, len(self.sentences)) / sizes
        steps = np.round((likelihoods - means[owners]) / TIE_BAND)
        return Words(owners, counts[shown] / totals[owners], steps)

    def interval(self, score: str, counts: np.ndarray) -> list[float] | None:
        """95% interval by drawing sentences; None where there is too little to draw from.

        Args:
            counts: [draw, sentence] how often each sentence was drawn.
        """
        return pooled_interval(self.words, score, counts) if self.resampled else None

    def influence(self, score: str) -> Influence:
        """The figure, and what every annotator and every sentence adds to it.

        Single answers are not left out, so a difference of two groups counts what belongs to
        one answer twice and its interval is rather too wide than too narrow.
        """
        import numpy as np
        import pandas as pd

        figure, drawn = SCORES[score]
        value = figure(self.words)
        nothing = pd.Series(dtype=float)
        if not self.resampled:
            return Influence(value, nothing, nothing, nothing)
        each = np.arange(len(self._annotator_names))
        annotators = [figure(self._words(self._annotators != one)) for one in each]
        sentences = drawn(self.words, 1 - np.eye(len(self.sentences)))
        return Influence(
            value,
            pd.Series(jackknifed(value, sentences), index=self.sentences),
            pd.Series(jackknifed(value, np.array(annotators)), index=self._annotator_names),
            nothing,
        )
