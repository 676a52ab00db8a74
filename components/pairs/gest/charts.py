"""Figures of the GEST tab: levels of the stereotypes around 1, and stereotype rates of models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import plotly.graph_objects as go

from components.frame.present import plot
from components.frame.present.labels import in_key, named_rows
from components.frame.present.numbers import interval_text, number
from components.frame.present.theme import laid_out, palette, ring, safe
from components.pairs.charts.shares import draw_interval
from engine.measures.gest.data.file import FEMALE, MALE, name_of

_ROW, _AXIS, _NARROWEST, _LABEL = 26, 60, 130, 26  # pixels; characters
# Ticks that fit a figure half a page wide, from a wide range to a narrow one.
_TICKS = (
    (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100),
    (0.25, 0.5, 1, 2, 4),
    (0.67, 0.8, 1, 1.25, 1.5),
)
_WIDE, _NARROW = 12, 2.2  # times that the largest value is the smallest


class Row(NamedTuple):
    """One row: its name, value and 95% interval.

    Args:
        value: above 0; None where there is none.
        size: of the mark, pixels.
        symbol: as plotly names it.
    """

    name: str
    value: float | None
    interval: Sequence[float] | None
    colour: str
    size: int = 10
    symbol: str = "circle"


def levels(
    rates: dict[str, Any],
    released: Sequence[dict[str, Any]] = (),
    before: dict[str, Any] | None = None,
    compared: str = "the model compared with",
) -> go.Figure:
    """Level of each stereotype with its interval, those about women above those about men.

    Args:
        rates: what `rates.rates` gives.
        released: the same of the released models, drawn as small grey dots.
        before: the same of the model compared with, drawn as rings.
        compared: what that model is called.
    """
    ink = palette().ink
    rows = []
    for group, people, name in ((FEMALE, "women", "r_f"), (MALE, "men", "r_m")):
        mean = rates[name], rates[f"{name}_interval"]
        rows.append(Row(f"About {people} ({name})", *mean, ink, 13, "diamond"))
        rows += [
            Row(name_of(each), rates["r"][each - 1], rates["r_intervals"][each - 1], ink)
            for each in group
        ]
    figure = go.Figure()
    if released:
        _small(figure, [_in_rows(entry) for entry in released], len(rows))
    _draw(figure, rows)
    if before is not None:
        _rings(figure, _in_rows(before))
    others = [("dot", palette().pale, "released models")] if released else []
    others += [("ring", palette().ink, in_key(compared))] if before is not None else []
    entries = [("diamond", palette().ink, "mean of the group"), *others]
    return _finished(figure, rows, "← woman · r · man →", entries)


def rates_of_models(rows: Sequence[Row]) -> go.Figure:
    """Stereotype rates of several models around 1."""
    figure, colours = go.Figure(), palette()
    _draw(figure, rows)
    used = {row.colour for row in rows}
    meanings = (
        (colours.toward, "clearly follows the stereotypes"),
        (colours.away, "clearly goes against them"),
        (colours.ink, "not clear"),
        (colours.pale, "released models"),
    )
    entries = [("dot", colour, text) for colour, text in meanings if colour in used]
    return _finished(figure, rows, "← against · g_s · follows →", entries)


def _in_rows(rates: dict[str, Any]) -> list[float | None]:
    """Values of one model in the order of the rows of `levels`."""
    found: list[float | None] = []
    for group, name in ((FEMALE, "r_f"), (MALE, "r_m")):
        found += [rates[name], *(rates["r"][each - 1] for each in group)]
    return found


def _small(figure: go.Figure, columns: Sequence[Sequence[float | None]], height: int) -> None:
    figure.add_trace(
        go.Scatter(
            x=[value for column in columns for value in column],
            y=[*range(height)] * len(columns),
            mode="markers",
            marker={"color": palette().pale, "size": 5},
            hoverinfo="skip",
        )
    )


def _rings(figure: go.Figure, values: Sequence[float | None]) -> None:
    figure.add_trace(
        go.Scatter(
            x=list(values),
            y=[*range(len(values))],
            mode="markers",
            marker=ring(),
            hovertemplate="%{x:.3f}<extra></extra>",
        )
    )


def _draw(figure: go.Figure, rows: Sequence[Row]) -> None:
    for place, row in enumerate(rows):
        if row.value is None:
            continue
        marker = {"color": row.colour, "size": row.size, "symbol": row.symbol}
        hover = f"{safe(row.name)}: {number(row.value, '.3f')}<br>"
        hover += interval_text(row.interval, ".3f") or "no interval"
        draw_interval(figure, place, row.value, row.interval, marker, hover)


def _finished(
    figure: go.Figure,
    rows: Sequence[Row],
    title: str,
    entries: Sequence[tuple[str, str, str]] = (),
) -> go.Figure:
    figure.add_vline(x=1, line={"color": palette().muted, "width": 1, "dash": "dot"})
    named_rows(figure, [row.name for row in rows], _LABEL)
    ticks = _ticks(figure)
    figure.update_xaxes(
        type="log",
        tickvals=ticks,
        ticktext=[f"{tick:g}" for tick in ticks],
        title=title,
        fixedrange=True,
        tickangle=0,
    )
    drawn = laid_out(figure, _ROW * len(rows) + _AXIS)
    drawn.update_layout(margin={"b": 48}, minreducedwidth=_NARROWEST)
    return plot.keyed(
        drawn,
        *entries,
        ("line", palette().ink, "95% CI"),
        ("dotted", palette().muted, "1: no preference"),
    )


def _ticks(figure: go.Figure) -> Sequence[float]:
    """Ticks of an axis that holds everything drawn, and 1."""
    drawn = [value for trace in figure.data for value in trace.x if value is not None] + [1.0]
    ratio = max(drawn) / min(drawn)
    return _TICKS[0] if ratio > _WIDE else _TICKS[1] if ratio > _NARROW else _TICKS[2]
