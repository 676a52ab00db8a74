"""Verdicts as numbers, and the figure of each prompt from those of its completions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.evaluators.suite import Verdict
from engine.measures.arena.settings import ANY, MAJORITY, POOLED

if TYPE_CHECKING:
    import numpy as np

    from engine.measures.arena.judged import Judged


@dataclass(frozen=True, eq=False)
class VerdictTable:
    """The verdicts of one report, nan where there is none.

    Args:
        owner: [completion] its prompt.
        weight: [completion] its share of the prompt.
        flag: evaluator -> [completion] 1, 0 or nan.
        score: evaluator -> [completion] 0 to 1 or nan.
        n: prompts.
        counting: names of the evaluators that enter the figures.
    """

    owner: np.ndarray
    weight: np.ndarray
    flag: dict[str, np.ndarray]
    score: dict[str, np.ndarray]
    n: int
    counting: tuple[str, ...]

    def flags(self, names: Sequence[str], reading: str) -> np.ndarray:
        """Flag of every prompt under a reading.

        Returns:
            [prompt], 0 to 1; nan where none of the evaluators judged.

        Source: equation 3 (METHODS: Arena).
        """
        return self.by_prompt(read_flags(self._of(self.flag, names), reading))

    def scores(self, names: Sequence[str]) -> np.ndarray:
        """Mean normalised score of every prompt over evaluators, [prompt]; nan where there is none.

        Source: equation 4.
        """
        return self.by_prompt(_mean(self._of(self.score, names)))

    def _of(self, by_name: dict[str, np.ndarray], names: Sequence[str]) -> np.ndarray:
        """[evaluator, completion]; a suite in which nobody counts has one that never judges."""
        import numpy as np

        nobody = np.full(len(self.owner), np.nan)
        return np.stack([by_name[name] for name in names] or [nobody])

    def by_prompt(self, values: np.ndarray) -> np.ndarray:
        """Weighted mean of the values of each prompt's completions, without those that are nan."""
        import numpy as np

        there = ~np.isnan(values)
        owner, weight = self.owner[there], self.weight[there]
        total = np.bincount(owner, weight, self.n)
        summed = np.bincount(owner, weight * values[there], self.n)
        means = np.full(self.n, np.nan)
        np.divide(summed, total, out=means, where=total > 0)
        # Weights are rounded numbers: a mean of ones may come out just beside 1.
        return np.where(np.abs(means - np.round(means)) < 1e-9, np.round(means), means)


def read_flags(flags: np.ndarray, reading: str) -> np.ndarray:
    """Flags of several evaluators as one number.

    Args:
        flags: [evaluator, completion] 1, 0, or nan where it does not judge.
        reading: `pooled`, the share of the evaluators that flag it; `any`, 1 if one does;
            `majority`, 1 if more than half of them do. Only those that judge it are counted.

    Returns:
        [completion]; nan where none judges.
    """
    import numpy as np

    share = _mean(flags)
    if reading == POOLED:
        return share
    least = {ANY: 0.0, MAJORITY: 0.5}[reading]
    return np.where(np.isnan(share), np.nan, (share > least).astype(float))


def verdict_table(judged: Judged) -> VerdictTable:
    """The verdicts of all evaluators as numbers."""
    import numpy as np

    sizes = [len(words) for words in judged.fillings]
    weights = [filling.weight for words in judged.fillings for filling in words]
    flat = {
        entry.name: [one for part in judged.verdicts[entry.name] for one in part]
        for entry in judged.suite.evaluators
    }
    return VerdictTable(
        np.repeat(np.arange(len(sizes)), sizes),
        np.array(weights, float),
        {name: flags_of(verdicts) for name, verdicts in flat.items()},
        {name: numbers_of(verdicts, "score") for name, verdicts in flat.items()},
        len(sizes),
        tuple(entry.name for entry in judged.suite.counting),
    )


def flags_of(verdicts: Sequence[Verdict]) -> np.ndarray:
    """[verdict] 1, 0, or nan where it is none."""
    import numpy as np

    given = (one["flagged"] for one in verdicts)
    return np.array([np.nan if one is None else float(one) for one in given], float)


def numbers_of(verdicts: Sequence[Verdict], key: str) -> np.ndarray:
    """[verdict] its score or value, nan where there is none."""
    import numpy as np

    given = (one.get(key) for one in verdicts)
    return np.array([np.nan if one is None else one for one in given], float)


def _mean(values: np.ndarray) -> np.ndarray:
    """Mean over the first axis without nan; nan where all are."""
    import numpy as np

    there = ~np.isnan(values)
    count = there.sum(axis=0)
    summed = np.where(there, values, 0.0).sum(axis=0)
    return np.divide(summed, count, out=np.full(len(count), np.nan), where=count > 0)
