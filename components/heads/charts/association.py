"""The effect size of the association test, as it is and with heads masked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import plotly.graph_objects as go

from components.frame.present import plot
from components.frame.present.labels import named_rows
from components.frame.present.numbers import number
from components.frame.present.theme import laid_out, palette, ring
from components.frame.shell.subject import ALL_ON
from engine.measures.seat.scale import CONVENTION_TEXT, SOURCE

_ROW, _AXIS, _LETTERS = 58, 84, 26  # pixels; letters of a name in one line
_ABOVE = 0.34  # of a row, from a mark to its number
_GROUND = 0.6  # opacity of what random splits give
_ROOM = 0.06  # of the axis, free at both ends


class Row(NamedTuple):
    """One state of the model.

    Args:
        value: SEAT d.
        interval: 95%, or None.
        compared: whether it is what the other is compared with.
    """

    name: str
    value: float
    interval: Sequence[float] | None
    compared: bool = False


def association(rows: Sequence[Row], reach: float | None = None) -> go.Figure:
    """A row a state: a ring for what is compared with, a dot for this model, 95% intervals.

    Args:
        rows: in the order in which they are drawn, from the top.
        reach: |d| that 95% of random splits of the same words do not exceed; None where unknown.
    """
    colours, figure = palette(), go.Figure()
    if reach is not None:
        ground = {"fillcolor": colours.line, "opacity": _GROUND, "line_width": 0}
        figure.add_vrect(-reach, reach, layer="below", **ground)
    for place, row in enumerate(rows):
        line = {"color": colours.ink, "width": 2}
        ends = list(row.interval or ())
        at = {"y": [place] * len(ends), "mode": "lines", "hoverinfo": "skip"}
        figure.add_trace(go.Scatter(x=ends, line=line, **at))
        mark = ring(18) if row.compared else {"color": colours.ink, "size": 16}
        figure.add_trace(
            go.Scatter(x=[row.value], y=[place], mode="markers", marker=mark, hoverinfo="skip")
        )
    figure.add_trace(
        go.Scatter(
            x=[row.value for row in rows],
            y=[place - _ABOVE for place in range(len(rows))],
            mode="text",
            text=[number(row.value, "+.2f") for row in rows],
            textfont={"size": 15, "color": colours.text},
            cliponaxis=False,
            hoverinfo="skip",
        )
    )
    figure.add_vline(x=0, line={"color": colours.muted, "width": 1, "dash": "dot"})
    figure = laid_out(figure, _ROW * len(rows) + _AXIS)
    ends = _range(rows, reach or 0.0)
    figure.update_xaxes(range=ends, title="SEAT d", zeroline=False, fixedrange=True)
    named_rows(figure, [row.name for row in rows], _LETTERS)
    figure.update_yaxes(range=[len(rows) - 0.5, -0.7])
    return plot.keyed(figure, *_key(rows, reach is not None))


def _range(rows: Sequence[Row], reach: float) -> list[float]:
    """From end to end of all that is drawn, with 0."""
    ends = [-reach, 0.0, reach, *(row.value for row in rows)]
    ends += [end for row in rows for end in row.interval or ()]
    room = _ROOM * max(max(ends) - min(ends), 0.1)
    return [min(ends) - room, max(ends) + room]


def _key(rows: Sequence[Row], splits: bool) -> list[tuple[str, str, str]]:
    colours = palette()
    found = [("ring", colours.ink, ALL_ON)] if any(row.compared for row in rows) else []
    if found:
        found.append(("dot", colours.ink, "heads switched off"))
    if any(row.interval for row in rows):
        found.append(("line", colours.ink, "95% CI"))
    if splits:
        found.append(("square", colours.line, "95% of random splits of the words"))
    found.append(("text", colours.muted, f"By convention {CONVENTION_TEXT} ({SOURCE})"))
    return [*found, ("dotted", colours.muted, "no association")]
