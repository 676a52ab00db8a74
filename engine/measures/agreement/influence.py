"""How certain a mean over sentences is when both annotators and sentences are samples.

Resampling annotators the usual way fails here. A draw leaves a third of them out and repeats
others, but W_s is a *set*: a repeated answer adds nothing, so every draw sees fewer answers
than there were and its P@k lies below the estimate. What is resampled instead is what each
annotator and each sentence contributes: the change of the figure when it is left out (the
jackknife influence). The draws are then centred on the estimate, whatever the score.

Annotators answer several sentences and sentences have several annotators, so neither alone is
the unit. Both are drawn, and the spread is brought to that of two-way clustering, which does
not count twice what belongs to a single answer.

Sources: Efron 1982 (jackknife, infinitesimal jackknife); Cameron, Gelbach and Miller 2011
(two-way clustering); Owen 2007 (why drawing rows and columns alone is too wide).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.measures.agreement.scores import Given, Score
from engine.statistics import CONFIDENCE, DRAWS, mcnemar_test
from engine.statistics.shares import alike_share_interval

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

NOTHING = 1e-12  # differences and standard errors below are rounding errors


@dataclass(frozen=True, eq=False)
class Influence:
    """A mean over sentences, and what every annotator, sentence and answer adds to it.

    Args:
        value: the mean; NaN where no sentence has the score.
        sentences: [sentence], contributions that sum to 0; only sentences that have the score.
        annotators: [annotator], likewise.
        answers: [answer], likewise.
    """

    value: float
    sentences: pd.Series
    annotators: pd.Series
    answers: pd.Series

    def __sub__(self, other: Influence) -> Influence:
        """The difference of two means; what both share is subtracted unit by unit."""
        return Influence(
            self.value - other.value,
            self.sentences.sub(other.sentences, fill_value=0.0),
            self.annotators.sub(other.annotators, fill_value=0.0),
            self.answers.sub(other.answers, fill_value=0.0),
        )

    @property
    def shrinkage(self) -> float:
        """What brings the spread of drawing both to that of two-way clustering, 0 to 1."""
        rows, columns, cells = (
            float((part**2).sum()) for part in (self.annotators, self.sentences, self.answers)
        )
        if rows + columns == 0:
            return 1.0
        return math.sqrt(max(rows + columns - cells, rows, columns) / (rows + columns))

    @property
    def is_constant(self) -> bool:
        """Whether every sentence has the same value, whoever is left out."""
        return all(float(part.abs().max()) <= NOTHING for part in (self.sentences, self.annotators))

    @property
    def units(self) -> int:
        """The fewer of its annotators and its sentences."""
        return min(len(self.annotators), len(self.sentences))


def freedom_of(parts: Iterable[pd.Series]) -> float:
    """Degrees of freedom of a variance that is the sum of several, each estimated from its units.

    Args:
        parts: [unit] contributions, whose squares sum to a variance; of annotators or sentences.

    Returns:
        At least 1; infinite where no part varies.

    Source: Satterthwaite 1946.
    """
    variances = [(float((part**2).sum()), len(part)) for part in parts if len(part) > 1]
    below = sum(variance**2 / (size - 1) for variance, size in variances)
    return sum(variance for variance, _ in variances) ** 2 / below if below > 0 else math.inf


def alike_test(difference: Influence) -> float:
    """Two-sided exact p of a difference that is the same in every sentence: their sign test."""
    same = abs(difference.value) <= NOTHING
    return 1.0 if same else mcnemar_test(len(difference.sentences), 0)


def influences(table: pd.DataFrame, scores: Mapping[str, Score]) -> dict[str, Influence]:
    """Means of several scores over the sentences of one group in one language.

    Args:
        table: rows of `table.scored_table` of that group and language.
        scores: name -> score.
    """
    import numpy as np
    import pandas as pd

    sentences, base = [], []
    removed = np.full((len(table), len(scores)), math.nan)
    before = np.full((len(table), len(scores)), math.nan)
    for sentence, places, given, which in by_sentence(table):
        sentences.append(sentence)
        base.append([score(given) for score in scores.values()])
        without = [
            [math.nan if rest is None else score(rest) for score in scores.values()]
            for rest in map(given.without, range(len(given.counts)))
        ]
        before[places] = base[-1]
        removed[places] = np.array(without)[which]
    values = np.array(base, float)
    owners, names = owner_names(table).factorize()
    units = (sentences, pd.Index(names), table.index)
    return {
        name: _influence(values[:, column], before[:, column], removed[:, column], owners, units)
        for column, name in enumerate(scores)
    }


def owner_names(table: pd.DataFrame) -> pd.Series:
    """[answer] its annotator, named apart from those of other groups."""
    return table["group"].astype(str) + "\x1f" + table["annotator"].astype(str)


def by_sentence(table: pd.DataFrame) -> Iterator[tuple[str, np.ndarray, Given, np.ndarray]]:
    """Every sentence of one group in one language with its distinct answers.

    One answer may be there in several spellings; the one the model knows best stands for it,
    whichever row comes first.

    Yields:
        The sentence's id, the places of its rows in the table, what was given, and which of
        the distinct answers each row gave.
    """
    import numpy as np

    owner, sentences = table["sentence_id"].factorize()
    keys = table["key"].factorize()[0]
    ranks, likely = (table[name].to_numpy(float) for name in ("rank", "log_probability"))
    covered, candidates = table["covered"].to_numpy(bool), table["candidates"].to_numpy(int)
    order = np.argsort(owner, kind="stable")
    starts = np.searchsorted(owner[order], np.arange(len(sentences) + 1))
    for place, sentence in enumerate(sentences):
        rows = order[starts[place] : starts[place + 1]]
        which = np.unique(keys[rows], return_inverse=True)[1]
        counts = np.bincount(which)
        best, known = np.full(len(counts), math.inf), np.full(len(counts), math.nan)
        can = np.zeros(len(counts), bool)
        np.minimum.at(best, which, ranks[rows])
        np.fmax.at(known, which, likely[rows])
        np.logical_or.at(can, which, covered[rows])
        yield sentence, rows, Given(counts, best, known, can, int(candidates[rows[0]])), which


def _influence(
    values: np.ndarray,
    before: np.ndarray,
    after: np.ndarray,
    owners: np.ndarray,
    units: tuple[Sequence[str], pd.Index, pd.Index],
) -> Influence:
    """From the sentences' scores, with and without each answer, to what every unit adds.

    Args:
        values: [sentence] the score; NaN where it is undefined.
        before: [answer] the score of its sentence.
        after: [answer] that score without the answer; NaN where nothing is left.
        owners: [answer] place of its annotator.
        units: names of sentences, annotators and answers.
    """
    import numpy as np
    import pandas as pd

    sentences, annotators, answers = units
    defined = ~np.isnan(values)
    count, total = int(defined.sum()), float(values[defined].sum())
    if not count:
        nothing = pd.Series(dtype=float)
        return Influence(math.nan, nothing, nothing, nothing)
    mean = total / count
    changes = np.nan_to_num(after) - np.nan_to_num(before)
    lost = np.isnan(before).astype(float) - np.isnan(after)
    by_annotator = [np.bincount(owners, part, len(annotators)) for part in (changes, lost)]
    own = (values[defined] - mean) / math.sqrt(count * max(count - 1, 1))
    return Influence(
        mean,
        pd.Series(own, index=pd.Index(sentences)[defined]),
        pd.Series(_jackknife(mean, total, count, *by_annotator), index=annotators),
        pd.Series(_jackknife(mean, total, count, changes, lost), index=answers),
    )


def _jackknife(
    mean: float, total: float, count: int, changes: np.ndarray, lost: np.ndarray
) -> np.ndarray:
    """[unit] contributions whose squares sum to the jackknife variance.

    Args:
        changes: [unit] of the sum over sentences when it is left out.
        lost: [unit] change of the number of sentences that have the score, 0 or below.
    """
    import numpy as np

    left = count + lost
    without = (total + changes) / np.maximum(left, 1)
    return jackknifed(mean, np.where(left > 0, without, math.nan))


def jackknifed(value: float, without: np.ndarray) -> np.ndarray:
    """[unit] contributions whose squares sum to the jackknife variance.

    Args:
        value: the figure.
        without: [unit] the figure when it is left out; NaN where nothing is left.

    Source: Efron 1982, chapter 3.
    """
    import numpy as np

    added = np.nan_to_num(value - without)
    return (added - added.mean()) * math.sqrt((len(added) - 1) / len(added))


class Bootstrap:
    """Draws of annotators and sentences, the same for every figure of one table.

    Args:
        table: all rows, of every group and language.
        seed: of the draws.
        draws: how many.
    """

    def __init__(self, table: pd.DataFrame, seed: int = 0, draws: int = DRAWS) -> None:
        import numpy as np

        generator = np.random.default_rng(seed)
        self._draws = draws
        self._sentences: dict[str, tuple[pd.Index, np.ndarray]] = {}
        self._annotators: dict[str, tuple[pd.Index, np.ndarray]] = {}
        for language, rows in table.groupby("language", sort=True):
            units = rows["sentence_id"].drop_duplicates()
            self._sentences[str(language)] = _weights(generator, [units], draws)
            named = owner_names(rows)
            cells = [part.drop_duplicates() for _, part in named.groupby(rows["group"], sort=True)]
            self._annotators[str(language)] = _weights(generator, cells, draws)

    def sentence_counts(self, language: str, sentences: pd.Index) -> np.ndarray:
        """[draw, sentence] how often each of these sentences is drawn."""
        units, weights = self._sentences[language]
        return weights[:, units.get_indexer(sentences)] + 1.0

    def draws(self, influence: Influence, language: str) -> np.ndarray:
        """[draw] the figure as it would be with other annotators and other sentences."""
        import numpy as np

        if math.isnan(influence.value):
            return np.full(self._draws, math.nan)
        moved = _moved(self._sentences[language], influence.sentences)
        moved = moved + _moved(self._annotators[language], influence.annotators)
        return influence.value + influence.shrinkage * moved

    def interval(
        self, influence: Influence, language: str, bounds: tuple[float, float]
    ) -> list[float] | None:
        """95% interval of a figure, or None where there is too little to draw from.

        Args:
            bounds: smallest and largest value the figure can have.
        """
        import numpy as np

        if influence.units < 2:
            return None
        low, high = bounds
        if influence.is_constant:
            # All sentences alike: nothing varies, and yet the next one might.
            if bounds != (0.0, 1.0):
                return None
            return list(alike_share_interval(influence.value, len(influence.sentences)))
        tail = (1 - CONFIDENCE) / 2
        found = np.quantile(self.draws(influence, language), [tail, 1 - tail])
        return [float(bound) for bound in found.clip(low, high)]


def _weights(
    generator: np.random.Generator, cells: list[pd.Series], draws: int
) -> tuple[pd.Index, np.ndarray]:
    """[draw, unit] how much more often than once each unit is drawn, cell by cell."""
    import numpy as np
    import pandas as pd

    parts = [
        generator.multinomial(len(cell), np.full(len(cell), 1 / len(cell)), size=draws) - 1.0
        for cell in cells
    ]
    return pd.Index(pd.concat(cells)), np.concatenate(parts, axis=1)


def _moved(drawn: tuple[pd.Index, np.ndarray], contributions: pd.Series) -> np.ndarray:
    units, weights = drawn
    return weights[:, units.get_indexer(contributions.index)] @ contributions.to_numpy()
