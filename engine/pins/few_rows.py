"""At most twelve rows of a figure: the largest and the smallest six, and how many there are more.

So many are read from the back of a room, and in print. It works on Plotly's JSON. Panels that have
the same rows, beside or below each other, keep the same rows.

Rows are at whole numbers, with a name each beside the axis or in their bars; all charts of the
pages that have rows are drawn so. Where the rows are in the order of their values, those in the
middle are left out; where they are words or cells, those after the twelfth.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.pins.arrays import numbers
from engine.pins.figure_rows import Rows, rows_of, traces_of, values_of
from engine.pins.moved_rows import BREAK, Kept, without

MOST = 12
_WHOLE_PANEL = 6  # rows that each of several panels keeps, however many there are
_LINES = 14  # of names that are in two lines where there is room for them
_LONGEST = 30  # letters of a name in one line
_WHOLE = ("All ", "<b>")  # how the name of a row of all, or of the own model, begins: it stays
_MOST_CELLS = 16  # lines of texts in the cells of one column

# What reading a figure that no page made may end in: a file may hold any.
UNREADABLE = (AttributeError, IndexError, KeyError, TypeError, ValueError)


def shortened(figure: dict[str, Any]) -> dict[str, Any]:
    """A figure with at most `MOST` rows, on all axes that are below each other.

    Args:
        figure: `data` and `layout`, with numbers as lists.

    Raises:
        One of `UNREADABLE`: if its parts are not of the kinds that Plotly writes.
    """
    found = [rows_of(figure, name) for name in figure["layout"] if name.startswith("yaxis")]
    panels = [rows for rows in found if rows is not None]
    bands = max(len({_top(figure, rows) for rows in panels}), 1)
    for alike in _alike(figure, panels):
        first = alike[0]
        most = MOST if _has_cells(figure, first) else max(MOST // bands, _WHOLE_PANEL)
        if first.n - len(first.left_out) > most:
            kept = _kept(figure, first, most, len(alike) > 1)
            for rows in alike:
                figure = without(figure, rows, kept)
    for rows in panels:
        _join_lines(figure["layout"][rows.axis])
    return figure


def _alike(figure: dict[str, Any], panels: list[Rows]) -> list[list[Rows]]:
    """Panels that have the same rows, together; only the first of several beside each other may
    name them."""
    names = {(_top(figure, rows), rows.n): rows.names for rows in panels if any(rows.names)}
    found: dict[Any, list[Rows]] = {}
    for rows in panels:
        named = rows.names if any(rows.names) else names.get((_top(figure, rows), rows.n))
        found.setdefault((named or rows.axis, rows.upward), []).append(rows)
    return [sorted(alike, key=lambda rows: not any(rows.names)) for alike in found.values()]


def _has_cells(figure: dict[str, Any], rows: Rows) -> bool:
    """Whether the rows are of cells, which need little room."""
    return any(trace.get("type") == "heatmap" for trace in traces_of(figure, rows.axis))


def _join_lines(axis: dict[str, Any]) -> None:
    """Write names in one line where many rows have two."""
    names = [BREAK.split(str(name)) for name in axis.get("ticktext") or []]
    if sum(map(len, names)) > _LINES and any(len(lines) > 1 for lines in names):
        axis["ticktext"] = [_in_a_line(lines) for lines in names]


def _in_a_line(lines: list[str]) -> str:
    joined = "".join(line if line.endswith("-") else f"{line} " for line in lines).strip()
    if joined.startswith("<") or len(joined) <= _LONGEST:
        return joined
    return f"{joined[: _LONGEST - 1]}…"


def _top(figure: dict[str, Any], rows: Rows) -> float:
    """Where an axis ends in the figure; axes below each other share the height."""
    domain: list[float] = figure["layout"][rows.axis].get("domain") or [0.0, 1.0]
    return round(domain[1], 3)


def _kept(figure: dict[str, Any], rows: Rows, most: int, shared: bool) -> Kept:
    """Where the rows go that stay, at most so many.

    Args:
        shared: whether other panels have the same rows, whose values are in another order.
    """
    from_top = [row for row in range(rows.n) if row not in rows.left_out]
    from_top = from_top[::-1] if rows.upward else from_top
    values = values_of(figure, rows)
    known = values if rows.names else {}
    if shared and not _are_sorted(known[row] for row in from_top if row in known):
        known = {}
    chosen, gap = _chosen(from_top, known, _always(rows, known), most)
    lines = [*chosen[:gap], None, *chosen[gap:]]
    if rows.upward:
        lines.reverse()
    places = {row: place for place, row in enumerate(lines) if row is not None}
    return Kept(places, lines.index(None), len(lines), rows.n - 1)


def _chosen(
    order: list[int], values: dict[int, float], always: set[int], most: int
) -> tuple[list[int], int]:
    """Rows that stay, from the top, and after how many of them the others are left out."""
    if len(values) < len(order) - len(always):
        return order[:most], most
    half = most // 2
    ends = {*order[:half], *order[-half:]}
    if always <= ends and _are_sorted(values[row] for row in order if row in values):
        return [*order[:half], *order[-half:]], half
    others = sorted((row for row in order if row not in always), key=values.__getitem__)
    half = (most - len(always)) // 2
    stay = always | {*others[:half], *others[len(others) - half :]}
    return [row for row in order if row in stay], len(stay)


def _are_sorted(values: Iterable[float]) -> bool:
    """Whether values go up, or down, all the way."""
    down = list(values)
    return sorted(down) in (down, down[::-1])


def _always(rows: Rows, values: dict[int, float]) -> set[int]:
    """Rows of all others together and of the own model, the first two; a heading has no value."""
    named = [row for row, name in enumerate(rows.names) if name.startswith(_WHOLE)]
    return {row for row in named[:2] if row in values}


def first_lines(trace: dict[str, Any]) -> bool:
    """Leave the first line of each cell's text where there is no room for all; whether it was so.

    Args:
        trace: texts in cells, changed in place.
    """
    if not isinstance(trace.get("text"), list):
        return False
    texts = [str(text) for text in trace["text"]]
    rows = len({y for y in numbers(trace.get("y")) if y is not None})
    lines = max((len(BREAK.split(text)) for text in texts), default=1)
    if lines > 1 and rows * lines > _MOST_CELLS:
        trace["text"] = [BREAK.split(text)[0] for text in texts]
        return True
    return False
