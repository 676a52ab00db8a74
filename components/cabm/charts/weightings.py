"""Figures that compare the weightings: scores and categories."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import plotly.graph_objects as go

from components.cabm.charts.scores import ROW
from components.present.numbers import signed
from components.present.theme import ink_on, laid_out, palette, safe
from engine.datasets.occupations.sentences import Groups
from engine.measures.cabm.scores import NEUTRAL, NOT_SETTLED, biased


def weightings(frames: Mapping[str, pd.DataFrame], groups: Groups) -> go.Figure:
    """Occupation by weighting; colour shows whether the score is towards or away from its list.

    Args:
        frames: name of the weighting -> `occupation`, `list`, `score`, in the same order.
    """
    colours = palette()
    first = next(iter(frames.values()))
    order = first.sort_values(["list", "score"], kind="stable").index[::-1]
    lists = first.loc[order, "list"].tolist()
    scores = [[frame.loc[row, "score"] for frame in frames.values()] for row in order]
    edge = max((abs(score) for row in scores for score in row), default=1.0) or 1.0
    listed = any(name in groups.names for name in lists)
    shades = [  # without lists there is no direction to colour, only strength
        [_toward(score, name, groups) if listed else abs(score) for score in row]
        for row, name in zip(scores, lists, strict=True)
    ]
    figure = go.Figure(
        go.Heatmap(
            z=shades,
            x=[safe(name) for name in frames],
            y=[safe(target) for target in first.loc[order, "occupation"]],
            zmin=-edge,
            zmax=edge,
            colorscale=colours.scale
            if listed
            else [[0, colours.middle], [0.5, colours.middle], [1, colours.ink]],
            showscale=False,
            customdata=scores,
            xgap=2,
            ygap=1,
            hovertemplate="%{y}, %{x}: %{customdata:+.2f}<extra></extra>",
        )
    )
    cells = [(row, column) for row in range(len(order)) for column in range(len(frames))]
    columns, targets = [*frames], first.loc[order, "occupation"].tolist()
    grounds = (
        colours.at((shades[row][column] / edge + 1) / 2) if listed else colours.middle
        for row, column in cells
    )
    figure.add_trace(
        go.Scatter(
            x=[safe(columns[column]) for _, column in cells],
            y=[safe(targets[row]) for row, _ in cells],
            mode="text",
            text=[signed(scores[row][column]) for row, column in cells],
            textfont={"size": 11, "color": [ink_on(ground) for ground in grounds]},
            hoverinfo="skip",
        )
    )
    figure.update_xaxes(side="top", fixedrange=True)
    figure.update_yaxes(fixedrange=True, dtick=1, range=[-0.5, len(order) - 0.5])
    figure = laid_out(figure, ROW * len(order) + 60)
    figure.update_yaxes(tickfont={"size": 12})
    return figure.update_layout(margin={"t": 36})


def _toward(score: float, listed: str, groups: Groups) -> float:
    """The score, positive towards the occupation's list; 0, the middle colour, without one."""
    if listed == groups.names[1]:
        return -score
    return score if listed == groups.names[0] else 0.0


def category_counts(frames: Mapping[str, pd.DataFrame], groups: Groups) -> go.Figure:
    """Number of occupations in each category under each weighting."""
    colours = palette()
    figure = go.Figure()
    names = [safe(name) for name in frames][::-1]
    order = (biased(groups)[1], NEUTRAL, NOT_SETTLED, biased(groups)[0])
    before = [0] * len(names)
    shades = (colours.pale, colours.line, colours.middle, colours.ink)
    for category, shade in zip(order, shades, strict=True):
        counts = [int((frame["category"] == category).sum()) for frame in frames.values()][::-1]
        figure.add_trace(
            go.Bar(
                x=counts,
                y=names,
                orientation="h",
                name=safe(category),
                marker={"color": shade},
                hovertemplate=f"%{{y}}: %{{x}} {safe(category)}<extra></extra>",
            )
        )
        figure.add_trace(
            go.Scatter(
                x=[start + count / 2 for start, count in zip(before, counts, strict=True)],
                y=names,
                mode="text",
                text=[str(count or "") for count in counts],
                textfont={"color": ink_on(shade), "size": 13},
                showlegend=False,
                hoverinfo="skip",
            )
        )
        before = [start + count for start, count in zip(before, counts, strict=True)]
    figure.update_layout(barmode="stack")
    figure.update_xaxes(showgrid=False, fixedrange=True, visible=False)
    figure.update_yaxes(showgrid=False, fixedrange=True)
    return laid_out(figure, 36 * len(names) + 60).update_layout(
        showlegend=True,
        legend={"orientation": "h", "y": -0.02, "yanchor": "top", "traceorder": "normal"},
    )
