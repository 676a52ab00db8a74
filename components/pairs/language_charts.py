"""Figures of the gender pairs in ten languages: shares around 50%, S_JSD around 0."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from components.frame.present.numbers import interval_text
from components.frame.present.theme import laid_out, palette, safe
from components.pairs import charts

_ROW, _LOWEST = 32, 120  # pixels a row, and in all


def shares(rows: list[dict[str, Any]]) -> go.Figure:
    """Share of pairs of each language with its interval, around 50%.

    Args:
        rows: of `with_verdicts`, each with a value.
    """
    return charts.by_type(
        [{**row, "bias_type": row["name"], "score": row["value"]} for row in rows]
    )


def distances(rows: list[dict[str, Any]]) -> go.Figure:
    """S_JSD of each language in thousandths with its interval, around 0.

    Args:
        rows: `name`, and `s_jsd` with `shown`, `shown_interval` and `n`. An interval that leaves
            out 0 has a colour: orange toward the stereotype, which is below 0.
    """
    figure = go.Figure()
    figure.add_vline(x=0, line={"color": palette().muted, "width": 1, "dash": "dot"})
    for place, row in enumerate(rows):
        _distance(figure, place, row["name"], row["s_jsd"])
    figure.update_xaxes(title="S_JSD × 1000", zeroline=False, fixedrange=True)
    figure.update_yaxes(
        range=[len(rows) - 0.5, -0.5],
        tickvals=[*range(len(rows))],
        ticktext=[f"{safe(row['name'])}  {row['s_jsd']['n']}" for row in rows],
        fixedrange=True,
        showgrid=False,
        zeroline=False,
    )
    return laid_out(figure, max(_LOWEST, _ROW * len(rows) + 70)).update_layout(
        margin={"b": 48, "r": 28}
    )


def _distance(figure: go.Figure, place: int, name: str, found: dict[str, Any]) -> None:
    bounds = found["shown_interval"] or [found["shown"]] * 2
    colour = palette().ink
    if bounds[1] < 0 or bounds[0] > 0:
        colour = palette().toward if bounds[1] < 0 else palette().away
    figure.add_trace(
        go.Scatter(
            x=bounds,
            y=[place, place],
            mode="lines",
            line={"color": colour, "width": 2},
            hoverinfo="skip",
        )
    )
    figure.add_trace(
        go.Scatter(
            x=[found["shown"]],
            y=[place],
            mode="markers",
            marker={"color": colour, "size": 11},
            hovertemplate=f"{safe(name)}: {found['shown']:+.2f}<br>"
            f"{interval_text(found['shown_interval'], '+.2f')}<extra></extra>",
        )
    )
