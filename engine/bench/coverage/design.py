"""What a design of `bench coverage` is, and how often what is claimed of its samples is true.

Three kinds, of samples whose truth is known because they are simulated: intervals that should
contain it, families of tests that should name no difference where there is none, and tests that
should find a difference as often as the best matched test does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from engine.core.errors import BiascopeError, InputTextError, shown
from engine.core.wording import counted
from engine.statistics import wilson

if TYPE_CHECKING:
    import numpy as np

GOAL = (0.935, 0.965)  # of intervals
LEAST_HARD = 0.93  # of intervals on hard samples: few clusters, skewed, mostly ties
MOST_FALSE = 0.06  # of families with a false finding
LEAST_POWER = 0.9  # of the power of the best matched test
LEAST_REPEATS = 20  # samples of a design, however slow

Interval = tuple[float, float] | None
_Sample = TypeVar("_Sample")


@dataclass(frozen=True, eq=False)
class Design:
    """An interval of one figure, on samples of one size.

    Args:
        figure: what the interval is of.
        sample: what a sample is.
        truth: what the interval should contain.
        interval: draw a sample and make its interval.
        compared: an interval that is not used, shown beside ours.
        at_least: an interval that is made to contain the truth in 95% or more: of a share of few
            units, and of a rank, which both move in steps.
        hard: samples on which `LEAST_HARD` is the goal.
    """

    figure: str
    sample: str
    truth: float
    interval: Callable[[np.random.Generator], Interval]
    compared: bool = False
    at_least: bool = False
    hard: bool = False


@dataclass(frozen=True, eq=False)
class FamilyDesign:
    """A family of tests on samples without any true difference.

    Args:
        figure: what is tested.
        sample: what a sample is.
        finds: draw a sample, and whether any test of the family names a difference.
        compared: tests that are not used, shown beside ours.
    """

    figure: str
    sample: str
    finds: Callable[[np.random.Generator], bool]
    compared: bool = False


@dataclass(frozen=True, eq=False)
class PowerDesign:
    """A test on samples with a true difference, beside the best matched one.

    Args:
        figure: what is tested.
        sample: what a sample is.
        finds: draw a sample, and whether (our test, the best matched test) finds the difference.
    """

    figure: str
    sample: str
    finds: Callable[[np.random.Generator], tuple[bool, bool]]


AnyDesign = Design | FamilyDesign | PowerDesign


@dataclass(frozen=True)
class Coverage:
    """How often the intervals of a design contain the truth.

    Args:
        covered: share of the samples.
        covered_interval: Wilson.
        width: median.
        undefined: samples without an interval, left out.
        at_least, hard: as of the design.
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
    hard: bool


@dataclass(frozen=True)
class FalseFindings:
    """How often a family of tests names a difference that is not there.

    Args:
        rate: share of the samples.
        rate_interval: Wilson.
    """

    figure: str
    sample: str
    repeats: int
    rate: float
    rate_interval: tuple[float, float]
    compared: bool


@dataclass(frozen=True)
class Power:
    """How often a test finds the difference that is there.

    Args:
        power, best: shares of the samples, of our test and of the best matched one.
        power_interval: Wilson.
    """

    figure: str
    sample: str
    repeats: int
    power: float
    power_interval: tuple[float, float]
    best: float


def coverage(design: Design, repeats: int, seed: int, seconds: float | None = None) -> Coverage:
    """Draw samples of a design and count how many intervals contain the truth.

    Args:
        seconds: the most to draw for, see `_drawn`.

    Raises:
        BiascopeError: if no sample has an interval.
    """
    import numpy as np

    drawn = _drawn(design.interval, repeats, seed, seconds)
    made = [bounds for bounds in drawn if bounds is not None]
    if not made:
        raise BiascopeError(
            f"{design.figure}, {design.sample}: none of {counted(len(drawn), 'sample')} has an "
            "interval."
        )
    kept = sum(low <= design.truth <= high for low, high in made)
    return Coverage(
        design.figure,
        design.sample,
        design.truth,
        len(made),
        kept / len(made),
        wilson(kept, len(made)),
        float(np.median([high - low for low, high in made])),
        len(drawn) - len(made),
        design.compared,
        design.at_least,
        design.hard,
    )


def false_findings(
    design: FamilyDesign, repeats: int, seed: int, seconds: float | None = None
) -> FalseFindings:
    """Draw samples without a difference and count how many have one named."""
    drawn = _drawn(design.finds, repeats, seed, seconds)
    false, size = sum(drawn), len(drawn)
    bounds = wilson(false, size)
    return FalseFindings(design.figure, design.sample, size, false / size, bounds, design.compared)


def power(design: PowerDesign, repeats: int, seed: int, seconds: float | None = None) -> Power:
    """Draw samples with a difference and count how many each of two tests finds."""
    drawn = _drawn(design.finds, repeats, seed, seconds)
    size = len(drawn)
    ours, best = (sum(one[place] for one in drawn) for place in (0, 1))
    bounds = wilson(ours, size)
    return Power(design.figure, design.sample, size, ours / size, bounds, best / size)


def _drawn(
    draw: Callable[[np.random.Generator], _Sample], repeats: int, seed: int, seconds: float | None
) -> list[_Sample]:
    """Samples until there are `repeats`, or until `seconds` have passed and `LEAST_REPEATS` exist.

    What is drawn does not depend on the time, only how much: fewer samples are the first of more.
    """
    import numpy as np

    generator = np.random.default_rng(seed)
    begun = monotonic()
    found: list[_Sample] = []
    while len(found) < repeats:
        late = seconds is not None and monotonic() - begun >= seconds
        if late and len(found) >= LEAST_REPEATS:
            break
        found.append(draw(generator))
    return found


def of_figures(every: Sequence[AnyDesign], figures: Sequence[str]) -> list[AnyDesign]:
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
