"""Scores of heads as maps of layers × heads, one model or two."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.frame.present.numbers import signed
from components.frame.present.theme import laid_out, palette, safe
from engine.core.spec import HeadRef

_CELL = 26  # pixels a layer of a heatmap, up to the height of a dense one
_DENSE = 520
_NAMED = 16  # layers or heads up to which every number is on the axis

Grid = Sequence[Sequence[float | None]]


def score_maps(
    maps: Sequence[tuple[str, Grid]], outlined: Collection[HeadRef], masked: Collection[HeadRef]
) -> go.Figure:
    """Layers by heads of two models side by side, coloured on one scale.

    Args:
        maps: name of the model and its [layer][head] bias scores.
        outlined: heads to outline in every map that has them.
        masked: heads of the first model that are masked now, crossed.
    """
    limit = max(
        (abs(b) for _, grid in maps for row in grid for b in row if b is not None), default=0.0
    )
    figure = make_subplots(cols=len(maps), horizontal_spacing=0.08)
    for column, (name, grid) in enumerate(maps, start=1):
        _score_map(figure, grid, limit, column)
        for ref in outlined:
            if ref.layer < len(grid) and ref.head < len(grid[0]):
                _outline(figure, ref, column)
        figure.update_xaxes(title=f"<b>{safe(name)}</b><br>head", col=column)
    _crosses(figure, masked)
    figure.update_xaxes(showgrid=False, zeroline=False)
    figure.update_yaxes(autorange="reversed", showgrid=False, zeroline=False)
    if all(max(len(grid), len(grid[0])) <= _NAMED for _, grid in maps):
        figure.update_xaxes(dtick=1).update_yaxes(dtick=1)
    figure.update_yaxes(title="layer", col=1)
    layers = max(len(grid) for _, grid in maps)
    height = min(_CELL * layers, _DENSE)
    return laid_out(figure, height + 150).update_layout(margin={"b": 60, "r": 8})


def _score_map(figure: go.Figure, grid: Grid, limit: float, column: int) -> None:
    layers, heads = len(grid), len(grid[0])
    figure.add_trace(
        go.Heatmap(
            z=[list(row) for row in grid],
            x=list(range(1, heads + 1)),
            y=list(range(1, layers + 1)),
            colorscale=palette().scale,
            zmid=0,
            zmin=-max(limit, 1e-9),
            zmax=max(limit, 1e-9),
            showscale=column == 1,
            colorbar={
                "orientation": "h",
                "y": 1.02,
                "yanchor": "bottom",
                "thickness": 10,
                "len": 0.6,
                "x": 0,
                "xanchor": "left",
                "tickfont": {"size": 12, "color": palette().text},
            },
            xgap=1.5 if heads <= 16 else 0.5,
            ygap=1.5 if heads <= 16 else 0.5,
            text=[["" if b is None else signed(b, 4) for b in row] for row in grid],
            hovertemplate="head %{y}-%{x}: %{text}<extra></extra>",
        ),
        row=1,
        col=column,
    )


def _outline(figure: go.Figure, ref: HeadRef, column: int) -> None:
    figure.add_shape(
        type="rect",
        x0=ref.head + 0.5,
        x1=ref.head + 1.5,
        y0=ref.layer + 0.5,
        y1=ref.layer + 1.5,
        line={"color": palette().text, "width": 2},
        row=1,
        col=column,
    )


def _crosses(figure: go.Figure, masked: Collection[HeadRef]) -> None:
    refs = sorted(masked)
    if refs:
        figure.add_trace(
            go.Scatter(
                x=[ref.head + 1 for ref in refs],
                y=[ref.layer + 1 for ref in refs],
                mode="markers",
                marker={"symbol": "x-thin", "size": 9, "line": {"width": 2}},
                marker_line_color=palette().text,
                hoverinfo="skip",
            ),
            row=1,
            col=1,
        )
