"""A metric by number of masked heads, for chosen and for random heads."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.frame.present import plot
from components.frame.present.numbers import bracketed, interval_text, p_text
from components.frame.present.theme import laid_out, palette, safe
from components.frame.shell.subject import ALL_ON
from engine.core.wording import figure_text
from engine.measures.heads.runs import BOTTOM, NONE, POSITIVE, RANDOM, TOP
from engine.statistics import LEVEL

CURRENT = "current"  # the heads masked now
NAMES = {
    NONE: ALL_ON,
    TOP: "top K",
    BOTTOM: "bottom K",
    POSITIVE: "all biased",
    RANDOM: "random K",
    CURRENT: "switched off now",
}
SYMBOLS = {
    TOP: "triangle-up",
    BOTTOM: "triangle-down",
    POSITIVE: "diamond",
    CURRENT: "x",
    NONE: "circle-open",
}
_APART = 0.035  # of a doubling: keeps intervals of two lines from overlapping
_BELOW = 56  # pixels under the plot for its ticks and title


def curve(rows: pd.DataFrame, title: str, neutral: float | None, digits: int) -> go.Figure:
    """A metric by number of masked heads, with random heads as a band.

    Args:
        rows: `kind`, `k`, `heads`, `value`, `low`, `high` (95% interval, missing if there is
            none) and `p_holm` (of the change; missing where it is not tested); measured ones only.
        neutral: value that means no bias, drawn as a line; None for a metric of quality.
    """
    colours = palette()
    figure = go.Figure()
    whole = rows[rows["kind"] == NONE]
    if neutral is not None:
        figure.add_hline(y=neutral, line={"color": colours.line, "width": 1})
    for value in whole["value"]:
        figure.add_hline(y=value, line={"color": colours.muted, "width": 1, "dash": "dot"})
    _random_band(figure, pd.concat([whole, rows[rows["kind"] == RANDOM]]), digits)
    # Which heads were chosen is no direction, so the two colours do not tell the sets apart.
    for kind, dash, shift in ((TOP, "solid", -_APART), (BOTTOM, "dash", _APART)):
        part = pd.concat([whole, rows[rows["kind"] == kind]]).sort_values("k")
        if len(part) > len(whole):
            line = {"color": colours.ink, "width": 2.5, "dash": dash}
            style: dict[str, Any] = {"mode": "lines+markers", "line": line, "marker": {"size": 10}}
            figure.add_trace(_sets(part, kind, colours.ink, digits, shift, **style))
    for kind, colour in ((POSITIVE, colours.ink), (CURRENT, colours.text)):
        part = rows[(rows["kind"] == kind) & (rows["k"] > 0)]
        if len(part):
            style = {"mode": "markers", "marker": {"color": colour, "size": 13}}
            figure.add_trace(_sets(part, kind, colour, digits, **style))
    sizes = sorted({int(k) for k in rows["k"]})
    figure.update_xaxes(
        title="heads switched off",
        tickvals=[position(k) for k in sizes],
        ticktext=[str(k) for k in sizes],
        showgrid=False,
        zeroline=False,
    )
    figure.update_yaxes(title=safe(title), zeroline=False, rangemode="tozero")
    changed = rows["p_holm"].notna().any()
    return plot.keyed(
        _with_legend(figure, 380),
        ("line", colours.ink, "95% CI over the texts"),
        *([("text", "", "filled: clearly changed")] if changed else []),
        ("dotted", colours.muted, ALL_ON),
    )


def position(k: int) -> float:
    """Position of a number of heads on the axis, which is logarithmic."""
    return math.log2(k + 1)


def _sets(
    part: pd.DataFrame, kind: str, colour: str, digits: int, shift: float = 0.0, **style: Any
) -> go.Scatter:
    """Masked sets of one kind with intervals; filled where a set clearly changes the metric."""
    symbol = SYMBOLS.get(kind, "circle")
    symbols = [
        f"{symbol}-open" if changed >= LEVEL else symbol for changed in part["p_holm"].fillna(0.0)
    ]
    return go.Scatter(
        x=[position(k) + shift for k in part["k"]],
        y=part["value"],
        name=NAMES[kind],
        error_y=_whiskers(part, ("value", "low", "high"), color=colour, thickness=0.8, width=3),
        customdata=_hover_texts(part, digits),
        hovertemplate="%{customdata}<extra></extra>",
    ).update({**style, "marker": {**style["marker"], "symbol": symbols}})


def _whiskers(part: pd.DataFrame, columns: Sequence[str], **style: Any) -> dict[str, Any]:
    """95% intervals over the texts; thin, because all masks are measured on the same texts.

    Args:
        columns: of the value and of both ends.
    """
    value, low, high = (part[column] for column in columns)
    above, below = (high - value).fillna(0), (value - low).fillna(0)
    return {"type": "data", "symmetric": False, "array": above, "arrayminus": below, **style}


def _hover_texts(part: pd.DataFrame, digits: int) -> list[str]:
    """Set, value, interval and heads of each point."""
    texts = []
    for row in part.to_dict("records"):
        heads = str(row["heads"]) or "none"
        shown = heads if len(heads) <= 60 else f"{heads[:59]}…"
        lines = [f"{NAMES[row['kind']]}, {row['k']}: {figure_text(row['value'], f'.{digits}f')}"]
        if not pd.isna(row["low"]):
            lines.append(interval_text((row["low"], row["high"]), f".{digits}f"))
        if not pd.isna(row["p_holm"]):
            lines.append(f"against all heads on: {p_text(row['p_holm'])} after Holm")
        texts.append("<br>".join([*lines, shown]))
    return texts


def _random_band(figure: go.Figure, rows: pd.DataFrame, digits: int) -> None:
    """Mean of the random sets of each size, with a band from the lowest to the highest."""
    if not (rows["kind"] == RANDOM).any():
        return
    colours = palette()
    spec = f".{digits}f"
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
                f"{NAMES[RANDOM]}, {k}: mean of {int(row['count'])} sets "
                f"{figure_text(row['mean'], spec)}<br>range {figure_text(row['min'], spec)} "
                f"to {figure_text(row['max'], spec)}"
                for k, row in by_size.iterrows()
            ],
            hovertemplate="%{customdata}<extra></extra>",
        )
    )


def _faint(colour: str) -> str:
    return f"rgba({','.join(map(str, bytes.fromhex(colour[1:])))},0.28)"


def _with_legend(figure: go.Figure, height: int) -> go.Figure:
    """A laid out figure with its legend above it."""
    legend = {"orientation": "h", "yanchor": "bottom", "y": 1.02, "x": 0}
    legend |= {"traceorder": "normal", "font": {"size": 13}}
    margin = {"t": 8, "b": _BELOW, "l": 60}
    return laid_out(figure, height).update_layout(showlegend=True, legend=legend, margin=margin)


# --- costs --------------------------------------------------------------------------------
# Bias against language cost (perplexity or pseudo-perplexity) for every masked set of heads.

_PLAIN = 6  # largest number of tick intervals on a nearly linear axis


def pareto(rows: pd.DataFrame, cost: str, name: str) -> go.Figure:
    """Bias against the language cost of every masked set; lower left is better.

    Args:
        rows: `kind`, `k`, `heads`, `bias` (|d|) and the cost, each with `…_low` and `…_high`
            (95% interval, missing where there is none), and `frontier`: whether no other set is
            better on both; measured ones only.
    """
    colours = palette()
    label = "PPPL" if cost == "pppl" else name
    figure = go.Figure()
    best = rows[rows["frontier"]].sort_values([cost, "bias"]).drop_duplicates([cost, "bias"])
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
        TOP: colours.ink,
        BOTTOM: colours.ink,
        POSITIVE: colours.ink,
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
                error_x=_cost_whiskers(part, cost, colour),
                error_y=_cost_whiskers(part, "bias", colour),
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
    figure = _with_legend(figure, 420)
    return plot.keyed(figure, ("line", colours.ink, "95% CI; a number: heads switched off"))


def _bounds(row: dict[Any, Any], name: str, spec: str) -> str:
    """The interval of a value, for the hover text."""
    bounds = row[f"{name}_low"], row[f"{name}_high"]
    return "" if pd.isna(bounds[0]) else f" {bracketed(bounds, spec)}"


def _cost_whiskers(part: pd.DataFrame, name: str, colour: str) -> dict[str, Any]:
    columns = (name, f"{name}_low", f"{name}_high")
    return _whiskers(part, columns, color=colour, thickness=0.7, width=0)


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
