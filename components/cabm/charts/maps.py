"""Maps of the CABM page: occupations by their features, and by their vectors for each group."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pandas as pd
import plotly.graph_objects as go

from components.cabm.charts.marks import FIRST, SECOND, Marks
from components.frame.present import plot
from components.frame.present.labels import legible
from components.frame.present.numbers import signed, whole_percent
from components.frame.present.theme import laid_out, palette, safe
from engine.measures.cabm.data.sentences import Groups

_HEIGHT = 520


def feature_map(
    frame: pd.DataFrame,
    coordinates: Sequence[Sequence[float]],
    loadings: Sequence[Sequence[float]],
    shares: Sequence[float],
    marks: Marks,
    features: Sequence[str],
    key: Sequence[tuple[str, str, str]] = (),
) -> go.Figure:
    """Occupations on the first two components of their features, with the features' directions.

    Args:
        frame: `occupation`, `score`.
        coordinates: [occupation][component].
        loadings: [component][feature].
        shares: of the variance, [component].
        marks: of the occupations.
        features: their names.
        key: what the marks mean.
    """
    colours = palette()
    x, y = ([point[axis] for point in coordinates] for axis in (0, 1))
    names = [safe(target) for target in frame["occupation"]]
    length = 0.8 * max((abs(value) for point in coordinates for value in point[:2]), default=1.0)
    tips = [(across * length, up * length) for across, up in zip(*loadings[:2], strict=True)]
    # The names of the features count most, so that those of occupations make way for them.
    weight = [abs(score) for score in frame["score"]]
    weight += [max(weight, default=0.0) + 1] * len(tips)
    figure = go.Figure(
        go.Scatter(
            x=x,
            y=y,
            mode="markers+text",
            marker=marks.marker(),
            text=legible(
                [*x, *(tip[0] for tip in tips)],
                [*y, *(tip[1] for tip in tips)],
                [*names, *features],
                weight,
                [*zip(x, y, strict=True)],
            )[: len(names)],
            textposition="top center",
            textfont={"size": 10, "color": colours.muted},
            customdata=[*zip(names, map(signed, frame["score"]), strict=True)],
            hovertemplate="<b>%{customdata[0]}</b><br>CABM %{customdata[1]}<extra></extra>",
        )
    )
    for tip, name in zip(tips, features, strict=True):
        _arrow(figure, (0, 0), tip, colours.text, arrowwidth=1.5)
        figure.add_annotation(
            x=tip[0] * 1.08,
            y=tip[1] * 1.08,
            text=f"<b>{name}</b>",
            showarrow=False,
            xanchor="center" if abs(tip[1]) > abs(tip[0]) else "left" if tip[0] > 0 else "right",
            font={"size": 13, "color": colours.text},
        )
    figure.update_xaxes(
        title=f"first component, {whole_percent(shares[0])} of the variance", range=_roomy(x)
    )
    figure.update_yaxes(title=f"second component, {whole_percent(shares[1])}")
    figure = laid_out(figure, _HEIGHT).update_layout(margin={"b": 52, "l": 60})
    arrows = ("line", colours.text, "arrow: where a feature grows")
    return plot.keyed(figure, *key, arrows)


def _arrow(
    figure: go.Figure, start: Sequence[float], end: Sequence[float], colour: str, **look: float
) -> None:
    figure.add_annotation(
        x=end[0],
        y=end[1],
        ax=start[0],
        ay=start[1],
        **{"xref": "x", "yref": "y", "axref": "x", "ayref": "y"},
        text="",
        showarrow=True,
        arrowhead=2,
        arrowcolor=colour,
        **look,
    )


def _roomy(values: Sequence[float]) -> list[float]:
    """A range that leaves room for the names of the outermost points."""
    low, high = min(values), max(values)
    edge = 0.1 * max(high - low, 1e-9)
    return [low - edge, high + edge]


def framing_map(
    targets: Sequence[str],
    positions: Sequence[Sequence[float]],
    groups: Groups,
    axes: tuple[str, str],
    marks: Marks,
) -> go.Figure:
    """Each occupation's vector with either group's words; an arrow runs from first to second.

    Args:
        positions: [2 x occupation][2], those of the first group before the second.
        axes: titles.
        marks: of the occupations; their colour is that of the arrow.
    """
    colours = palette()
    starts, ends = positions[: len(targets)], positions[len(targets) :]
    figure = go.Figure()
    for start, end, colour in zip(starts, ends, marks.colours, strict=True):
        _arrow(figure, start, end, colour, arrowwidth=1.4, arrowsize=1.2)
    for points, name, symbol in (
        (starts, groups.names[0], FIRST),
        (ends, groups.names[1], SECOND),
    ):
        figure.add_trace(
            go.Scatter(
                x=[point[0] for point in points],
                y=[point[1] for point in points],
                mode="markers",
                name=f"{safe(name)} context",
                marker={"size": 6, "symbol": symbol, "color": colours.ink},
                text=[safe(target) for target in targets],
                hovertemplate=f"<b>%{{text}}</b>, {safe(name)} context<extra></extra>",
            )
        )
    pairs = list(zip(starts, ends, strict=True))
    upper = [max(pair, key=lambda point: point[1]) for pair in pairs]
    x, y = ([point[axis] for point in upper] for axis in (0, 1))
    lengths = [math.dist(start, end) for start, end in pairs]
    drawn = [(point[0], point[1]) for point in positions]
    figure.add_trace(
        go.Scatter(
            x=x,
            y=y,
            mode="text",
            text=legible(x, y, [safe(target) for target in targets], lengths, drawn),
            textposition="top center",
            textfont={"size": 10, "color": colours.muted},
            showlegend=False,
            hoverinfo="skip",
        )
    )
    across = [point[0] for point in positions]
    figure.update_xaxes(title=safe(axes[0]), zeroline=False, range=_roomy(across))
    figure.update_yaxes(title=safe(axes[1]), zeroline=False)
    return laid_out(figure, _HEIGHT).update_layout(
        showlegend=True, legend={"orientation": "h", "y": 1.06}, margin={"b": 52, "l": 60, "t": 36}
    )
