"""Two words and a cost at one position of a slider, next to their curves over all positions."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.frame.present.numbers import whole_percent
from components.frame.present.theme import laid_out, palette, safe

_HEIGHT = 300  # pixels
_BARS, _CURVES = (0.0, 0.4), (0.55, 1.0)  # parts of the width
_COST = "everyday<br>sentences right"
_NAMED = "everyday sentences right"
_ROOM = 1.24  # of 100%, for the number after a bar
_BAR = 0.62  # of a row


def steered(frame: pd.DataFrame, targets: Sequence[str], position: float, even: float) -> go.Figure:
    """Bars at a position of the slider, and the curves that they are read from.

    Args:
        frame: one row a position: `slider` (0 to 1), `first`, `second` and `everyday` (shares; the
            last may be NaN).
        targets: the words of `first` and `second`.
        position: of the slider; one of the rows.
        even: position at which both words are nearest to each other.
    """
    colours = palette()
    names = [f"“{safe(word)}”" for word in targets]
    lines: list[tuple[str, str, dict[str, Any]]] = [
        ("first", names[0], {"color": colours.ink, "width": 4}),
        ("second", names[1], {"color": colours.pale, "width": 4}),
        ("everyday", _NAMED, {"color": colours.text, "width": 3, "dash": "dot"}),
    ]
    here = frame.loc[frame["slider"] == position].iloc[0]
    figure = go.Figure(_bars([here[column] for column, _, _ in lines]))
    for column, name, line in lines:
        known = frame.dropna(subset=column)
        points = {"x": known["slider"].tolist(), "y": known[column].tolist()}
        figure.add_trace(_curve(points, line, name))
        if not isnan(here[column]):
            dot = {"color": line["color"], "size": 13}
            figure.add_trace(_dot(position, float(here[column]), dot))
    return _framed(figure, names, position, even)


def _bars(values: Sequence[float]) -> go.Bar:
    """Both words and the cost; no bar where a share is not known yet."""
    colours = palette()
    known = [None if isnan(value) else float(value) for value in values]
    return go.Bar(
        x=[value or 0.0 for value in known],
        y=list(range(len(known))),
        width=_BAR,
        orientation="h",
        marker={
            "color": [colours.ink, colours.pale, colours.page],
            "line": {"color": [colours.ink, colours.pale, colours.text], "width": 2},
        },
        text=["…" if value is None else whole_percent(value) for value in known],
        textposition="outside",
        textfont={"size": 17, "color": colours.text},
        cliponaxis=False,
        hoverinfo="skip",
        showlegend=False,
    )


def _curve(points: dict[str, Any], line: dict[str, Any], name: str) -> go.Scatter:
    return go.Scatter(
        **points, mode="lines", line=line, name=name, xaxis="x2", yaxis="y2", hoverinfo="skip"
    )


def _dot(x: float, y: float, marker: dict[str, Any]) -> go.Scatter:
    places = {"x": [x], "y": [y], "xaxis": "x2", "yaxis": "y2"}
    return go.Scatter(
        **places,
        mode="markers",
        marker=marker,
        cliponaxis=False,
        showlegend=False,
        hoverinfo="skip",
    )


def _framed(figure: go.Figure, names: Sequence[str], position: float, even: float) -> go.Figure:
    colours = palette()
    shares = {"tickvals": [0, 0.5, 1], "ticktext": ["0", "50", "100%"]}
    fixed = {"fixedrange": True, "zeroline": False}
    rows = {"tickvals": [0, 1, 2], "ticktext": [*names, _COST], "range": [2.55, -0.55]}
    across = {"range": [0, 1], "tickvals": [0, 0.5, 1], "ticktext": ["0", "0.5", "1"]}
    figure.update_layout(
        xaxis={"domain": _BARS, "range": [0, _ROOM], **shares, **fixed},
        yaxis={"showgrid": False, "tickfont": {"size": 16}, **rows, **fixed},
        xaxis2={"domain": _CURVES, "anchor": "y2", "title": {"text": "slider"}, **across, **fixed},
        yaxis2={"anchor": "x2", "range": [0, 1.04], **shares, **fixed},
        shapes=[_upright(position, colours.text, "solid"), _upright(even, colours.muted, "dot")],
        annotations=[
            {
                **{"text": "▾ nearest to even", "x": even, "xref": "x2", "xanchor": "left"},
                **{"y": 1, "yref": "paper", "yanchor": "bottom", "showarrow": False, "xshift": -7},
                "font": {"size": 14, "color": colours.muted},
            }
        ],
    )
    figure = laid_out(figure, _HEIGHT)
    return figure.update_layout(
        showlegend=True,
        legend={"orientation": "h", "y": 1.1, "yanchor": "bottom", "font": {"size": 14}},
        margin={"t": 26, "r": 24},
    )


def _upright(x: float, colour: str, dash: str) -> dict[str, Any]:
    return {
        **{"type": "line", "x0": x, "x1": x, "xref": "x2", "y0": 0, "y1": 1, "yref": "y2"},
        "line": {"color": colour, "width": 2, "dash": dash},
        "layer": "below",
    }
