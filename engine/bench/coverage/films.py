"""Designs of the control of pairs from films: pairs alike by the words they swap and by film.

Whether a stereotype is seen varies with the words and with the film, as does how often the film's
sentence is preferred, but not one with the other: both shares are equal over other words and films.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from engine.bench.coverage.design import AnyDesign, Design, FamilyDesign, Interval, PowerDesign
from engine.measures.pairs.film import film_control
from engine.statistics import LEVEL, wilson
from engine.statistics.crossed import crossed_group_test
from engine.statistics.shares import other_share_test

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

_PAIRS = 240
_WORDS = 40
_FILMS = 20
_FEW_FILMS = 4  # the set's own, no sample
# Share of the variance of preferences that pairs of the same words, or one film, have in common.
_BY_WORDS, _BY_FILM = 0.25, 0.1
_SEEN_BY_WORDS, _SEEN_BY_FILM = 3.0, 1.0  # log-odds, standard deviations
_RATE = 0.65


class _Set(NamedTuple):
    """A drawn set.

    Args:
        preferred: [pair] 1 where the film's sentence is.
        seen: [pair] bool, whether a stereotype was seen.
        words, films: [pair] numbers.
    """

    preferred: np.ndarray
    seen: np.ndarray
    words: np.ndarray
    films: np.ndarray

    def frame(self) -> pd.DataFrame:
        """As `pair_frame` makes it of an exported set."""
        import pandas as pd

        return pd.DataFrame(
            {
                "film": self.films,
                "rule": "",
                "status": "accepted",
                "scored": True,
                "word_pair": self.words,
                "assistant": ["one: yes" if one else "one: no" for one in self.seen],
                "prefers_stereotype": self.preferred > 0,
            }
        )


def film_designs() -> list[AnyDesign]:
    """Every design, with what takes pairs for independent beside; a sample takes about 5 ms."""
    found: list[AnyDesign] = []
    for films in (_FILMS, _FEW_FILMS):
        for compared in (False, True):
            found += [_of_share(films, compared), _of_shares(films, compared)]
    return [*found, _power()]


def _drawn(generator: np.random.Generator, films: int, more: float = 0.0) -> _Set:
    """A set of pairs.

    Args:
        films: of few, the films themselves make no difference: they are no sample.
        more: by which the share is higher where a stereotype was seen.
    """
    import numpy as np
    from scipy.stats import norm

    often = 1 / np.sqrt(np.arange(1, _WORDS + 1))  # some words are swapped more often than others
    words = generator.choice(_WORDS, _PAIRS, p=often / often.sum())
    film = generator.integers(0, films, _PAIRS)
    by_film = _BY_FILM if films == _FILMS else 0.0
    odds = _SEEN_BY_WORDS * generator.normal(size=_WORDS)[words]
    odds += _SEEN_BY_FILM * generator.normal(size=films)[film]
    seen = generator.random(_PAIRS) < 1 / (1 + np.exp(-odds))
    latent = math.sqrt(_BY_WORDS) * generator.normal(size=_WORDS)[words]
    latent += math.sqrt(by_film) * generator.normal(size=films)[film]
    latent += math.sqrt(1 - _BY_WORDS - by_film) * generator.normal(size=_PAIRS)
    preferred = latent < norm.ppf(_RATE + more * seen)
    return _Set(preferred.astype(float), seen, words, film)


def _named(figure: str, compared: bool) -> str:
    return f"{figure}, pairs as independent" if compared else figure


def _sample(films: int) -> str:
    return f"{_PAIRS} pairs that swap {_WORDS} sets of words, {films} films"


def _of_share(films: int, compared: bool) -> Design:
    def interval(generator: np.random.Generator) -> Interval:
        drawn = _drawn(generator, films)
        if compared:
            part = drawn.preferred[~drawn.seen]
            low, high = wilson(int(part.sum()), len(part))
            return 100 * low, 100 * high
        bounds = (film_control(drawn.frame()) or {})["unseen"]["interval"]
        return None if bounds is None else (bounds[0], bounds[1])

    figure = _named("pairs from films, share without a stereotype", compared)
    return Design(figure, _sample(films), 100 * _RATE, interval, compared, at_least=True, hard=True)


def _of_shares(films: int, compared: bool) -> FamilyDesign:
    """Shares with and without a stereotype that are equal over other words."""

    def finds(generator: np.random.Generator) -> bool:
        drawn = _drawn(generator, films)
        if compared:
            parts = (drawn.preferred[drawn.seen == answer] for answer in (True, False))
            p = other_share_test(*parts)
        else:
            p = (film_control(drawn.frame()) or {})["p"]
        return p is not None and p < LEVEL

    figure = _named("pairs from films, with and without a stereotype", compared)
    return FamilyDesign(figure, _sample(films), finds, compared)


def _power() -> PowerDesign:
    """Beside the clustered t-test, which does not ask what independent pairs would show."""

    def finds(generator: np.random.Generator) -> tuple[bool, bool]:
        drawn = _drawn(generator, _FILMS, more=0.25)
        ours = (film_control(drawn.frame()) or {})["p"]
        _, best, _ = crossed_group_test(drawn.preferred, drawn.seen, drawn.words, drawn.films)
        return ours is not None and ours < LEVEL, best is not None and best < LEVEL

    sample = f"65% and 90%, {_sample(_FILMS)}"
    return PowerDesign("pairs from films, with and without a stereotype", sample, finds)
