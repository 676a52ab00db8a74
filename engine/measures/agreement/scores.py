"""One sentence and one group: how far the group's answers and the model's candidates agree.

Every score is a function of what was given: how often each distinct answer was, where it
stands among the model's candidates, and how likely the model finds it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

TIE_BAND = 1e-3  # nats; answers whose likelihoods lie closer are equally likely
ANY = None  # in the place of k: all candidates there are
RANKS: tuple[int | None, ...] = (1, 5, ANY)


@dataclass(frozen=True, eq=False)
class Given:
    """The distinct answers of a group to a sentence (W_s), and what the model makes of them.

    Args:
        counts: [answer] how often each was given.
        ranks: [answer] among the model's candidates, from 1; infinite where it is none.
        log_probabilities: [answer] nats; NaN where the model has none.
        covered: [answer] whether the model could give it as a candidate.
        candidates: how many candidates the model has for the sentence.
    """

    counts: np.ndarray
    ranks: np.ndarray
    log_probabilities: np.ndarray
    covered: np.ndarray
    candidates: int

    @property
    def size(self) -> int:
        """Number of answers, equal ones counted each."""
        return int(self.counts.sum())

    def without(self, answer: int) -> Given | None:
        """What is left when one annotator's answer is taken away; None if nothing is."""
        import numpy as np

        counts = self.counts.copy()
        counts[answer] -= 1
        left = np.flatnonzero(counts)
        if not len(left):
            return None
        return Given(
            counts[left],
            self.ranks[left],
            self.log_probabilities[left],
            self.covered[left],
            self.candidates,
        )

    def among(self, k: int | None) -> np.ndarray:
        """[answer] whether it is one of the first k candidates; one of any for `ANY`."""
        return self.ranks < math.inf if k is ANY else self.ranks <= k


Score = Callable[[Given], float]


def precision_at(given: Given, k: int | None) -> float:
    """Share of the model's first k candidates that are among the answers, 0 to 1.

    Args:
        k: `ANY` for the share of all candidates.

    Source: Cabello Piqueras and Søgaard 2022, section 3 (P@k).
    """
    size = given.candidates if k is ANY else k
    found = len(set(given.ranks[given.among(k)].tolist()))
    return found / size if size else 0.0


def hit_at(given: Given, k: int | None) -> float:
    """Whether any of the model's first k candidates is among the answers, 0 or 1."""
    return float(given.among(k).any())


def share_at(given: Given, k: int | None) -> float:
    """Share of the answers that are among the model's first k candidates, 0 to 1.

    Unlike P@k it does not grow with the number of annotators.
    """
    return float(given.counts[given.among(k)].sum() / given.counts.sum())


def reciprocal_rank(given: Given) -> float:
    """One over the rank of the first candidate that is among the answers; 0 if none is."""
    return float(1.0 / given.ranks.min())


def answer_coverage(given: Given) -> float:
    """Share of the answers that the model could give as a candidate, 0 to 1."""
    return float(given.counts[given.covered].sum() / given.counts.sum())


def spearman(given: Given) -> float:
    """Spearman's rho of frequency and likelihood over the answers; NaN where undefined."""
    from scipy.stats import spearmanr

    return _correlation(spearmanr, _comparable(given))


def kendall(given: Given) -> float:
    """Kendall's tau-b of frequency and likelihood over the answers; NaN where undefined.

    Source: Kendall 1945 (ties in both rankings).
    """
    from scipy.stats import kendalltau

    return _correlation(kendalltau, _comparable(given))


Pairs = tuple[tuple[int, int], ...]


# Most sentences have the frequencies of some other one, and ranks are all that counts.
@lru_cache(maxsize=2**17)
def _correlation(test: Callable[..., Any], pairs: Pairs) -> float:
    return float(test(*zip(*pairs, strict=True)).statistic) if pairs else math.nan


def _comparable(given: Given) -> Pairs:
    """Frequencies and likelihoods in steps, in order; none where one of them is all the same."""
    import numpy as np

    known = ~np.isnan(given.log_probabilities)
    counts, likelihoods = given.counts[known], given.log_probabilities[known]
    if len(counts) < 2 or (counts == counts[0]).all():
        return ()
    steps = _steps(likelihoods)
    if (steps == steps[0]).all():
        return ()
    return tuple(sorted(zip(counts.tolist(), steps.tolist(), strict=True)))


def _steps(values: np.ndarray) -> np.ndarray:
    """Ranks of values in which neighbours inside the tie band share a step."""
    import numpy as np

    order = np.argsort(values)
    rises = np.diff(values[order], prepend=values[order][:1]) > TIE_BAND
    steps = np.empty(len(values), int)
    steps[order] = np.cumsum(rises)
    return steps


def repeated(given: Given) -> float:
    """Share of the answers that another of the group's annotators gave too; NaN for one alone.

    It is P@1 with each annotator in the model's place and the rest of the group as W_s.
    """
    if given.size < 2:
        return math.nan
    return float(given.counts[given.counts > 1].sum() / given.size)


def equal_pairs(given: Given) -> float:
    """Share of the pairs of annotators that gave the same answer; NaN for one alone."""
    size = given.size
    if size < 2:
        return math.nan
    return float((given.counts * (given.counts - 1)).sum() / (size * (size - 1)))


def model_scores(ks: Sequence[int | None] = RANKS) -> dict[str, Score]:
    """Name -> score of the model against a group, for the ranks asked for."""
    found: dict[str, Score] = {}
    for k in ks:
        named = "any" if k is ANY else k
        found |= {
            f"p_at_{named}": partial(precision_at, k=k),
            f"hit_at_{named}": partial(hit_at, k=k),
            f"answers_at_{named}": partial(share_at, k=k),
        }
    return found | {"mrr": reciprocal_rank, "coverage": answer_coverage}


RANKED_SCORES: dict[str, Score] = {
    "spearman_per_sentence": spearman,
    "kendall_per_sentence": kendall,
}
POOLED = ("spearman", "kendall")  # over all sentences at once, see `pooled`
PEOPLE_SCORES: dict[str, Score] = {"repeated": repeated, "equal_pairs": equal_pairs}


def bounds_of(score: str) -> tuple[float, float]:
    """Smallest and largest value a score can have."""
    return (-1.0, 1.0) if score in (*POOLED, *RANKED_SCORES) else (0.0, 1.0)


def score_names(ks: Sequence[int | None] = RANKS) -> list[str]:
    """Scores of the model that are compared between groups and between models."""
    return [*model_scores(ks), *POOLED]
