"""Bias against language cost (perplexity or pseudo-perplexity) for every masked set of heads."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import pandas as pd
import plotly.graph_objects as go

from components.heads.charts.runs import CURRENT, NAMES, SYMBOLS, with_legend
from components.present.theme import palette
from engine.measures.heads.runs import BOTTOM, NONE, POSITIVE, RANDOM, TOP

_PLAIN = 6  # largest number of tick intervals on a nearly linear axis


def pareto(rows: pd.DataFrame, front: Sequence[bool], cost: str, name: str) -> go.Figure:
    """Bias against the language cost of every masked set; lower left is better.

    Args:
        rows: `kind`, `k`, `heads`, `bias` (|d|) and the cost; measured ones only.
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
                customdata=[
                    f"{NAMES[kind]}, {row['k']}: |d| {row['bias']:.2f}, {label} {row[cost]:.1f}"
                    for row in part.to_dict("records")
                ],
                hovertemplate="%{customdata}<extra></extra>",
            )
        )
    # Masking many heads multiplies it; on a linear axis all other sets would overlap.
    ticks = _log_ticks(rows[cost].min(), rows[cost].max())
    figure.update_xaxes(
        title=f"{name} (log scale, lower is better)",
        type="log",
        tickvals=ticks,
        ticktext=[f"{tick:g}" for tick in ticks],
        zeroline=False,
    )
    figure.update_yaxes(title="SEAT |d| (0: no association)", zeroline=False)
    return with_legend(figure, 420)


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
