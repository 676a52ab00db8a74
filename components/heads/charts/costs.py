"""Bias against language cost (perplexity or pseudo-perplexity) for every masked set of heads."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.frame.present.numbers import bracketed
from components.frame.present.theme import palette
from components.heads.charts.runs import CURRENT, NAMES, SYMBOLS, with_legend
from engine.measures.heads.runs import BOTTOM, NONE, POSITIVE, RANDOM, TOP

_PLAIN = 6  # largest number of tick intervals on a nearly linear axis


def pareto(rows: pd.DataFrame, front: Sequence[bool], cost: str, name: str) -> go.Figure:
    """Bias against the language cost of every masked set; lower left is better.

    Args:
        rows: `kind`, `k`, `heads`, `bias` (|d|) and the cost, each with `…_low` and `…_high`
            (95% interval, missing where there is none); measured ones only.
        front: which of them are on the frontier: no other set is better on both.
        cost: column of the cost.
        name: what it is called.
    """
    colours = palette()
    label = "PPPL" if cost == "pppl" else name
    figure = go.Figure()
    best = rows[list(front)].sort_values([cost, "bias"]).drop_duplicates([cost, "bias"])
    figure.add_trace(
        go.Scatter(
            x=best[cost],
            y=best["bias"],
            mode="lines",
            name="frontier",
            line={"color": colours.text, "width": 1.2, "dash": "dash", "shape": "hv"},
            hoverinfo="skip",
        )
    )
    kind_colours = {
        RANDOM: colours.pale,
        TOP: colours.toward,
        BOTTOM: colours.away,
        POSITIVE: colours.toward,
        NONE: colours.text,
        CURRENT: colours.text,
    }
    for kind, colour in kind_colours.items():
        part = rows[rows["kind"] == kind]
        if part.empty:
            continue
        named = kind in (TOP, BOTTOM, POSITIVE)
        figure.add_trace(
            go.Scatter(
                x=part[cost],
                y=part["bias"],
                mode="markers+text" if named else "markers",
                name=NAMES[kind],
                marker={
                    "color": colour,
                    "size": 7 if kind == RANDOM else 12,
                    "symbol": SYMBOLS.get(kind, "circle"),
                    "line": {"width": 2 if kind == NONE else 0, "color": colour},
                },
                text=[str(k) for k in part["k"]] if named else None,
                textposition="middle right",
                cliponaxis=False,
                textfont={"size": 12, "color": colours.text},
                error_x=_whiskers(part, cost, colour),
                error_y=_whiskers(part, "bias", colour),
                customdata=[
                    f"{NAMES[kind]}, {row['k']}: |d| {row['bias']:.2f}"
                    f"{_bounds(row, 'bias', '.2f')}, {label} {row[cost]:.1f}"
                    f"{_bounds(row, cost, '.1f')}"
                    for row in part.to_dict("records")
                ],
                hovertemplate="%{customdata}<extra></extra>",
            )
        )
    # Masking many heads multiplies it; on a linear axis all other sets would overlap.
    ends = pd.concat([rows[cost], rows[f"{cost}_low"], rows[f"{cost}_high"]])
    ticks = _log_ticks(ends.min(), ends.max())
    figure.update_xaxes(
        title=f"{name} (log scale, so without a zero; lower is better)",
        type="log",
        tickvals=ticks,
        ticktext=[f"{tick:g}" for tick in ticks],
        zeroline=False,
    )
    figure.update_yaxes(title="SEAT |d| (0: no association)", zeroline=False, rangemode="tozero")
    return with_legend(figure, 420)


def _bounds(row: dict[Any, Any], name: str, spec: str) -> str:
    """The interval of a value, for the hover text."""
    bounds = row[f"{name}_low"], row[f"{name}_high"]
    return "" if pd.isna(bounds[0]) else f" {bracketed(bounds, spec)}"


def _whiskers(part: pd.DataFrame, name: str, colour: str) -> dict[str, Any]:
    """95% intervals of a column, thin, because all masks are measured on the same texts."""
    low, value, high = (part[column] for column in (f"{name}_low", name, f"{name}_high"))
    return {
        "type": "data",
        "symmetric": False,
        "array": (high - value).fillna(0),
        "arrayminus": (value - low).fillna(0),
        "color": colour,
        "thickness": 0.7,
        "width": 0,
    }


def _log_ticks(low: float, high: float) -> list[float]:
    """Round numbers from below the lowest to above the highest value, few enough to be legible."""
    if high < 2 * low:  # nearly linear
        wide = max(high - low, 0.05 * low)
        step = next(step for step in _steps(wide) if wide / step <= _PLAIN)
        return [
            round(step * count, 9)
            for count in range(math.floor(low / step) - 1, math.ceil(high / step) + 2)
        ]
    steps = (1, 2, 5) if high > 4 * low else (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8)
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    every = [step * 10**power for power in range(first, last + 1) for step in steps]
    return [tick for tick in every if 0.7 * low <= tick <= 1.4 * high]


def _steps(wide: float) -> Iterator[float]:
    """Round steps, growing, from a hundredth of a width or less."""
    power = math.floor(math.log10(wide)) - 2
    return (step * 10.0**at for at in itertools.count(power) for step in (1, 2, 5))
