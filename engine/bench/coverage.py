"""How often 95% intervals contain a truth that is known, because the samples are simulated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core.errors import InputTextError, shown
from engine.statistics import wilson

if TYPE_CHECKING:
    import numpy as np

GOAL = (0.935, 0.965)

Interval = tuple[float, float] | None
Sample = Callable[["np.random.Generator"], Interval]


@dataclass(frozen=True, eq=False)
class Design:
    """One figure on samples of one size.

    Args:
        figure: what the interval is of.
        sample: what a sample is.
        truth: what the interval should contain.
        interval: draw a sample and make its interval.
        compared: an interval that is not used, shown beside ours.
        at_least: an interval that is made to contain the truth in 95% or more: of a share of few
            units, and of a rank, which both move in steps.
    """

    figure: str
    sample: str
    truth: float
    interval: Sample
    compared: bool = False
    at_least: bool = False


@dataclass(frozen=True)
class Coverage:
    """How often the intervals of a design contain the truth.

    Args:
        covered: share of the samples.
        covered_interval: Wilson.
        width: median.
        undefined: samples without an interval, left out.
        at_least: as of the design.
    """

    figure: str
    sample: str
    truth: float
    repeats: int
    covered: float
    covered_interval: tuple[float, float]
    width: float
    undefined: int
    compared: bool
    at_least: bool


def coverage(design: Design, repeats: int, seed: int) -> Coverage:
    """Draw samples of a design and count how many intervals contain the truth."""
    import numpy as np

    generator = np.random.default_rng(seed)
    drawn = [design.interval(generator) for _ in range(repeats)]
    made = [bounds for bounds in drawn if bounds is not None]
    kept = sum(low <= design.truth <= high for low, high in made)
    return Coverage(
        design.figure,
        design.sample,
        design.truth,
        len(made),
        kept / len(made),
        wilson(kept, len(made)),
        float(np.median([high - low for low, high in made])),
        repeats - len(made),
        design.compared,
        design.at_least,
    )


def of_figures(every: Sequence[Design], figures: Sequence[str]) -> list[Design]:
    """The designs of some figures, in their order.

    Args:
        every: design.
        figures: names of figures.

    Raises:
        InputTextError: if no design has one of the names.
    """
    known = list(dict.fromkeys(design.figure for design in every))
    for figure in figures:
        if figure not in known:
            raise InputTextError(
                f"--figure {shown(figure)} has no design; it is one of {'; '.join(known)}."
            )
    return [design for design in every if design.figure in figures]
