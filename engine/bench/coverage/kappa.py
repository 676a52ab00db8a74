"""Designs of the interval of Cohen's kappa of two reviewers, at the numbers that two people judge.

Two reviewers accept sentences with a known kappa, equally often or not; independent sentences, or
several of each film, in which reviewers agree and accept more or less often than in others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from engine.bench.coverage.design import Design, Interval
from engine.statistics import clustered_kappa, cohen_kappa

if TYPE_CHECKING:
    import numpy as np

Table = Sequence[Sequence[int]]
_KAPPAS = (0.2, 0.5, 0.8)
_SIZES = (20, 50, 100)
_FEW = 20  # items; with as many, the cells hold one or two
_FILMS = (8, 20, 40)
_OF_FILM = 5  # sentences of a film
_ALIKE = 3.0  # the smaller, the more films differ: sum of Dirichlet's parameters
_UNEQUAL = ((0.2, (0.4, 0.6)), (0.5, (0.15, 0.3)))  # kappa, how often each accepts


def kappa_designs() -> Iterator[Design]:
    """Every design of kappa."""
    for size in _SIZES:
        for accepted in (0.5, 0.2):
            for kappa in _KAPPAS:
                yield _of_kappa(size, kappa, (accepted, accepted), _ours)
        for kappa, unequal in _UNEQUAL:
            # Of unequal reviewers the interval contains kappa more often than it has to.
            yield _of_kappa(size, kappa, unequal, _ours, at_least=True)
        for kappa in _KAPPAS:
            yield _of_kappa(size, kappa, (0.2, 0.2), _asymptotic, compared=True)
    for films in _FILMS:
        for kappa in _KAPPAS:
            yield _of_films(films, kappa)
            yield _of_films(films, kappa, compared=True)


def _ours(table: Table) -> Interval:
    return cohen_kappa(table).interval


def _asymptotic(table: Table) -> Interval:
    """By the standard error of Fleiss, Cohen and Everitt (1969)."""
    import numpy as np
    from statsmodels.stats.inter_rater import cohens_kappa

    with np.errstate(divide="ignore", invalid="ignore"):
        found = cohens_kappa(np.asarray(table, float))
    if not found.std_kappa > 0:
        return None
    return float(found.kappa_low), float(found.kappa_upp)


def _of_kappa(
    size: int,
    kappa: float,
    accepted: tuple[float, float],
    made: Callable[[Table], Interval],
    compared: bool = False,
    at_least: bool = False,
) -> Design:
    first, second = accepted
    cells = _cells(kappa, first, second)

    def interval(generator: np.random.Generator) -> Interval:
        a, b, c, d = generator.multinomial(size, cells).tolist()
        return made(((a, b), (c, d)))

    how = f"{first:g}" if first == second else f"{first:g} and {second:g}"
    return Design(
        "Cohen's kappa, asymptotic" if compared else "Cohen's kappa",
        f"{size} items, kappa {kappa:g}, accepted {how}",
        kappa,
        interval,
        compared=compared,
        at_least=at_least,
        hard=size == _FEW and not compared,
    )


def _cells(kappa: float, first: float, second: float) -> tuple[float, float, float, float]:
    """Shares accepted by both, by the first alone, by the second alone and by neither."""
    disagreed = (1 - kappa) * (first * (1 - second) + second * (1 - first))
    both = (first + second - disagreed) / 2
    return both, first - both, second - both, 1 - first - second + both


def _of_films(films: int, kappa: float, compared: bool = False) -> Design:
    """`compared` takes the sentences of a film for independent."""
    cells = _cells(kappa, 0.4, 0.4)

    def interval(generator: np.random.Generator) -> Interval:
        import numpy as np

        tables = generator.multinomial(
            _OF_FILM, generator.dirichlet(np.multiply(_ALIKE, cells), films)
        )
        if compared:
            a, b, c, d = tables.sum(axis=0).tolist()
            return cohen_kappa(((a, b), (c, d))).interval
        kinds = np.concatenate([np.repeat(np.arange(4), table) for table in tables])
        place = np.repeat(np.arange(films), _OF_FILM)
        return clustered_kappa((kinds < 2) * 1, (kinds % 2 == 0) * 1, place).interval

    return Design(
        "Cohen's kappa, sentences as independent" if compared else "Cohen's kappa, by film",
        f"{films} films of {_OF_FILM} sentences, kappa {kappa:g}, accepted 0.4",
        kappa,
        interval,
        compared=compared,
        hard=films == _FILMS[0] and not compared,
    )
