"""Figures of SHAP values: what each feature adds to a forest's probability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import plotly.graph_objects as go

from components.cabm.charts.marks import zero_line
from components.frame.present import plot
from components.frame.present.labels import named_rows, short
from components.frame.present.numbers import number, signed
from components.frame.present.theme import laid_out, palette, safe
from engine.measures.cabm.data.sentences import Groups


def shap_bar(mean: Mapping[str, float]) -> go.Figure:
    """Mean |SHAP| of each feature."""
    names = sorted(mean, key=lambda name: mean[name])
    figure = go.Figure(
        go.Bar(
            x=[mean[name] for name in names],
            y=names,
            orientation="h",
            marker={"color": palette().ink},
            text=[f"{mean[name]:.3f}" for name in names],
            textposition="outside",
            cliponaxis=False,
            hovertemplate="%{y}: %{x:.4f}<extra></extra>",
        )
    )
    figure.update_xaxes(title="mean |SHAP|, in probability", showgrid=False, fixedrange=True)
    figure.update_yaxes(fixedrange=True, showgrid=False)
    return laid_out(figure, 190).update_layout(margin={"r": 48, "b": 44})


def shap_values(
    values: pd.DataFrame, features: pd.DataFrame, opened: str, groups: Groups
) -> go.Figure:
    """SHAP values of every occupation, one row per feature; one occupation is ringed.

    Args:
        values: indexed by occupation, one column per feature.
        features: their z-scores, which set the shade.
        opened: the occupation to ring.
    """
    colours = palette()
    figure = go.Figure()
    zero_line(figure, 0)
    for row, name in enumerate(values.columns):
        heights = [row + shift for shift in _spread_out(values[name].tolist())]
        figure.add_trace(
            go.Scatter(
                x=values[name],
                y=heights,
                mode="markers",
                marker={
                    "size": 9,
                    "color": features[name],
                    "colorscale": [[0, colours.pale], [1, colours.text]],
                    "line": {"color": colours.line, "width": 0.5},
                },
                customdata=[
                    [safe(target), signed(value, 3)]
                    for target, value in zip(values.index, values[name], strict=True)
                ],
                hovertemplate="%{customdata[0]}: %{customdata[1]}<extra></extra>",
            )
        )
        figure.add_trace(
            go.Scatter(
                x=[values[name][opened]],
                y=[heights[values.index.tolist().index(opened)]],
                mode="markers",
                marker={"size": 16, "symbol": "circle-open", "color": colours.text},
                hoverinfo="skip",
            )
        )
    figure.update_yaxes(
        tickvals=list(range(len(values.columns))),
        ticktext=list(values.columns),
        range=[len(values.columns) - 0.5, -0.5],
        fixedrange=True,
        showgrid=False,
        zeroline=False,
    )
    figure.update_xaxes(
        title=f"SHAP value<br>← away from the {safe(groups.names[0])} list · towards it →",
        zeroline=False,
    )
    figure = laid_out(figure, 300).update_layout(margin={"b": 52})
    return plot.keyed(
        figure,
        ("dot", colours.text, "a high value of the feature"),
        ("dot", colours.pale, "a low value"),
        ("ring", colours.text, opened),
    )


def _spread_out(values: Sequence[float], width: float = 0.34) -> list[float]:
    """Heights that keep marks of similar value apart, the same on every call."""
    bins: dict[int, int] = {}
    edge = max(map(abs, values), default=1.0) or 1.0
    heights = []
    for value in values:
        nearest = round(30 * value / edge)
        count = bins.get(nearest, 0)
        bins[nearest] = count + 1
        step = (count + 1) // 2 * (1 if count % 2 else -1)
        heights.append(max(-width, min(width, step * width / 5)))
    return heights


def shap_of_one(values: Mapping[str, float], base: float, target: str) -> go.Figure:
    """Steps from the forest's base to its probability for one occupation."""
    colours = palette()
    steps = ["base", *values, short(target, 14)]
    figure = go.Figure(
        go.Waterfall(
            orientation="h",
            y=[*range(len(steps))],
            x=[base, *values.values(), 0],
            measure=["absolute", *("relative" for _ in values), "total"],
            increasing={"marker": {"color": colours.ink}},
            decreasing={"marker": {"color": colours.pale}},
            totals={"marker": {"color": colours.muted}},
            connector={"line": {"color": colours.line, "width": 1}},
            customdata=[
                f"base: {number(base, '.3f')}",
                *(f"{name}: {signed(value, 3)}" for name, value in values.items()),
                f"{safe(target)}: {number(base + sum(values.values()), '.3f')}",
            ],
            hovertemplate="%{customdata}<extra></extra>",
        )
    )
    figure.update_xaxes(range=[0, 1.02], title="probability", fixedrange=True)
    named_rows(figure, steps, 14)
    figure = laid_out(figure, 260).update_layout(margin={"b": 44})
    return plot.keyed(
        figure,
        ("square", colours.ink, "adds to the probability"),
        ("square", colours.pale, "takes from it"),
        ("square", colours.muted, "where it begins and ends"),
    )
