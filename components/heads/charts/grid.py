"""Scores of heads as maps of layers × heads, one model or two."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.frame.present import plot
from components.frame.present.numbers import number, signed
from components.frame.present.theme import between, laid_out, palette, safe
from engine.core.spec import HeadRef

_CELL = 26  # pixels a layer of a heatmap, up to the height of a dense one
_DENSE = 520
_AROUND = 190  # pixels above and below the map: scale of colours with its title, and axis
_NAMED = 12  # layers or heads up to which every number is on the axis

# What a head does whose bias score is above zero, and below.
SIDES = ("switching it off should weaken the association (estimate)", "should strengthen it")

Grid = Sequence[Sequence[float | None]]


def score_maps(
    maps: Sequence[tuple[str, Grid]],
    masked: Collection[HeadRef],
    estimate: bool = True,
    sides: tuple[str, str] = SIDES,
    unit: str = "",
    scale: bool = True,
) -> go.Figure:
    """Layers by heads of one model or two side by side, on one scale.

    Args:
        maps: name of the model and its [layer][head] scores.
        masked: heads of the first model that are masked now, crossed.
        estimate: greys for what is estimated, filled above zero and outlined below; the two
            colours for what is measured.
        sides: what a head does whose score is above zero, and below.
        unit: of the scores, with their name, beside the scale of colours.
        scale: whether the scale is drawn; else the key says where it ends.
    """
    limit = max(
        (abs(b) for _, grid in maps for row in grid for b in row if b is not None), default=0.0
    )
    figure = make_subplots(cols=len(maps), horizontal_spacing=0.08)
    for column, (name, grid) in enumerate(maps, start=1):
        figure.add_trace(
            _cells(grid, max(limit, 1e-9), estimate, unit, scale and column == 1),
            row=1,
            col=column,
        )
        if estimate:
            figure.add_trace(_outlines(grid, limit), row=1, col=column)
        figure.update_xaxes(
            title=f"<b>{safe(name)}</b><br>head", range=[0.5, len(grid[0]) + 0.5], col=column
        )
        figure.update_yaxes(range=[len(grid) + 0.5, 0.5], col=column)  # the first layer on top
    _crosses(figure, masked)
    figure.update_xaxes(showgrid=False, zeroline=False)
    figure.update_yaxes(showgrid=False, zeroline=False)
    for column, (_, grid) in enumerate(maps, start=1):
        figure.update_xaxes(_numbered(len(grid[0])), col=column)
        down = _numbered(len(grid))
        figure.update_yaxes(down | {"range": down["range"][::-1]}, col=column)
    figure.update_yaxes(title="layer", col=1)
    layers = max(len(grid) for _, grid in maps)
    height = min(_CELL * layers, _DENSE)
    figure = laid_out(figure, height + _AROUND).update_layout(margin={"b": 60, "r": 8})
    values = [score for _, grid in maps for row in grid for score in row if score is not None]
    key = _key(values, estimate, sides, bool(masked))
    if not scale and values:
        key.append(("text", "", scale_text(limit, estimate)))
    return plot.keyed(figure, *key)


def scale_text(limit: float, estimate: bool) -> str:
    """Where a scale of greys, or of the two colours, ends."""
    end = number(limit, ".2f" if limit >= 0.01 else ".1g")
    return f"{'darkest' if estimate else 'full colour'}: {end} from 0"


def _numbered(count: int) -> dict[str, Any]:
    """The numbers of layers or heads on an axis that ends with them: each, or some of many."""
    step = 1 if count <= _NAMED else 4 if count <= 2 * _NAMED else 8
    ticks = [1, *range(step, count + 1, step)] if step > 1 else list(range(1, count + 1))
    return {"range": [0.5, count + 0.5], "tickvals": ticks, "ticktext": list(map(str, ticks))}


def _key(
    values: Sequence[float], estimate: bool, sides: tuple[str, str], masked: bool
) -> list[tuple[str, str, str]]:
    """What the shades or colours mean that are there, and the cross."""
    colours = palette()
    above, below = ("square", colours.toward), ("square", colours.away)
    if estimate:
        above, below = ("square", colours.ink), ("outline", colours.ink)
    found = [(*above, sides[0])] if max(values, default=0.0) > 0 else []
    found += [(*below, sides[1])] if min(values, default=0.0) < 0 else []
    return [*found, *([("cross", colours.text, "switched off now")] if masked else [])]


def _cells(grid: Grid, limit: float, estimate: bool, unit: str, legend: bool) -> go.Heatmap:
    layers, heads = len(grid), len(grid[0])
    colours = palette()
    greys = [[0.0, colours.middle], [1.0, colours.ink]]
    signs = "filled: estimate above 0, outlined: below" if estimate else ""
    return go.Heatmap(
        z=[list(row) for row in grid],
        x=list(range(1, heads + 1)),
        y=list(range(1, layers + 1)),
        colorscale=greys if estimate else colours.scale,
        zmin=0.0 if estimate else -limit,
        zmax=limit,
        showscale=legend,
        colorbar={
            "orientation": "h",
            "y": 1.02,
            "yanchor": "bottom",
            "thickness": 10,
            "len": 0.6,
            "x": 0,
            "xanchor": "left",
            "tickfont": {"size": 12, "color": colours.text},
            # Above: beside the bar, a long title would take the bar's own room.
            "title": {
                "text": safe(unit) or signs,
                "side": "top",
                "font": {"size": 12, "color": colours.muted},
            },
        },
        xgap=1.5 if heads <= 16 else 0.5,
        ygap=1.5 if heads <= 16 else 0.5,
        text=[["" if b is None else signed(b, 4) for b in row] for row in grid],
        hovertemplate="head %{y}-%{x}: %{text}<extra></extra>",
    )


def _outlines(grid: Grid, limit: float) -> go.Scatter:
    """Outlines of the heads below zero, darker the further below."""
    colours = palette()
    below = [
        (layer, head, -score / limit)
        for layer, row in enumerate(grid, start=1)
        for head, score in enumerate(row, start=1)
        if score is not None and score < 0
    ]
    small = max(len(grid), len(grid[0])) > _NAMED
    return go.Scatter(
        x=[head for _, head, _ in below],
        y=[layer for layer, _, _ in below],
        mode="markers",
        marker={
            "symbol": "square-open",
            "size": 9 if small else 17,
            "color": [between(colours.middle, colours.ink, share) for _, _, share in below],
            "line": {"width": 1.5 if small else 3},
        },
        hoverinfo="skip",
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
