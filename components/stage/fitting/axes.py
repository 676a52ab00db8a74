"""One range of an axis for neighbouring screens of a kind, so that their marks can be compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from engine.pins.arrays import numbers

Range = tuple[float, float]
Drawn = tuple[dict[str, Any], str]  # a figure, and what is measured
_WAYS = ("x", "y")
_WHOLE = 1.02  # all of a share, with half of the last number
_LETTER, _MOST_ROOM = 0.0115, 0.5  # of the width, a letter, and what is written after a bar
_UNITS = ("%", " in ")  # of the numbers of an axis
_ROOM = 0.05  # of what the marks span, free at both ends


def without_empty_end(figure: dict[str, Any]) -> dict[str, Any]:
    """A figure of shares whose axis ends at 100%, but for the room of what its bars say.

    A page leaves the room that a narrow window needs.
    """
    axis = figure["layout"].get("xaxis") or {}
    bars = [trace for trace in figure["data"] if trace.get("orientation") == "h"]
    if not bars or "xaxis2" in figure["layout"] or (axis.get("ticktext") or [])[-1:] != ["100%"]:
        return figure
    end = _WHOLE
    for trace in bars:
        for share, text in zip(numbers(trace.get("x")), trace.get("text") or [], strict=False):
            room = min(_LETTER * len(str(text)), _MOST_ROOM)
            end = max(end, (share or 0) / (1 - room))
    given = range_of(figure, "x")
    if given is None or given[0] < 0 or given[1] < end:
        return figure
    return _with(figure, "x", {"range": [given[0], end]})


def with_room_in_halves(figure: dict[str, Any]) -> dict[str, Any]:
    """Bars back to back, with room for what a long one says: a half has half of the width."""
    layout, bars = figure["layout"], figure["data"]
    ways = [(layout.get(f"xaxis{number}") or {}).get("range") or [] for number in ("", "2")]
    if any(bar.get("orientation") != "h" for bar in bars) or [len(way) for way in ways] != [2, 2]:
        return figure
    end = max(*ways[0], *ways[1])
    for bar in bars:
        for share, text in zip(numbers(bar.get("x")), bar.get("text") or [], strict=False):
            end = max(end, (share or 0) / (1 - min(2 * _LETTER * len(str(text)), _MOST_ROOM)))
    axes = {"xaxis": [end, 0], "xaxis2": [0, end]}
    wider = {name: layout[name] | {"range": span} for name, span in axes.items()}
    return {"data": bars, "layout": layout | wider}


def in_common(drawn: Sequence[Drawn | None]) -> list[dict[str, Any] | None]:
    """The figures of screens; those of neighbours on one scale have one range.

    Args:
        drawn: of the screens, in their order; None for a screen without a figure.
    """
    figures = [None if each is None else each[0] for each in drawn]
    for way in _WAYS:
        for run in _runs([None if each is None else _scale(each, way) for each in drawn]):
            if len(run) > 1:
                ends = _widest([figures[at] for at in run], way)
                for at in run:
                    figures[at] = _with(figures[at], way, ends)
    return figures


def like(figure: dict[str, Any], kind: str, shown: Sequence[Drawn]) -> dict[str, Any]:
    """An answer on the scale of the screen that it takes the place of, and wider where it must be.

    Args:
        figure: of the answer.
        kind: what is measured.
        shown: the screen and its neighbours.
    """
    for way in _WAYS:
        scale = _scale((figure, kind), way)
        same = [each[0] for each in shown if scale is not None and _scale(each, way) == scale]
        if same:
            figure = _with(figure, way, _widest([figure, *same], way))
    return figure


def are_alike(one: Drawn, other: Drawn) -> bool:
    """Whether two figures have an axis on one scale."""
    scales = [_scale(one, way) for way in _WAYS]
    return any(
        scale is not None and scale == _scale(other, way)
        for scale, way in zip(scales, _WAYS, strict=True)
    )


def _runs(scales: Sequence[Any]) -> list[list[int]]:
    """Places of neighbours whose scales are the same."""
    runs: list[list[int]] = [[0]] if scales else []
    for (_, before), (at, scale) in pairwise(enumerate(scales)):
        if scale is not None and scale == before:
            runs[-1].append(at)
        else:
            runs.append([at])
    return runs


def _scale(drawn: Drawn, way: str) -> Any:
    """What tells whether two axes can be compared; None where an axis has no range of numbers.

    Shares on an axis that ends at 100% can be compared whatever was measured.
    """
    figure, kind = drawn
    layout = figure["layout"]
    axis = layout.get(f"{way}axis")
    if not isinstance(axis, dict) or f"{way}axis2" in layout or range_of(figure, way) is None:
        return None
    ticks, names = numbers(axis.get("tickvals")), axis.get("ticktext") or []
    if ticks and ticks[-1] == 1 and names[-1:] == ["100%"]:
        return "share"
    if names and not any(letter.isdigit() for name in names for letter in str(name)):
        return None  # names of rows or columns
    if ticks and ticks == list(range(len(ticks))):
        return None
    title = axis.get("title")
    text = title.get("text") if isinstance(title, dict) else title
    types = {(trace.get("type", "scatter"), trace.get("orientation")) for trace in figure["data"]}
    unit = [mark in str(names[-1:]) for mark in _UNITS]
    return (kind, text, axis.get("type"), str(unit), tuple(sorted(map(str, types))))


def range_of(figure: Mapping[str, Any], way: str) -> Range | None:
    """From where to where an axis goes, in its direction; None where it does not say and cannot."""
    axis = figure["layout"].get(f"{way}axis") or {}
    if axis.get("type") not in (None, "-", "linear"):
        return None
    given = numbers(axis.get("range"))
    if len(given) == 2 and given[0] is not None and given[1] is not None:
        return given[0], given[1]
    if axis.get("autorange") == "reversed":
        return None
    ends: list[float] = []
    for trace in figure["data"]:
        if trace.get("type", "scatter") not in ("scatter", "bar", "scattergl"):
            return None
        values = trace.get(way)
        known = [value for value in numbers(values) if value is not None]
        if isinstance(values, list) and len(known) + values.count(None) < len(values):
            return None  # names
        ends += known + _with_errors(trace, way)
    if not ends:
        return None
    room = _ROOM * (max(ends) - min(ends))
    return min(ends) - room, max(ends) + room


def _with_errors(trace: Mapping[str, Any], way: str) -> list[float]:
    """Where the error bars of a trace end."""
    error = trace.get(f"error_{way}") or {}
    more = numbers(error.get("array"))
    less = numbers(error.get("arrayminus")) or more
    values = numbers(trace.get(way))
    ends = [(value, by) for value, by in zip(values, more, strict=False)]
    ends += [(value, -by) for value, by in zip(values, less, strict=False) if by is not None]
    return [value + by for value, by in ends if value is not None and by is not None]


def _widest(figures: Sequence[dict[str, Any] | None], way: str) -> dict[str, Any]:
    """What an axis needs to show all of what each of them shows: its ends, and its numbers.

    Returns:
        Fields of the axis; none where the figures differ in direction.
    """
    ranges = [(found, figure) for figure in figures if figure and (found := range_of(figure, way))]
    upward = all(low <= high for (low, high), _ in ranges)
    if not upward and any(low <= high for (low, high), _ in ranges):
        return {}
    outer, inner = (max, min) if upward else (min, max)
    ends = [inner(low for (low, _), _ in ranges), outer(high for (_, high), _ in ranges)]
    # The numbers of the figure that has the most of them beyond those of the others.
    widest = max(ranges, key=lambda one: abs(one[0][1] - one[0][0]))[1]["layout"][f"{way}axis"]
    ticks = {name: widest[name] for name in ("tickvals", "ticktext") if widest.get(name)}
    return {"range": ends, **ticks}


def _with(figure: Any, way: str, ends: dict[str, Any]) -> Any:
    if not ends:
        return figure
    name = f"{way}axis"
    axis = {key: value for key, value in figure["layout"][name].items() if key != "autorange"}
    return {"data": figure["data"], "layout": figure["layout"] | {name: axis | ends}}
