"""A metric by number of masked heads, for chosen and for random heads."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.frame.present.numbers import interval_text, p_text
from components.frame.present.theme import laid_out, palette, safe
from engine.measures.heads.runs import BOTTOM, NONE, POSITIVE, RANDOM, TOP
from engine.statistics import LEVEL

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
_APART = 0.035  # of a doubling: keeps intervals of two lines from overlapping
_BELOW = 56  # pixels under the plot for its ticks and title


def curve(rows: pd.DataFrame, title: str, neutral: float | None, digits: int) -> go.Figure:
    """A metric by number of masked heads, with random heads as a band.

    Args:
        rows: `kind`, `k`, `heads`, `value`, `low`, `high` (95% interval, missing if there is
            none) and `p_holm` (of the change; missing where it is not tested); measured ones only.
        title: of the metric.
        neutral: value that means no bias, drawn as a line; None for a metric of quality.
        digits: decimals in the hover text.
    """
    colours = palette()
    figure = go.Figure()
    whole = rows[rows["kind"] == NONE]
    if neutral is not None:
        figure.add_hline(y=neutral, line={"color": colours.line, "width": 1})
    for value in whole["value"]:
        figure.add_hline(y=value, line={"color": colours.muted, "width": 1, "dash": "dot"})
    _random_band(figure, pd.concat([whole, rows[rows["kind"] == RANDOM]]), digits)
    for kind, colour, shift in ((TOP, colours.toward, -_APART), (BOTTOM, colours.away, _APART)):
        part = pd.concat([whole, rows[rows["kind"] == kind]]).sort_values("k")
        if len(part) > len(whole):
            figure.add_trace(_line(part, NAMES[kind], colour, digits, shift))
    for kind, colour in ((POSITIVE, colours.toward), (CURRENT, colours.text)):
        part = rows[(rows["kind"] == kind) & (rows["k"] > 0)]
        if len(part):
            figure.add_trace(_points(part, kind, colour, digits))
    sizes = sorted({int(k) for k in rows["k"]})
    figure.update_xaxes(
        title="heads masked",
        tickvals=[position(k) for k in sizes],
        ticktext=[str(k) for k in sizes],
        showgrid=False,
        zeroline=False,
    )
    figure.update_yaxes(title=safe(title), zeroline=False, rangemode="tozero")
    return with_legend(figure, 380)


def position(k: int) -> float:
    """Position of a number of heads on the axis, which is logarithmic."""
    return math.log2(k + 1)


def _line(part: pd.DataFrame, name: str, colour: str, digits: int, shift: float) -> go.Scatter:
    return go.Scatter(
        x=[position(k) + shift for k in part["k"]],
        y=part["value"],
        mode="lines+markers",
        name=name,
        line={"color": colour, "width": 2.5},
        marker={"size": 9, "symbol": _symbols(part, "circle")},
        error_y=_whiskers(part, colour),
        customdata=_hover_texts(part, digits),
        hovertemplate="%{customdata}<extra></extra>",
    )


def _points(part: pd.DataFrame, kind: str, colour: str, digits: int) -> go.Scatter:
    return go.Scatter(
        x=[position(k) for k in part["k"]],
        y=part["value"],
        mode="markers",
        name=NAMES[kind],
        marker={"color": colour, "size": 13, "symbol": _symbols(part, SYMBOLS[kind])},
        error_y=_whiskers(part, colour),
        customdata=_hover_texts(part, digits),
        hovertemplate="%{customdata}<extra></extra>",
    )


def _symbols(part: pd.DataFrame, symbol: str) -> list[str]:
    """Filled where a set clearly changes the metric, open where it does not."""
    return [
        f"{symbol}-open" if changed >= LEVEL else symbol for changed in part["p_holm"].fillna(0.0)
    ]


def _whiskers(part: pd.DataFrame, colour: str) -> dict[str, Any]:
    """Intervals over the texts; thin, because all masks are measured on the same texts."""
    return {
        "type": "data",
        "symmetric": False,
        "array": (part["high"] - part["value"]).fillna(0),
        "arrayminus": (part["value"] - part["low"]).fillna(0),
        "color": colour,
        "thickness": 0.8,
        "width": 3,
    }


def _hover_texts(part: pd.DataFrame, digits: int) -> list[str]:
    """Set, value, interval and heads of each point."""
    texts = []
    for row in part.to_dict("records"):
        heads = str(row["heads"]) or "none"
        shown = heads if len(heads) <= 60 else f"{heads[:59]}…"
        interval = (
            ""
            if pd.isna(row["low"])
            else f"<br>{interval_text((row['low'], row['high']), f'.{digits}f')}"
        )
        texts.append(
            f"{NAMES[row['kind']]}, {row['k']}: {row['value']:.{digits}f}{interval}"
            f"{_tested(row)}<br>{shown}"
        )
    return texts


def _tested(row: dict[Any, Any]) -> str:
    """The test of a set against no mask, for the hover text."""
    if pd.isna(row["p_holm"]):
        return ""
    return f"<br>against no mask: {p_text(row['p_holm'])} after Holm"


def _random_band(figure: go.Figure, rows: pd.DataFrame, digits: int) -> None:
    """Mean of the random sets of each size, with a band from the lowest to the highest."""
    if not (rows["kind"] == RANDOM).any():
        return
    colours = palette()
    by_size = rows.groupby("k")["value"].agg(["mean", "min", "max", "count"])
    positions = [position(int(k)) for k in by_size.index]
    sets = by_size.loc[by_size.index > 0, "count"]
    for side, fill in (("min", None), ("max", "tonexty")):
        figure.add_trace(
            go.Scatter(
                x=positions,
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
            x=positions,
            y=by_size["mean"],
            mode="lines+markers",
            name=f"{NAMES[RANDOM]}: mean, range of {int(sets.max())} sets",
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
