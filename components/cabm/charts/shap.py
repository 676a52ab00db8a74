"""Figures of SHAP values: what each feature adds to a forest's probability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import plotly.graph_objects as go

from components.cabm.charts.ranking import ROW
from components.frame.present.labels import named_rows, short
from components.frame.present.numbers import number, signed
from components.frame.present.theme import between, laid_out, palette, safe
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
    figure.add_vline(x=0, line={"color": colours.muted, "width": 1, "dash": "dot"})
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
    return laid_out(figure, 300).update_layout(margin={"b": 52})


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
                f"base: {base:.3f}",
                *(f"{name}: {signed(value, 3)}" for name, value in values.items()),
                f"{safe(target)}: {base + sum(values.values()):.3f}",
            ],
            hovertemplate="%{customdata}<extra></extra>",
        )
    )
    figure.update_xaxes(range=[0, 1.02], title="probability", fixedrange=True)
    named_rows(figure, steps, 14)
    return laid_out(figure, 260).update_layout(margin={"b": 44})


# --- weightings ---------------------------------------------------------------------------
# Figures that compare the weightings: scores and categories.

_NAME = 20  # characters of an occupation; the rest is shown on hover
_FEW = 4  # columns whose numbers fit a telephone at full size
_LONGEST = 7  # letters of a heading that fits above a narrow column


def weightings(frames: Mapping[str, pd.DataFrame]) -> go.Figure:
    """Occupation by weighting; the stronger a cell, the higher its score.

    Args:
        frames: name of the weighting -> `occupation`, `list`, `score`, in the same order.
    """
    first = next(iter(frames.values()))
    order = first.sort_values("score", kind="stable").index
    return heatmap(
        [[frame.loc[row, "score"] for frame in frames.values()] for row in order],
        [name.replace(" + ", "\n+ ").replace("-", "-\n") for name in frames],
        [first.loc[row, "occupation"] for row in order],
        ["+.2f"] * len(frames),
    )


def heatmap(
    values: Sequence[Sequence[float]],
    columns: Sequence[str],
    rows: Sequence[str],
    specs: Sequence[str],
    pairs: int | None = None,
) -> go.Figure:
    """Numbers as cells, from the page's colour at the lowest to grey at the highest.

    Args:
        values: [row][column], the last row on top.
        columns: their names, of one or two lines.
        rows: their names.
        specs: how the numbers of each column are written.
        pairs: how many neighbouring columns share one scale; all by default.
    """
    colours = palette()
    names = [safe(short(row, _NAME)) for row in rows]
    texts = [
        [number(value, spec) for value, spec in zip(line, specs, strict=True)] for line in values
    ]
    longest = max((len(line) for column in columns for line in column.split("\n")), default=0)
    small = len(columns) > _FEW
    figure = go.Figure(
        go.Heatmap(
            z=_shares(values, pairs or len(columns)),
            zmin=0,
            zmax=1,
            x=[*range(len(columns))],
            y=[*range(len(rows))],
            # Never darker than what the text colour of the theme can be read on.
            colorscale=[[0, colours.page], [1, between(colours.page, colours.pale, 0.8)]],
            showscale=False,
            xgap=2,
            ygap=1,
            customdata=[
                [
                    f"<b>{safe(row)}</b>, {safe(' '.join(column.split()))}: {text}"
                    for column, text in zip(columns, line, strict=True)
                ]
                for row, line in zip(rows, texts, strict=True)
            ],
            hovertemplate="%{customdata}<extra></extra>",
        )
    )
    cells = [(row, column) for row in range(len(rows)) for column in range(len(columns))]
    figure.add_trace(
        go.Scatter(
            x=[column for _, column in cells],
            y=[row for row, _ in cells],
            mode="text",
            text=[texts[row][column] for row, column in cells],
            textfont={"size": 10 if small else 11, "color": colours.text},
            hoverinfo="skip",
        )
    )
    figure.update_xaxes(
        side="top",
        fixedrange=True,
        showgrid=False,
        zeroline=False,
        tickangle=0 if longest <= _LONGEST else -90,
        tickvals=[*range(len(columns))],
        ticktext=["<br>".join(map(safe, column.split("\n"))) for column in columns],
        range=[-0.5, len(columns) - 0.5],
    )
    figure.update_yaxes(
        fixedrange=True,
        showgrid=False,
        zeroline=False,
        tickvals=[*range(len(rows))],
        ticktext=names,
        range=[-0.5, len(rows) - 0.5],
    )
    figure = laid_out(figure, ROW * len(rows) + 60)
    figure.update_xaxes(tickfont={"size": 10 if small else 12})
    figure.update_yaxes(tickfont={"size": 12})
    return figure.update_layout(margin={"t": 44})


def _shares(values: Sequence[Sequence[float]], pairs: int) -> list[list[float]]:
    """Each number as a share of the way from the lowest of its columns to the highest."""
    found = [[0.0] * len(row) for row in values]
    for start in range(0, len(values[0]) if values else 0, pairs):
        held = [value for row in values for value in row[start : start + pairs]]
        low, high = min(held), max(held)
        for row, line in enumerate(values):
            for column in range(start, min(start + pairs, len(line))):
                found[row][column] = (line[column] - low) / ((high - low) or 1.0)
    return found
