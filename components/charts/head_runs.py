"""A metric over the number of masked heads, chosen ones beside random ones."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.theme import laid_out, palette, safe
from engine.measures.head_runs import BOTTOM, NONE, POSITIVE, RANDOM, TOP

CURRENT = "current"  # the heads masked now
NAMES = {
    NONE: "no head masked",
    TOP: "top K",
    BOTTOM: "bottom K",
    POSITIVE: "all biased",
    RANDOM: "random K",
    CURRENT: "masked now",
}
SYMBOLS = {POSITIVE: "diamond", CURRENT: "x", NONE: "circle-open"}
_APART = 0.035  # of a doubling: intervals of two lines stand beside each other
_BELOW = 56  # pixels under the plot for its ticks and title


def curve(rows: pd.DataFrame, title: str, neutral: float | None, digits: int) -> go.Figure:
    """A metric over the number of masked heads, random heads as a band.

    Args:
        rows: `kind`, `k`, `heads`, `value`, and `low`, `high` (95 %, missing where there is
            none); measured ones only.
        title: of the metric.
        neutral: value that means no bias, drawn as a line; None for a metric of quality.
        digits: decimals in words.
    """
    colours = palette()
    figure = go.Figure()
    whole = rows[rows["kind"] == NONE]
    if neutral is not None:
        figure.add_hline(y=neutral, line={"color": colours.line, "width": 1})
    for value in whole["value"]:
        figure.add_hline(y=value, line={"color": colours.muted, "width": 1, "dash": "dot"})
    _random_band(figure, pd.concat([whole, rows[rows["kind"] == RANDOM]]), digits)
    for kind, colour, beside in ((TOP, colours.toward, -_APART), (BOTTOM, colours.away, _APART)):
        part = pd.concat([whole, rows[rows["kind"] == kind]]).sort_values("k")
        if len(part) > len(whole):
            figure.add_trace(_line(part, NAMES[kind], colour, digits, beside))
    for kind, colour in ((POSITIVE, colours.toward), (CURRENT, colours.text)):
        part = rows[(rows["kind"] == kind) & (rows["k"] > 0)]
        if len(part):
            figure.add_trace(_points(part, kind, colour, digits))
    sizes = sorted({int(k) for k in rows["k"]})
    figure.update_xaxes(
        title="heads masked",
        tickvals=[place(k) for k in sizes],
        ticktext=[str(k) for k in sizes],
        showgrid=False,
        zeroline=False,
    )
    figure.update_yaxes(title=safe(title), zeroline=False)
    return with_legend(figure, 380)


def place(k: int) -> float:
    """Where a number of heads stands on the axis: small numbers need as much room as large."""
    return math.log2(k + 1)


def _line(part: pd.DataFrame, name: str, colour: str, digits: int, beside: float) -> go.Scatter:
    return go.Scatter(
        x=[place(k) + beside for k in part["k"]],
        y=part["value"],
        mode="lines+markers",
        name=name,
        line={"color": colour, "width": 2.5},
        marker={"size": 8},
        error_y=_whiskers(part, colour),
        customdata=_told(part, digits),
        hovertemplate="%{customdata}<extra></extra>",
    )


def _points(part: pd.DataFrame, kind: str, colour: str, digits: int) -> go.Scatter:
    return go.Scatter(
        x=[place(k) for k in part["k"]],
        y=part["value"],
        mode="markers",
        name=NAMES[kind],
        marker={"color": colour, "size": 13, "symbol": SYMBOLS[kind]},
        error_y=_whiskers(part, colour),
        customdata=_told(part, digits),
        hovertemplate="%{customdata}<extra></extra>",
    )


def _whiskers(part: pd.DataFrame, colour: str) -> dict[str, Any]:
    """Intervals, thin: they belong to the texts, and all masks share these."""
    return {
        "type": "data",
        "symmetric": False,
        "array": (part["high"] - part["value"]).fillna(0),
        "arrayminus": (part["value"] - part["low"]).fillna(0),
        "color": colour,
        "thickness": 0.8,
        "width": 3,
    }


def _told(part: pd.DataFrame, digits: int) -> list[str]:
    """What a point says when pointed at."""
    told = []
    for row in part.to_dict("records"):
        heads = str(row["heads"]) or "none"
        shown = heads if len(heads) <= 60 else f"{heads[:59]}…"
        interval = (
            ""
            if pd.isna(row["low"])
            else f"<br>95 %: {row['low']:.{digits}f} to {row['high']:.{digits}f}"
        )
        told.append(
            f"{NAMES[row['kind']]}, {row['k']}: {row['value']:.{digits}f}{interval}<br>{shown}"
        )
    return told


def _random_band(figure: go.Figure, rows: pd.DataFrame, digits: int) -> None:
    """Mean of the random sets of each size, within the lowest and the highest of them."""
    if not (rows["kind"] == RANDOM).any():
        return
    colours = palette()
    by_size = rows.groupby("k")["value"].agg(["mean", "min", "max", "count"])
    places = [place(int(k)) for k in by_size.index]
    for side, fill in (("min", None), ("max", "tonexty")):
        figure.add_trace(
            go.Scatter(
                x=places,
                y=by_size[side],
                mode="lines",
                line={"width": 0},
                fill=fill,
                fillcolor=_faint(colours.pale),
                hoverinfo="skip",
                showlegend=False,
            )
        )
    figure.add_trace(
        go.Scatter(
            x=places,
            y=by_size["mean"],
            mode="lines+markers",
            name=f"{NAMES[RANDOM]}: mean, range",
            line={"color": colours.muted, "width": 2, "dash": "dot"},
            marker={"size": 6, "color": colours.muted},
            customdata=[
                f"{NAMES[RANDOM]}, {k}: mean of {int(row['count'])} sets {row['mean']:.{digits}f}"
                f"<br>range {row['min']:.{digits}f} to {row['max']:.{digits}f}"
                for k, row in by_size.iterrows()
            ],
            hovertemplate="%{customdata}<extra></extra>",
        )
    )


def _faint(colour: str) -> str:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red},{green},{blue},0.28)"


def with_legend(figure: go.Figure, height: int) -> go.Figure:
    """A laid out figure with its legend above it."""
    return laid_out(figure, height).update_layout(
        showlegend=True,
        legend={
            **{"orientation": "h", "yanchor": "bottom", "y": 1.02, "x": 0},
            **{"traceorder": "normal", "font": {"size": 13}},
        },
        margin={"t": 8, "b": _BELOW, "l": 60},
    )
