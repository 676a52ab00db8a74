"""Figures of SHAP values: what each feature adds to a forest's probability, for all and for one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import plotly.graph_objects as go

from components.theme import laid_out, palette, safe
from engine.datasets.framed import Groups
from engine.measures.cabm import FEATURES


def shap_bar(mean: Mapping[str, float]) -> go.Figure:
    """Mean |SHAP| of each feature."""
    names = sorted(FEATURES, key=lambda name: mean[name])
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
    figure.update_xaxes(title="mean |SHAP|, share of probability", showgrid=False, fixedrange=True)
    figure.update_yaxes(fixedrange=True, showgrid=False)
    return laid_out(figure, 190).update_layout(margin={"r": 48, "b": 44})


def shap_values(
    values: pd.DataFrame, features: pd.DataFrame, opened: str, groups: Groups
) -> go.Figure:
    """SHAP values of every occupation, a row a feature; the opened occupation is ringed.

    Args:
        values: indexed by occupation, one column a feature.
        features: the z-scores of the same; they set the shade.
        opened: an occupation.
    """
    colours = palette()
    figure = go.Figure()
    figure.add_vline(x=0, line={"color": colours.muted, "width": 1, "dash": "dot"})
    for place, name in enumerate(FEATURES):
        heights = [place + shift for shift in _spread_out(values[name].tolist())]
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
                customdata=[[safe(target)] for target in values.index],
                hovertemplate="%{customdata[0]}: %{x:+.3f}<extra></extra>",
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
        tickvals=list(range(len(FEATURES))),
        ticktext=list(FEATURES),
        range=[len(FEATURES) - 0.5, -0.5],
        fixedrange=True,
        showgrid=False,
        zeroline=False,
    )
    figure.update_xaxes(
        title=f"← less like the {safe(groups.names[0])} list · SHAP value · more like it →",
        zeroline=False,
    )
    return laid_out(figure, 300).update_layout(margin={"b": 52})


def _spread_out(values: Sequence[float], width: float = 0.34) -> list[float]:
    """Heights that keep marks of like value apart, the same each time."""
    bins: dict[int, int] = {}
    edge = max(map(abs, values), default=1.0) or 1.0
    heights = []
    for value in values:
        place = round(30 * value / edge)
        count = bins.get(place, 0)
        bins[place] = count + 1
        step = (count + 1) // 2 * (1 if count % 2 else -1)
        heights.append(max(-width, min(width, step * width / 5)))
    return heights


def shap_of_one(values: Mapping[str, float], base: float, target: str) -> go.Figure:
    """How the forest comes from its base to one occupation's probability."""
    colours = palette()
    figure = go.Figure(
        go.Waterfall(
            x=["base", *FEATURES, safe(target)],
            y=[base, *(values[name] for name in FEATURES), 0],
            measure=["absolute", *("relative" for _ in FEATURES), "total"],
            increasing={"marker": {"color": colours.ink}},
            decreasing={"marker": {"color": colours.pale}},
            totals={"marker": {"color": colours.muted}},
            connector={"line": {"color": colours.line, "width": 1}},
            hovertemplate="%{x}: %{delta:+.3f}<extra></extra>",
        )
    )
    figure.update_yaxes(range=[0, 1.02], title="probability", fixedrange=True)
    return laid_out(figure, 300).update_layout(margin={"l": 52, "b": 40})
