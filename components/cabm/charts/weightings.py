"""Figures that compare the weightings: scores and categories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import plotly.graph_objects as go

from components.cabm import wording
from components.cabm.charts.marks import from_second_to_first
from components.cabm.charts.ranking import ROW
from components.frame.present import plot
from components.frame.present.labels import short
from components.frame.present.numbers import number
from components.frame.present.theme import between, ink_on, laid_out, palette, safe, unsettled
from engine.measures.cabm.data.sentences import Groups

_NAME = 20  # characters of an occupation; the rest is shown on hover
_FEW = 4  # columns whose numbers fit a telephone at full size
_LONGEST = 7  # letters of a heading that fits above a narrow column


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
    for category, shade in zip(from_second_to_first(groups), shades, strict=True):
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
    figure.update_layout(margin={"t": 44})
    scale = "the stronger, the higher" + (" in its pair of columns" if pairs else "")
    return plot.keyed(figure, ("square", colours.pale, scale))


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
