"""Charts of the counter-stereotype test: groups of heads with intervals, and single heads."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.frame.present.theme import laid_out, palette, safe
from engine.statistics import LEVEL

_ROW = 54


def group_differences(groups: Sequence[dict[str, Any]]) -> go.Figure:
    """Mean difference of attention of groups of heads, with its interval, around zero.

    In ink where the interval contains zero.

    Args:
        groups: `name`, `heads`, `mean_difference`, `interval` (or None); original minus
            counter, > 0: more attention in the stereotype.
    """
    colours = palette()
    figure = go.Figure()
    figure.add_vline(x=0, line={"color": colours.muted, "width": 1, "dash": "dot"})
    for group in groups:
        mean = group["mean_difference"]
        name = f"{safe(group['name'])} ({group['heads']})"
        low, high = group["interval"] or (mean, mean)
        clear = low > 0 or high < 0  # otherwise neither more nor less, so neither colour
        colour = (colours.toward if mean > 0 else colours.away) if clear else colours.ink
        if group["interval"]:
            figure.add_trace(
                go.Scatter(
                    x=group["interval"],
                    y=[name, name],
                    mode="lines",
                    line={"color": colour, "width": 2},
                    hoverinfo="skip",
                )
            )
        figure.add_trace(
            go.Scatter(
                x=[mean],
                y=[name],
                mode="markers+text",
                marker={"color": colour, "size": 11},
                text=[f"{mean:+.4f}"],
                textposition="top center",
                hovertemplate=f"{name}: %{{x:+.4f}}<extra></extra>",
            )
        )
    figure.update_xaxes(title="← less · attention in the stereotype · more →", showgrid=False)
    figure.update_yaxes(range=[len(groups) - 0.6, -0.7], fixedrange=True, showgrid=False)
    return laid_out(figure, _ROW * max(1, len(groups)) + 70).update_layout(margin={"b": 48})


def effect_by_score(heads: pd.DataFrame) -> go.Figure:
    """Effect size of every head by its bias score; filled if significant after Holm correction.

    Orange: more attention to the person word in the stereotype; blue: less.

    Args:
        heads: `name`, `bias_score`, `dz`, `p_holm`; those with an effect size only.
    """
    colours = palette()
    figure = go.Figure()
    for draw in (figure.add_hline, figure.add_vline):
        draw(0, line={"color": colours.muted, "width": 1, "dash": "dot"})
    sides = (
        ("more", colours.toward, heads["dz"] > 0),
        ("less", colours.away, heads["dz"] <= 0),
    )
    kinds = (
        ("circle", "p < .05 after Holm", heads["p_holm"] < LEVEL),
        ("circle-open", "not significant", heads["p_holm"] >= LEVEL),
    )
    for (side, colour, on_side), (symbol, kind, of_kind) in product(sides, kinds):
        part = heads[on_side & of_kind]
        if part.empty:
            continue
        figure.add_trace(
            go.Scatter(
                x=part["bias_score"],
                y=part["dz"],
                mode="markers",
                name=f"{side}, {kind} ({len(part)})",
                marker={"size": 9, "symbol": symbol, "color": colour},
                customdata=[
                    f"head {safe(row['name'])}<br>b {row['bias_score']:+.4f}<br>dz "
                    f"{row['dz']:+.2f}, p after Holm {row['p_holm']:.3f}"
                    for row in part.to_dict("records")
                ],
                hovertemplate="%{customdata}<extra></extra>",
            )
        )
    figure.update_xaxes(title="bias score b of the head", zeroline=False)
    figure.update_yaxes(title="← less · effect size dz in the stereotype · more →", zeroline=False)
    return laid_out(figure, 340).update_layout(
        showlegend=True,
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.02, "x": 0, "font": {"size": 13}},
        margin={"b": 52, "l": 60},
    )
