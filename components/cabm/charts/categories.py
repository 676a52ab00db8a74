"""Figures of the categories: how many occupations each holds, and with which scores."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import plotly.graph_objects as go

from components.cabm import wording
from components.cabm.charts.marks import leaning, marks, unsettled, zero_line
from components.frame.present.numbers import signed
from components.frame.present.theme import ink_on, laid_out, palette, safe
from engine.measures.cabm.data.sentences import Groups
from engine.measures.cabm.scores import NEUTRAL, NOT_SETTLED, biased

_APART = 0.09  # of a row, between marks of similar score


def by_category(frame: pd.DataFrame, groups: Groups, threshold: float) -> go.Figure:
    """Every score in the row of its category.

    Args:
        frame: `occupation`, `list`, `score`, `category`, `said`.
    """
    order = [name for name in _order(groups) if (frame["category"] == name).any()]
    figure = go.Figure()
    zero_line(figure, -threshold, threshold)
    for row, name in enumerate(order):
        held = frame[frame["category"] == name].sort_values("score")
        figure.add_trace(
            go.Scatter(
                x=held["score"],
                # Neighbours alternate, so that marks of similar score do not cover each other.
                y=[row + _APART * (place % 5 - 2) for place in range(len(held))],
                mode="markers",
                marker=marks(held, groups).marker(),
                customdata=[
                    [safe(target), signed(score)]
                    for target, score in zip(held["occupation"], held["score"], strict=True)
                ],
                hovertemplate="<b>%{customdata[0]}</b>: %{customdata[1]}<extra></extra>",
            )
        )
    said = frame.drop_duplicates("category").set_index("category")["said"].str.partition(",")[0]
    sizes = frame["category"].value_counts()
    figure.update_xaxes(title=leaning(groups, "CABM"), zeroline=False)
    figure.update_yaxes(
        tickvals=[*range(len(order))],
        ticktext=[f"{safe(said[name])} (n {sizes[name]})" for name in order],
        range=[-0.6, len(order) - 0.4],
        fixedrange=True,
        zeroline=False,
    )
    return laid_out(figure, 90 * len(order) + 70).update_layout(margin={"b": 52})


def _order(groups: Groups) -> tuple[str, ...]:
    """From the second group's side to the first's."""
    first, second = biased(groups)
    return second, NEUTRAL, NOT_SETTLED, first


def category_counts(counts: Mapping[str, Mapping[str, int]], groups: Groups) -> go.Figure:
    """Number of occupations in each category under each weighting.

    Args:
        counts: name of the weighting -> category -> number.
    """
    colours = palette()
    figure = go.Figure()
    names = [safe(name) for name in counts][::-1]
    shades = (colours.pale, colours.line, colours.page, colours.ink)
    before = [0] * len(names)
    for category, shade in zip(_order(groups), shades, strict=True):
        sizes = [each.get(category, 0) for each in counts.values()][::-1]
        if not any(sizes):
            continue
        said = safe(wording.spoken(category, groups))
        figure.add_trace(
            go.Bar(
                x=sizes,
                y=names,
                orientation="h",
                name=said,
                marker={"color": shade, "line": {"color": unsettled(), "width": 1}},
                hovertemplate=f"%{{y}}: %{{x}} {said}<extra></extra>",
            )
        )
        figure.add_trace(
            go.Scatter(
                x=[start + size / 2 for start, size in zip(before, sizes, strict=True)],
                y=names,
                mode="text",
                text=[str(size or "") for size in sizes],
                textfont={"color": ink_on(shade), "size": 13},
                showlegend=False,
                hoverinfo="skip",
            )
        )
        before = [start + size for start, size in zip(before, sizes, strict=True)]
    figure.update_layout(barmode="stack")
    figure.update_xaxes(showgrid=False, fixedrange=True, visible=False)
    figure.update_yaxes(showgrid=False, fixedrange=True)
    return laid_out(figure, 36 * len(names) + 60).update_layout(
        showlegend=True,
        legend={"orientation": "h", "y": -0.02, "yanchor": "top", "traceorder": "normal"},
    )
