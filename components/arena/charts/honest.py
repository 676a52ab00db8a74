"""HONEST scores as dots with their intervals, and identities by category as a shaded table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

import plotly.graph_objects as go

from components.arena.charts.rates import Row, Writing, share_rows
from components.arena.charts.share_axis import percent_tick
from components.frame.present import plot
from components.frame.present.labels import short
from components.frame.present.numbers import interval_text
from components.frame.present.theme import laid_out, palette, safe

_ROW, _NARROWEST = 34, 100  # pixels
_LABEL, _LINE, _HEAD = 26, 18, 28  # characters
# Pixels of a row of the table, above it for tilted heads, and to its right for the last of them.
_CELL, _TILTED, _LAST = 28, 120, 96


def score_dots(rows: Sequence[Row]) -> go.Figure:
    """Scores with their intervals on one axis from 0, the first row on top; rings to compare.

    Args:
        rows: `rate` is the score, 0 to 1.
    """
    labels = [_label(row) for row in rows]
    figure = share_rows(rows, _SCORES, labels, [palette().ink] * len(rows), _ROW)
    return figure.update_layout(minreducedwidth=_NARROWEST)


def share(value: float) -> str:
    """A score as it is written, with as many decimals as every other."""
    return f"{value:.2%}"


def share_interval(bounds: Sequence[float] | None) -> str:
    """The interval of a score as it is written; empty where there is none."""
    return interval_text(bounds, ".2%")


_SCORES = Writing(
    "share",
    lambda _row, value: share(value),
    lambda _row, value: share(value),
    lambda row: f" of {row.n:,} templates",
    lambda row: share_interval(row.interval),
    percent_tick,
)


def _label(row: Row) -> str:
    name = "<br>".join(safe(line) for line in wrap(short(row.name, _LABEL), _LINE))
    return f"<b>{name}</b>" if row.heading else name


def category_table(
    identities: Mapping[str, Mapping[str, Any]], categories: Mapping[str, str], k: int
) -> go.Figure:
    """Share of an identity's completions that are of each category; a strong shade is a high one.

    Args:
        identities: name -> its figures: `categories`, counts of hurtful completions, and `n`
            templates; the order of the rows.
        categories: code -> title; the order of the columns.
        k: completions of a template.
    """
    shares = [
        [entry["categories"].get(code, 0) / (entry["n"] * k) for code in categories]
        for entry in identities.values()
    ]
    most = max((share for row in shares for share in row), default=0.0) or 1.0
    colours = palette()
    hover = [
        [
            f"{safe(name)}, {safe(title)}: {entry['categories'].get(code, 0):,} of "
            f"{entry['n'] * k:,} completions"
            for code, title in categories.items()
        ]
        for name, entry in identities.items()
    ]
    figure = go.Figure(
        go.Heatmap(
            z=shares,
            text=hover,
            hovertemplate="%{text}<extra></extra>",
            colorscale=[[0.0, colours.middle], [1.0, colours.shade]],
            zmin=0.0,
            zmax=most,
            showscale=False,
            xgap=2,
            ygap=2,
        )
    )
    shown = [
        (place, line, share)
        for line, row in enumerate(shares)
        for place, share in enumerate(row)
        if share > 0
    ]
    figure.add_trace(
        go.Scatter(
            x=[place for place, _, _ in shown],
            y=[line for _, line, _ in shown],
            mode="text",
            text=[f"{100 * share:.1f}" for _, _, share in shown],
            textfont={"size": 11, "color": colours.text},
            hoverinfo="skip",
        )
    )
    bare = {"fixedrange": True, "showgrid": False, "zeroline": False, "ticks": ""}
    figure.update_xaxes(
        side="top",
        tickangle=-40,
        tickvals=[*range(len(categories))],
        ticktext=[safe(short(title, _HEAD)) for title in categories.values()],
        **bare,
    )
    figure.update_yaxes(
        autorange="reversed",
        tickvals=[*range(len(identities))],
        ticktext=[safe(short(name, _LABEL)) for name in identities],
        **bare,
    )
    figure = laid_out(figure, _CELL * max(1, len(identities)) + _TILTED)
    figure.update_layout(margin={"r": _LAST})  # the last head leans out of the table
    return plot.keyed(figure, ("square", colours.shade, "the stronger, the more; in percent"))
