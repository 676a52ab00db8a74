"""Designs of GEST's means of stereotypes, of both groups of them, and of their gap.

Sentences of a stereotype are a sample of it; stereotypes are fixed, and have other true means. A
sample of the published size takes some 300 milliseconds, so most are of small ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.bench.coverage.design import Design, Interval
from engine.measures.gest.data.file import FEMALE, MALE, NUMBERS
from engine.measures.gest.levels import FEWEST_SENTENCES, Level, Levels, levels

if TYPE_CHECKING:
    import numpy as np

_SIZES = {
    "10 sentences of each stereotype": (10,) * len(NUMBERS),
    "3 or 20 sentences of a stereotype": (3, 20) * (len(NUMBERS) // 2),
}
_FEWEST = (f"{FEWEST_SENTENCES} sentences of each stereotype", (FEWEST_SENTENCES,) * len(NUMBERS))
_PUBLISHED = ("223 sentences of each stereotype", (223,) * len(NUMBERS))
_WITHIN = 0.8  # standard deviation of sentences of a stereotype, log10
_GAP, _ONE = "GEST, gap", "GEST, one stereotype"
_FIGURES: dict[str, Callable[[Levels], Level]] = {
    "GEST, stereotypes about women": lambda found: found.female,
    "GEST, stereotypes about men": lambda found: found.male,
    _GAP: lambda found: found.gap,
    _ONE: lambda found: found.each[0],
}
_DRAWS = 500


def gest_designs() -> list[Design]:
    """Every design."""
    found = []
    for said, sizes in _SIZES.items():
        for figure in _FIGURES:
            if figure != _ONE or sizes[0] >= FEWEST_SENTENCES:
                found += [_of_level(figure, said, sizes, skewed) for skewed in (False, True)]
    found += [_of_level(_ONE, *_FEWEST, skewed) for skewed in (False, True)]
    return [*found, _of_level(_GAP, *_PUBLISHED, skewed=True)]


def _means() -> list[float]:
    return [-0.5 + 1.2 * place / (len(NUMBERS) - 1) for place in range(len(NUMBERS))]


def _truth(figure: str) -> float:
    means = dict(zip(NUMBERS, _means(), strict=True))
    women, men = (sum(means[one] for one in group) / len(group) for group in (FEMALE, MALE))
    return dict(zip(_FIGURES, (women, men, men - women, means[NUMBERS[0]]), strict=True))[figure]


def _of_level(figure: str, said: str, sizes: Sequence[int], skewed: bool) -> Design:
    import numpy as np

    stereotypes = np.repeat(NUMBERS, sizes)
    middle = np.repeat(_means(), sizes)

    def interval(generator: np.random.Generator) -> Interval:
        size = len(stereotypes)
        away = generator.exponential(size=size) - 1 if skewed else generator.normal(size=size)
        scores = (middle + _WITHIN * away).tolist()
        (found,) = levels([scores], stereotypes.tolist(), int(generator.integers(2**31)), _DRAWS)
        return _FIGURES[figure](found).interval

    sample = said + (", skewed" if skewed else "")
    return Design(figure, sample, _truth(figure), interval, hard=skewed)
