"""Kernel densities (KDE) of the scores under each weighting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.cabm.charts.scores import leaning
from components.present.theme import laid_out, palette, safe
from engine.datasets.occupations.sentences import Groups
from engine.measures.cabm.density import density

_DASHES = ("solid", "dash", "dot", "dashdot", "longdash")


def densities(scores: Mapping[str, Sequence[float]], groups: Groups) -> go.Figure:
    """Kernel density of the scores under each weighting, with a tick for every score below.

    Args:
        scores: name of the weighting -> score of every occupation.
    """
    colours = palette()
    edge = 1.25 * max((abs(score) for each in scores.values() for score in each), default=1.0)
    curves = {name: density(each, -edge, edge) for name, each in scores.items()}
    curved = any(curve["x"] for curve in curves.values())
    figure = make_subplots(
        rows=2,
        cols=1,
        shared_xaxes=True,
        row_heights=[0.8, 0.2] if curved else [0.01, 0.99],
        vertical_spacing=0.03,
    )
    inks = (colours.text, colours.ink, colours.muted, colours.pale, colours.ink)
    for row, (name, each) in enumerate(scores.items()):
        look = {"color": inks[row % len(inks)], "width": 2, "dash": _DASHES[row % 5]}
        curve = curves[name]
        figure.add_trace(
            go.Scatter(
                x=curve["x"],
                y=curve["y"],
                mode="lines",
                line=look,
                name=f"{safe(name)} (n {len(each)})",
                hovertemplate=f"{safe(name)}: %{{y:.2f}} at %{{x:+.2f}}<extra></extra>",
            ),
            row=1,
            col=1,
        )
        figure.add_trace(
            go.Scatter(
                x=list(each),
                y=[-row] * len(each),
                mode="markers",
                marker={"symbol": "line-ns-open", "size": 8, "color": look["color"]},
                showlegend=False,
                hovertemplate=f"{safe(name)}: %{{x:+.2f}}<extra></extra>",
            ),
            row=2,
            col=1,
        )
    figure.update_xaxes(zeroline=False, showgrid=False)
    figure.update_xaxes(title=leaning(groups, "CABM"), row=2, col=1)
    figure.update_yaxes(title="density", fixedrange=True, visible=curved, row=1, col=1)
    figure.update_yaxes(
        visible=not curved,  # without curves there is no legend to name the rows
        tickvals=[-row for row in range(len(scores))],
        ticktext=[safe(name) for name in scores],
        range=[0.5 - len(scores), 0.5],
        showgrid=False,
        zeroline=False,
        fixedrange=True,
        row=2,
        col=1,
    )
    return laid_out(figure, 380 if curved else 220).update_layout(
        showlegend=curved,
        legend={"orientation": "h", "y": 1.12},
        margin={"b": 52, "l": 52 if curved else 84, "t": 40 if curved else 8},
    )
