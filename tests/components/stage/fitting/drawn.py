"""Figures as pages draw them, in Plotly's JSON, for tests of what a stage makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from components.frame.present.labels import named_rows
from components.frame.present.recolour import in_light
from components.frame.present.theme import LIGHT, laid_out, reference_line


def dots(values: Sequence[float], names: Sequence[str] = (), **layout: Any) -> dict[str, Any]:
    """A dot a row with its interval, and a line that all are compared with."""
    rows = range(len(values))
    figure = go.Figure(reference_line([0, 0], [-0.5, len(values) - 0.5]))
    figure.add_trace(
        go.Scatter(
            x=[end for value in values for end in (value - 1, value + 1, None)],
            y=[place for row in rows for place in (row, row, None)],
            mode="lines",
        )
    )
    colours = ["#40454f"] * len(values)
    figure.add_trace(
        go.Scatter(
            x=list(values), y=list(rows), mode="markers", marker={"color": colours}, name="dot"
        )
    )
    for row in rows:
        figure.add_annotation(text=f"n {row}", x=1, xref="paper", y=row)
    figure = laid_out(figure, 30 * len(values) + 40)
    named_rows(figure, names or [f"row {row}" for row in rows], 20)
    return in_light(figure.update_layout(**layout), LIGHT)


def words(shares: Sequence[float]) -> dict[str, Any]:
    """Bars whose words are written in them."""
    texts = [f"word  {share:.1%}" for share in shares]
    bars = go.Bar(x=list(shares), y=list(range(len(shares))), text=texts, orientation="h")
    figure = go.Figure(bars)
    figure.update_yaxes(visible=False, autorange="reversed")
    ticks = {"tickvals": [0, 0.5, 1], "ticktext": ["0", "50", "100%"]}
    return in_light(laid_out(figure, 300).update_xaxes(range=[0, 1.02], **ticks), LIGHT)


def cloud(x: Sequence[float], y: Sequence[float], names: Sequence[str]) -> dict[str, Any]:
    """Points with names above them."""
    figure = go.Figure(go.Scatter(x=list(x), y=list(y), text=list(names), mode="markers+text"))
    return in_light(laid_out(figure, 380), LIGHT)


def cells(rows: int, text: str = "1") -> dict[str, Any]:
    """Two columns of shaded cells with a text in each."""
    places = [(column, row) for row in range(rows) for column in range(2)]
    figure = go.Figure(go.Heatmap(z=[[row, row] for row in range(rows)]))
    figure.add_trace(
        go.Scatter(
            x=[column for column, _ in places],
            y=[row for _, row in places],
            text=[text] * len(places),
            mode="text",
            textfont={"size": 11},
        )
    )
    figure = laid_out(figure, 40 * rows)
    named_rows(figure, [f"row {row}" for row in range(rows)], 20)
    return in_light(figure, LIGHT)


def panels(number: int, rows: int) -> dict[str, Any]:
    """Panels of dots in lines of four, with a title each and names beside the first of a line."""
    figure = go.Figure()
    for at in range(number):
        suffix = "" if at == 0 else str(at + 1)
        left, top = (at % 4) / 4, 1 - (at // 4) / 3
        figure.add_trace(
            go.Scatter(
                x=list(range(rows)),
                y=list(range(rows)),
                mode="markers",
                xaxis=f"x{suffix}",
                yaxis=f"y{suffix}",
            )
        )
        names = [f"model {row},<br>masked" if at % 4 == 0 else "" for row in range(rows)]
        figure.update_layout(
            {
                f"xaxis{suffix}": {"domain": [left, left + 0.2], "anchor": f"y{suffix}"},
                f"yaxis{suffix}": {
                    "domain": [top - 0.2, top],
                    "tickvals": list(range(rows)),
                    "ticktext": names,
                },
            }
        )
        title = f"measure {at}<br>with a long name that goes on and on and on"
        figure.add_annotation(text=title, x=left, y=top, xref="paper", yref="paper")
    return in_light(laid_out(figure, 900), LIGHT)
