"""Figures of how the scores lie: in the row of each category, and by list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.cabm.charts.marks import from_second_to_first, key, leaning, marks, zero_line
from components.frame.present import plot
from components.frame.present.labels import short
from components.frame.present.numbers import signed
from components.frame.present.theme import laid_out, palette, safe
from engine.measures.cabm.data.sentences import Groups
from engine.measures.cabm.density import density, density_edge

_APART = 0.09  # of a row, between marks of similar score
_DASHES = ("solid", "dash", "dot", "dashdot")
_NAME = 24  # characters of a row's name
_ENTRY = 20  # pixels of an entry of the legend; on a telephone each has a line of its own


def by_category(frame: pd.DataFrame, groups: Groups, threshold: float) -> go.Figure:
    """Every score in the row of its category.

    Args:
        frame: `occupation`, `list`, `score`, `category`, `said`.
    """
    order = [name for name in from_second_to_first(groups) if (frame["category"] == name).any()]
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
        ticktext=[f"{safe(said[name])} (n = {sizes[name]})" for name in order],
        range=[-0.6, len(order) - 0.4],
        fixedrange=True,
        zeroline=False,
    )
    figure = laid_out(figure, 90 * len(order) + 70).update_layout(margin={"b": 52})
    return plot.keyed(figure, *key(frame, groups), ("dotted", palette().muted, "threshold"))


def densities(
    scores: Mapping[str, Sequence[float]],
    targets: Mapping[str, Sequence[str]],
    groups: Groups,
) -> go.Figure:
    """Kernel density of each set's scores, above a row of its own with a tick for every score.

    Args:
        scores: name of the set, such as a list -> score of every occupation in it.
        targets: name of the set -> names of the occupations, in the same order.
    """
    colours = palette()
    edge = density_edge(scores)
    curves = {name: density(each, -edge, edge) for name, each in scores.items()}
    curved = any(curve["x"] for curve in curves.values())
    figure = make_subplots(
        rows=2,
        cols=1,
        shared_xaxes=True,
        row_heights=[0.75, 0.25] if curved else [0.01, 0.99],
        vertical_spacing=0.03,
    )
    inks = (colours.text, colours.muted, colours.ink, colours.text)
    rows = [f"{short(name, _NAME)} (n = {len(each)})" for name, each in scores.items()]
    for row, (name, each) in enumerate(scores.items()):
        look = {"color": inks[row % 4], "width": 2.5, "dash": _DASHES[row % 4]}
        curve = curves[name]
        figure.add_trace(
            go.Scatter(
                x=curve["x"],
                y=curve["y"],
                mode="lines",
                line=look,
                name=safe(rows[row]),
                hoverinfo="skip",
            ),
            row=1,
            col=1,
        )
        figure.add_trace(
            go.Scatter(
                x=list(each),
                y=[-row] * len(each),
                mode="markers",
                marker={"symbol": "line-ns-open", "size": 10, "color": look["color"]},
                showlegend=False,
                customdata=[
                    [safe(target), signed(score)]
                    for target, score in zip(targets[name], each, strict=True)
                ],
                hovertemplate="%{customdata[0]}: %{customdata[1]}<extra></extra>",
            ),
            row=2,
            col=1,
        )
    figure.update_xaxes(zeroline=False, showgrid=False, range=[-edge, edge])
    figure.update_xaxes(title=leaning(groups, "CABM"), row=2, col=1)
    figure.update_yaxes(title="density", fixedrange=True, visible=curved, row=1, col=1)
    figure.update_yaxes(
        tickvals=[-row for row in range(len(scores))],
        ticktext=[safe(row) for row in rows],
        range=[0.5 - len(scores), 0.5],
        showgrid=False,
        zeroline=False,
        fixedrange=True,
        row=2,
        col=1,
    )
    legend = _ENTRY * len(scores) if curved else 0
    return laid_out(figure, 360 + legend if curved else 90 + 50 * len(scores)).update_layout(
        showlegend=curved,
        legend={"orientation": "h", "y": 1, "yanchor": "bottom"},
        margin={"b": 52, "t": 8 + legend},
    )
