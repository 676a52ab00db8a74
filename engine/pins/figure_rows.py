"""The rows of a figure in Plotly's JSON: their names, and what the mark of each says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from engine.pins.arrays import numbers

_NEAR = 0.45  # of a row, within which a mark belongs to it
_MORE = re.compile(r"([\d,]+) more")


@dataclass(frozen=True)
class Rows:
    """The rows of one vertical axis.

    Args:
        axis: its name in the layout.
        names: of the rows, by their number; empty where their marks name them.
        n: how many there are.
        upward: whether the first is at the bottom.
    """

    axis: str
    names: tuple[str, ...]
    n: int
    upward: bool

    @property
    def left_out(self) -> dict[int, int]:
        """Row of its page that says how many are left out there -> how many."""
        found = {row: _MORE.fullmatch(name) for row, name in enumerate(self.names)}
        return {row: int(more[1].replace(",", "")) for row, more in found.items() if more}

    @property
    def short(self) -> str:
        """The axis as traces name it."""
        return self.axis.replace("axis", "")


def rows_of(figure: dict[str, Any], axis: str) -> Rows | None:
    """The rows of an axis; None where it has none."""
    own = figure["layout"][axis]
    _at_numbers(figure, axis)
    ticks, names = numbers(own.get("tickvals")), own.get("ticktext")
    span = own.get("range")
    upward = own.get("autorange") != "reversed" and not (span and span[0] > span[1])
    if ticks and ticks == list(range(len(ticks))) and isinstance(names, list):
        return Rows(axis, tuple(map(str, names)), len(ticks), upward)
    if own.get("visible") is False:
        bars = [trace for trace in traces_of(figure, axis) if trace.get("type") == "bar"]
        places = {
            y for trace in bars for y in numbers(trace.get("y")) if trace.get("width") is None
        }
        if places and places == set(range(len(places))):
            return Rows(axis, (), len(places), upward)
    return None


def _at_numbers(figure: dict[str, Any], axis: str) -> None:
    """Put rows that are named by their marks at whole numbers, as the others are."""
    bars = [trace for trace in traces_of(figure, axis) if trace.get("orientation") == "h"]
    named = [name for trace in bars for name in trace.get("y") or [] if isinstance(name, str)]
    if not named or len(bars) != len(traces_of(figure, axis)):
        return
    places = {name: place for place, name in enumerate(dict.fromkeys(named))}
    for trace in bars:
        trace["y"] = [places.get(name) for name in trace["y"]]
    own = figure["layout"][axis]
    own |= {"tickvals": list(places.values()), "ticktext": list(places), "type": "linear"}


def traces_of(figure: dict[str, Any], axis: str) -> list[dict[str, Any]]:
    """The traces that are drawn along a vertical axis."""
    short = axis.replace("axis", "")
    return [trace for trace in figure["data"] if (trace.get("yaxis") or "y") == short]


def values_of(figure: dict[str, Any], rows: Rows) -> dict[int, float]:
    """What the last mark of each row says; the ends of its interval say nothing of their own."""
    found: dict[int, float] = {}
    for trace in traces_of(figure, rows.axis):
        if trace.get("type") != "bar" and "markers" not in str(trace.get("mode")):
            continue
        for x, y in zip(numbers(trace.get("x")), numbers(trace.get("y")), strict=False):
            if x is not None and y is not None and abs(y - round(y)) < _NEAR:
                found[round(y)] = x
    return found
