"""Figures before and after heads are switched off, a row each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.frame.present.labels import named_rows
from components.frame.present.numbers import whole_percent
from components.frame.present.theme import laid_out, palette, ring

_ROW, _AXIS = 58, 70  # pixels
_ABOVE = 0.36  # of a row, from the marks to their numbers
_LETTERS = 24  # of a name in one line


def before_after(frame: pd.DataFrame) -> go.Figure:
    """A row a figure: a ring before, a dot after, with the interval of the dot where it has one.

    Args:
        frame: `figure`, `before`, `after` (shares, or NaN where they are not known yet),
            `after_low` and `after_high` or NaN.
    """
    colours = palette()
    rows = frame.to_dict("records")
    known = [place for place, row in enumerate(rows) if not isnan(row["after"])]
    figure = go.Figure()
    for place, row in enumerate(rows):
        if (ends := _interval(row)) is not None:
            line = _line(ends, place, colours.pale, 5)
            figure.add_trace(line.update(name="95% CI after", legendrank=3))
        if place in known:
            figure.add_trace(_line([row["before"], row["after"]], place, colours.ink, 2))
    marks: dict[str, Any] = {"y": known, "mode": "markers", "hoverinfo": "skip"}
    before, after = ([rows[place][when] for place in known] for when in ("before", "after"))
    dot = {"color": colours.ink, "size": 18}
    figure.add_trace(go.Scatter(x=before, **marks, marker=ring(20), name="before", legendrank=1))
    figure.add_trace(go.Scatter(x=after, **marks, marker=dot, name="after", legendrank=2))
    figure.add_trace(
        go.Scatter(
            x=[sum(ends) / 2 for ends in zip(before, after, strict=True)],
            y=[place - _ABOVE for place in known],
            mode="text",
            text=[_moved(rows[place]) for place in known],
            textfont={"size": 15, "color": colours.text},
            cliponaxis=False,
            hoverinfo="skip",
        )
    )
    for trace in figure.data:
        trace.showlegend = trace.name is not None
    figure.update_xaxes(
        range=[-0.03, 1.03],
        tickvals=[0, 0.25, 0.5, 0.75, 1],
        ticktext=["0", "25", "50", "75", "100%"],
        zeroline=False,
        fixedrange=True,
    )
    figure = laid_out(figure, _ROW * len(rows) + _AXIS)
    figure.update_yaxes(range=[len(rows) - 0.5, -0.7], showgrid=False, zeroline=False)
    figure.update_yaxes(fixedrange=True, tickfont={"size": 15})
    named_rows(figure, [str(name) for name in frame["figure"]], _LETTERS, "sentences ")
    return figure.update_layout(
        showlegend=True,
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "font": {"size": 14}},
        margin={"t": 36, "r": 24},  # half of "100%", which Plotly leaves out where it is cut
    )


def _interval(row: Mapping[Any, Any]) -> list[float | None] | None:
    """Both ends; without a place where the share is not known yet, and None where there is none.

    What comes later is explained from the start, so that nothing moves then.
    """
    if isnan(row["after"]):
        return [None, None]
    ends = [row["after_low"], row["after_high"]]
    return None if any(map(isnan, ends)) else ends


def _line(x: Sequence[float | None], place: int, colour: str, width: int) -> go.Scatter:
    line = {"color": colour, "width": width}
    return go.Scatter(x=x, y=[place, place], mode="lines", line=line, hoverinfo="skip")


def _moved(row: Mapping[Any, Any]) -> str:
    """Both numbers, each on the side of its mark."""
    before, after = whole_percent(row["before"]), whole_percent(row["after"])
    if before == after:
        return after
    return f"{before} → {after}" if row["before"] < row["after"] else f"{after} ← {before}"
