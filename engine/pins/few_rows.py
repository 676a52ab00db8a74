"""At most twelve rows of a figure: the largest and the smallest six, and how many there are more.

So many are read from the back of a room, and in print. It works on Plotly's JSON.

Rows are at whole numbers, with a name each beside the axis or in their bars; all charts of the
pages that have rows are drawn so. Where the rows are in the order of their values, those in the
middle are left out; where they are words or cells, those after the twelfth.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from engine.core.wording import figure_text
from engine.pins.arrays import numbers, picked

MOST = 12
_NEAR = 0.45  # of a row, within which a mark belongs to it
_LEAST_PIXELS, _HIGHEST = 24.0, 440.0  # of a row, and of all
_LINES = 14  # of names that are in two lines where there is room for them
_LONGEST = 30  # letters of a name in one line
_EDGE, _MOST_EDGE = 0.6, 2.0  # of a row, at either end
_HEADING = {1: 1.6, 2: 2.7}  # rows above the first, by the lines of a heading
_BREAK = re.compile(r"<br\s*/?>")
_MORE = re.compile(r"([\d,]+) more")
_WHOLE = ("All ", "<b>")  # how the name of a row of all, or of the own model, begins: it stays
_DEFAULT_HEIGHT = 400


@dataclass(frozen=True)
class _Rows:
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


@dataclass(frozen=True)
class _Kept:
    """Where rows go.

    Args:
        places: row -> its new place.
        gap: place of the line that says how many are left out.
        n: how many places there are, with that line.
        last: the last row there was.
    """

    places: dict[int, int]
    gap: int
    n: int
    last: int

    def __call__(self, y: float) -> float | None:
        """The new place of a mark; None where its row is left out."""
        row = min(max(round(y), 0), self.last)
        place = self.places.get(row)
        return None if place is None else place + y - row


# What reading a figure that no page made may end in: a file may hold any.
UNREADABLE = (AttributeError, IndexError, KeyError, TypeError, ValueError)


def shortened(figure: dict[str, Any]) -> dict[str, Any]:
    """A figure with at most `MOST` rows, on all axes that are below each other.

    Args:
        figure: `data` and `layout`, with numbers as lists.

    Raises:
        One of `UNREADABLE`: if its parts are not of the kinds that Plotly writes.
    """
    found = [_rows(figure, name) for name in figure["layout"] if name.startswith("yaxis")]
    named = [rows for rows in found if rows is not None]
    most = MOST // max(len({_top(figure, rows) for rows in named}), 1)
    for rows in named:
        if rows.n - len(rows.left_out) > most:
            figure = _without(figure, rows, _kept(figure, rows, most))
        _join_lines(figure["layout"][rows.axis])
    return figure


def _join_lines(axis: dict[str, Any]) -> None:
    """Write names in one line where many rows have two."""
    names = [_BREAK.split(str(name)) for name in axis.get("ticktext") or []]
    if sum(map(len, names)) > _LINES and any(len(lines) > 1 for lines in names):
        axis["ticktext"] = [_in_a_line(lines) for lines in names]


def _in_a_line(lines: list[str]) -> str:
    joined = "".join(line if line.endswith("-") else f"{line} " for line in lines).strip()
    if joined.startswith("<") or len(joined) <= _LONGEST:
        return joined
    return f"{joined[: _LONGEST - 1]}…"


def _top(figure: dict[str, Any], rows: _Rows) -> float:
    """Where an axis ends in the figure; axes below each other share the height."""
    domain: list[float] = figure["layout"][rows.axis].get("domain") or [0.0, 1.0]
    return round(domain[1], 3)


def _rows(figure: dict[str, Any], axis: str) -> _Rows | None:
    """The rows of an axis; None where it has none."""
    own = figure["layout"][axis]
    _at_numbers(figure, axis)
    ticks, names = numbers(own.get("tickvals")), own.get("ticktext")
    span = own.get("range")
    upward = own.get("autorange") != "reversed" and not (span and span[0] > span[1])
    if ticks and ticks == list(range(len(ticks))) and isinstance(names, list):
        return _Rows(axis, tuple(map(str, names)), len(ticks), upward)
    if own.get("visible") is False:
        bars = [trace for trace in _of(figure, axis) if trace.get("type") == "bar"]
        places = {
            y for trace in bars for y in numbers(trace.get("y")) if trace.get("width") is None
        }
        if places and places == set(range(len(places))):
            return _Rows(axis, (), len(places), upward)
    return None


def _at_numbers(figure: dict[str, Any], axis: str) -> None:
    """Put rows that are named by their marks at whole numbers, as the others are."""
    bars = [trace for trace in _of(figure, axis) if trace.get("orientation") == "h"]
    named = [name for trace in bars for name in trace.get("y") or [] if isinstance(name, str)]
    if not named or len(bars) != len(_of(figure, axis)):
        return
    places = {name: place for place, name in enumerate(dict.fromkeys(named))}
    for trace in bars:
        trace["y"] = [places.get(name) for name in trace["y"]]
    own = figure["layout"][axis]
    own |= {"tickvals": list(places.values()), "ticktext": list(places), "type": "linear"}


def _of(figure: dict[str, Any], axis: str) -> list[dict[str, Any]]:
    short = axis.replace("axis", "")
    return [trace for trace in figure["data"] if (trace.get("yaxis") or "y") == short]


# --- which --------------------------------------------------------------------------------


def _kept(figure: dict[str, Any], rows: _Rows, most: int) -> _Kept:
    """Where the rows go that stay, at most so many."""
    from_top = [row for row in range(rows.n) if row not in rows.left_out]
    from_top = from_top[::-1] if rows.upward else from_top
    values = _values(figure, rows)
    known = values if rows.names else {}
    chosen, gap = _chosen(from_top, known, _always(rows, known), most)
    lines = [*chosen[:gap], None, *chosen[gap:]]
    if rows.upward:
        lines.reverse()
    places = {row: place for place, row in enumerate(lines) if row is not None}
    return _Kept(places, lines.index(None), len(lines), rows.n - 1)


def _chosen(
    order: list[int], values: dict[int, float], always: set[int], most: int
) -> tuple[list[int], int]:
    """Rows that stay, from the top, and after how many of them the others are left out."""
    if len(values) < len(order) - len(always):
        return order[:most], most
    down = [values[row] for row in order if row in values]
    half = most // 2
    if sorted(down) in (down, down[::-1]) and always <= {*order[:half], *order[-half:]}:
        return [*order[:half], *order[-half:]], half
    others = sorted((row for row in order if row not in always), key=values.__getitem__)
    half = (most - len(always)) // 2
    stay = always | {*others[:half], *others[len(others) - half :]}
    return [row for row in order if row in stay], len(stay)


def _always(rows: _Rows, values: dict[int, float]) -> set[int]:
    """Rows of all others together and of the own model, the first two; a heading has no value."""
    named = [row for row, name in enumerate(rows.names) if name.startswith(_WHOLE)]
    return {row for row in named[:2] if row in values}


def _values(figure: dict[str, Any], rows: _Rows) -> dict[int, float]:
    """What the last mark of each row says; the ends of its interval say nothing of their own."""
    found: dict[int, float] = {}
    for trace in _of(figure, rows.axis):
        if trace.get("type") != "bar" and "markers" not in str(trace.get("mode")):
            continue
        for x, y in zip(numbers(trace.get("x")), numbers(trace.get("y")), strict=False):
            if x is not None and y is not None and abs(y - round(y)) < _NEAR:
                found[round(y)] = x
    return found


# --- how ----------------------------------------------------------------------------------


def _without(figure: dict[str, Any], rows: _Rows, kept: _Kept) -> dict[str, Any]:
    """The figure with the rows that stay, and a line on how many are left out."""
    before = rows.left_out
    left_out = rows.n - len(kept.places) - len(before) + sum(before.values())
    more = f"{figure_text(left_out, ',')} more"
    own = dict(figure["layout"][rows.axis])
    if rows.names:
        names = {place: rows.names[row] for row, place in kept.places.items()} | {kept.gap: more}
        own |= {"tickvals": list(range(kept.n)), "ticktext": [names[at] for at in range(kept.n)]}
    own.pop("autorange", None)
    own["range"] = _range(rows, kept.n, own.get("range"))
    headings = [mark for mark in figure["layout"].get("annotations") or [] if _is_heading(mark)]
    if headings and not rows.upward:
        lines = max(len(_BREAK.split(str(mark.get("text")))) for mark in headings)
        own["range"] = [own["range"][0], -_HEADING[min(lines, 2)]]
    data = [
        _moved(trace, kept, rows.n) if (trace.get("yaxis") or "y") == rows.short else trace
        for trace in figure["data"]
    ]
    layout = figure["layout"] | {rows.axis: own, "height": _height(figure, rows, kept)}
    for name in ("annotations", "shapes"):
        marks = [_moved_mark(mark, rows.short, kept) for mark in layout.get(name) or []]
        layout[name] = [mark for mark in marks if mark is not None]
    if not rows.names:
        layout["annotations"].append(_note(more, rows.short, kept.gap))
    return {"data": [trace for trace in data if trace is not None], "layout": layout}


def _is_heading(mark: dict[str, Any]) -> bool:
    """Whether a text stands above the first row."""
    (y,) = numbers([mark.get("y")])
    return y is not None and y < 0 and (mark.get("yref") or "y").startswith("y")


def _range(rows: _Rows, n: int, before: Any) -> list[float]:
    """The range of so many rows, with as much room at its ends as before, as for a heading."""
    first, last = -_EDGE, n - 1 + _EDGE
    ends = [end for end in numbers(before) if end is not None]
    if len(ends) == 2:
        first = min(first, max(min(ends), -_MOST_EDGE))
        last = max(last, n - 1 + min(max(ends) - (rows.n - 1), _MOST_EDGE))
    return [first, last] if rows.upward else [last, first]


def _height(figure: dict[str, Any], rows: _Rows, kept: _Kept) -> float:
    """As high as before a row, in bounds that are read."""
    height = float(figure["layout"].get("height") or _DEFAULT_HEIGHT)
    margin = figure["layout"].get("margin") or {}
    around = float(margin.get("t") or 0) + float(margin.get("b") or 0)
    row = min(max((height - around) / rows.n, _LEAST_PIXELS), _HIGHEST / kept.n)
    return around + row * kept.n


def _note(text: str, short: str, place: int) -> dict[str, Any]:
    """How many rows are left out, where no row has a name next to it."""
    where = {"x": 0, "xref": "paper", "xanchor": "left", "y": place, "yref": short}
    return {"text": text, "showarrow": False, **where}


def _moved(trace: dict[str, Any], kept: _Kept, n: int) -> dict[str, Any] | None:
    """A trace at the new places of its rows; None where nothing of it is left."""
    if trace.get("type") == "heatmap":
        return _moved_cells(trace, kept, n)
    ys = numbers(trace.get("y"))
    known = [y for y in ys if y is not None]
    across = {x for x in numbers(trace.get("x")) if x is not None}
    if trace.get("mode") == "lines" and len(across) == 1 and max(known) - min(known) > n / 2:
        return trace | {"y": [-0.5, kept.n - 0.5]}  # a line that all rows are compared with
    places = [None if y is None else kept(y) for y in ys]
    points = [at for at, y in enumerate(ys) if y is None or places[at] is not None]
    if ys and all(ys[at] is None for at in points):
        return None
    return picked(trace, points, len(ys)) | {"y": [places[at] for at in points]}


def _moved_cells(trace: dict[str, Any], kept: _Kept, n: int) -> dict[str, Any]:
    """Cells at the new places of their rows; the line of those that are left out has none."""
    order: list[int | None] = [None] * kept.n
    for row, place in kept.places.items():
        order[place] = row
    found = dict(trace)
    for name in ("z", "text"):
        lines = trace.get(name)
        if isinstance(lines, list) and len(lines) == n:
            found[name] = [None if row is None else lines[row] for row in order]
            wide = max((len(line) for line in found[name] if line is not None), default=0)
            found[name] = [[None] * wide if line is None else line for line in found[name]]
    return found | {"y": list(range(kept.n))}


def _moved_mark(mark: dict[str, Any], short: str, kept: _Kept) -> dict[str, Any] | None:
    """A text or a shape at the new place of its row."""
    if (mark.get("yref") or "y") != short:
        return mark
    found = dict(mark)
    for end in ("y", "y0", "y1"):
        (y,) = numbers([mark.get(end)])
        if y is None:
            continue
        place = kept(y)
        if place is None:
            return None
        found[end] = place
    return found


# --- cells --------------------------------------------------------------------------------

_MOST_CELLS = 16  # lines of texts in the cells of one column


def first_lines(trace: dict[str, Any]) -> bool:
    """Leave the first line of each cell's text where there is no room for all; whether it was so.

    Args:
        trace: texts in cells, changed in place.
    """
    if not isinstance(trace.get("text"), list):
        return False
    texts = [str(text) for text in trace["text"]]
    rows = len({y for y in numbers(trace.get("y")) if y is not None})
    lines = max((len(_BREAK.split(text)) for text in texts), default=1)
    if lines > 1 and rows * lines > _MOST_CELLS:
        trace["text"] = [_BREAK.split(text)[0] for text in texts]
        return True
    return False
