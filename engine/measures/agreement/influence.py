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
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.measures.agreement.scores import Given, Score
from engine.statistics import CONFIDENCE, DRAWS, wilson

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


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
    def units(self) -> int:
        """The fewer of its annotators and its sentences."""
        return min(len(self.annotators), len(self.sentences))


def influences(table: pd.DataFrame, scores: Mapping[str, Score]) -> dict[str, Influence]:
    """Means of several scores over the sentences of one group in one language.

    Args:
        table: rows of `table.scored_table` of that group and language.
        scores: name -> score.
    """
    import numpy as np
    import pandas as pd

    sentences, base = [], []
    left: list[list[float]] = [[] for _ in range(len(table))]
    place = {row: number for number, row in enumerate(table.index)}
    for sentence, rows in table.groupby("sentence_id", sort=False):
        given, which = given_of(rows)
        sentences.append(sentence)
        base.append([score(given) for score in scores.values()])
        without = [
            [math.nan if rest is None else score(rest) for score in scores.values()]
            for rest in map(given.without, range(len(given.counts)))
        ]
        for row, answer in zip(rows.index, which, strict=True):
            left[place[row]] = without[answer]
    values, removed = np.array(base, float), np.array(left, float)
    number = pd.Index(sentences).get_indexer(pd.Index(table["sentence_id"]))
    annotators = table["group"].astype(str) + "\x1f" + table["annotator"].astype(str)
    found = {}
    for column, name in enumerate(scores):
        found[name] = _influence(
            pd.Series(values[:, column], index=pd.Index(sentences)),
            pd.Series(values[number, column], index=table.index),
            pd.Series(removed[:, column], index=table.index),
            annotators,
        )
    return found


def given_of(rows: pd.DataFrame) -> tuple[Given, np.ndarray]:
    """The distinct answers of some rows of one sentence, and which of them each row gave.

    One answer may be there in several spellings; the one the model knows best stands for it,
    whichever row comes first.
    """
    import numpy as np

    which, keys = rows["key"].factorize()
    size = len(keys)
    ranks, known = np.full(size, math.inf), np.full(size, math.nan)
    covered = np.zeros(size, bool)
    np.minimum.at(ranks, which, rows["rank"].to_numpy(float))
    np.fmax.at(known, which, rows["log_probability"].to_numpy(float))
    np.logical_or.at(covered, which, rows["covered"].to_numpy(bool))
    candidates = int(rows["candidates"].iloc[0])
    return Given(np.bincount(which), ranks, known, covered, candidates), which


def _influence(
    values: pd.Series, before: pd.Series, after: pd.Series, annotators: pd.Series
) -> Influence:
    """From the sentences' scores, with and without each answer, to what every unit adds.

    Args:
        values: [sentence] the score; NaN where it is undefined.
        before: [answer] the score of its sentence.
        after: [answer] that score without the answer; NaN where nothing is left.
        annotators: [answer].
    """
    import pandas as pd

    defined = values.dropna()
    count, total = len(defined), float(defined.sum())
    if not count:
        nothing = pd.Series(dtype=float)
        return Influence(math.nan, nothing, nothing, nothing)
    mean = total / count
    changes = pd.DataFrame(
        {
            "sum": after.fillna(0.0) - before.fillna(0.0),
            "count": after.notna().astype(int) - before.notna().astype(int),
        }
    )
    by_annotator = changes.groupby(annotators).sum()
    spread = math.sqrt(count * max(count - 1, 1))
    return Influence(
        mean,
        (defined - mean) / spread,
        _jackknife(mean, total, count, by_annotator),
        _jackknife(mean, total, count, changes),
    )


def _jackknife(mean: float, total: float, count: int, changes: pd.DataFrame) -> pd.Series:
    """Contributions whose squares sum to the jackknife variance."""
    remaining = (count + changes["count"]).clip(lower=1)
    without = (total + changes["sum"]) / remaining
    added = (mean - without).where(count + changes["count"] > 0, 0.0)
    size = len(changes)
    return (added - added.mean()) * math.sqrt((size - 1) / size)


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
            named = rows["group"].astype(str) + "\x1f" + rows["annotator"].astype(str)
            cells = [part.drop_duplicates() for _, part in named.groupby(rows["group"], sort=True)]
            self._annotators[str(language)] = _weights(generator, cells, draws)

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
        """95 % interval of a figure, or None where there is too little to draw from.

        Args:
            bounds: smallest and largest value the figure can have.
        """
        import numpy as np

        if influence.units < 2:
            return None
        low, high = bounds
        if influence.sentences.abs().max() < 1e-12 and influence.annotators.abs().max() < 1e-12:
            # All sentences alike: nothing varies, and yet the next one might.
            if bounds != (0.0, 1.0):
                return None
            trials = len(influence.sentences)
            return list(wilson(round(influence.value * trials), trials))
        tail = (1 - CONFIDENCE) / 2
        found = np.quantile(self.draws(influence, language), [tail, 1 - tail])
        return [float(bound) for bound in found.clip(low, high)]


def _weights(
    generator: np.random.Generator, cells: list[pd.Series], draws: int
) -> tuple[pd.Index, np.ndarray]:
    """[draw, unit] how much oftener than once each unit is drawn, cell by cell."""
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
