"""The axis of one measure: where it begins and ends, and the few ticks it has room for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from components.frame.present.numbers import number
from components.scorecard.wording import is_absolute
from engine.scorecard.words import Entry

_ROOM = 0.12  # of the axis, free at both ends
_MOST_TICKS = 3
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_RATIOS = (2.0, 5.0, 10.0, 100.0, 1000.0)
_NARROW = 3.0  # ratio of the ends
_ROUND, _MOST_DIGITS = 1e-9, 5
_LEAST_RATIO = 1.02  # of the ends of a logarithmic axis


@dataclass(frozen=True)
class Axis:
    """Where a measure is drawn.

    Args:
        low, high: ends, on the measure's scale.
        log: whether ratios are equally long everywhere on it.
        ticks: in order, on the measure's scale; the neutral value is one of them.
    """

    low: float
    high: float
    log: bool
    ticks: tuple[float, ...]

    @property
    def range(self) -> list[float]:
        """The ends as plotly takes them."""
        ends = [self.low, self.high]
        return [math.log10(end) for end in ends] if self.log else ends

    @property
    def middle(self) -> float:
        """Halfway, on the measure's scale."""
        return math.sqrt(self.low * self.high) if self.log else (self.low + self.high) / 2

    def layout(self) -> dict[str, Any]:
        """As plotly takes it."""
        return {
            "type": "log" if self.log else "linear",
            "range": self.range,
            "tickvals": list(self.ticks),
            "ticktext": [number(tick, f".{self.digits}f") for tick in self.ticks],
            "fixedrange": True,
            "zeroline": False,
            "tickangle": 0,
        }

    @property
    def digits(self) -> int:
        """Decimals that tell the ticks apart."""
        for digits in range(_MOST_DIGITS):
            if all(abs(round(tick, digits) - tick) <= _ROUND for tick in self.ticks):
                return digits
        return _MOST_DIGITS


def drawn_at(cell: Entry, neutral: float | None) -> tuple[float, ...]:
    """Where the dots of a cell are: one at its value, none without one.

    A figure that was printed without its sign has one on either side of neutral.
    """
    if cell["value"] is None:
        return ()
    value = float(cell["value"])
    if neutral is None or not is_absolute(cell):
        return (value,)
    return (2 * neutral - value, value)


def axis_of(measure: Entry, cells: Sequence[Entry | None]) -> Axis:
    """The axis that shows all values of a measure, their intervals and its neutral value."""
    known = [cell for cell in cells if cell and cell["value"] is not None]
    ends = [place for cell in known for place in drawn_at(cell, measure["neutral"])]
    ends += [float(end) for cell in known for end in cell["interval"] or ()]
    neutral = measure["neutral"]
    if neutral is not None:
        ends.append(float(neutral))
    if not ends:
        return Axis(0.0, 1.0, False, ())
    if measure["scale"] == "exp" and min(ends) > 0:
        return _log_axis(ends, neutral)
    return _linear_axis(ends, neutral)


def _linear_axis(ends: Sequence[float], neutral: float | None) -> Axis:
    low, high = min(ends), max(ends)
    width = (high - low) or max(abs(high), 1.0) * 0.1
    low, high = low - _ROOM * width, high + _ROOM * width
    return Axis(low, high, False, _ticks(low, high, neutral))


def _ticks(low: float, high: float, neutral: float | None) -> tuple[float, ...]:
    """Round numbers, the neutral value among them, at most three."""
    base = 0.0 if neutral is None else neutral
    size = 10 ** math.floor(math.log10((high - low) / _MOST_TICKS))
    for step in (size * factor * ten for ten in (1, 10) for factor in _STEPS[:-1]):
        first, last = math.ceil((low - base) / step), math.floor((high - base) / step)
        if last - first < _MOST_TICKS:
            return tuple(round(base + step * place, 10) for place in range(first, last + 1))
    return (base,)


def _log_axis(ends: Sequence[float], neutral: float | None) -> Axis:
    low, high = min(ends), max(ends)
    if high / low < _LEAST_RATIO:
        low, high = low / _LEAST_RATIO, high * _LEAST_RATIO
    width = math.log(high / low)
    low, high = low * math.exp(-_ROOM * width), high * math.exp(_ROOM * width)
    if neutral is None:
        return Axis(low, high, True, _ticks(low, high, None))
    if high / low < _NARROW:  # numbers at even steps are rounder than those at even ratios
        return Axis(low, high, True, _ticks(low, high, neutral))
    for ratio in _RATIOS:
        first = math.ceil(math.log(low / neutral) / math.log(ratio))
        last = math.floor(math.log(high / neutral) / math.log(ratio))
        if last - first < _MOST_TICKS:
            ticks = (neutral * ratio**place for place in range(first, last + 1))
            return Axis(low, high, True, tuple(_rounded(tick) for tick in ticks))
    return Axis(low, high, True, (neutral,))


def _rounded(tick: float) -> float:
    return float(f"{tick:.2g}")
