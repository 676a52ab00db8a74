"""Word by group as heatmaps: one for each model, and the change between two."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.frame.present import plot
from components.frame.present.cell_signs import LESS, MORE, signs
from components.frame.present.labels import shortened
from components.frame.present.numbers import percent
from components.frame.present.theme import ink_at, laid_out, palette, safe
from components.probe.looked_up import points_text
from engine.core.wording import figure_text
from engine.measures.completion.group_completion import contributions

_ROW = 32  # pixels a row of the heatmap
_READABLE = 16  # groups, up to which a cell has room for its number
_SHOWN = 0.0001  # a smaller share is written as < 0.01%
_STRONGEST = 3.0  # log2 ratio at which the colour is full: eight times the average


def group_heatmaps(tables: Sequence[tuple[str, pd.DataFrame]]) -> go.Figure:
    """Word by group, one heatmap per model on the same axes, and the change between two.

    A cell is coloured by how much more likely the word is than for the average group; the
    number at the end of a row is the word's share of the divergence, in bits. In the change it is
    coloured by whether the word is further from the average group than before.

    Args:
        tables: name of the model, and its table: one row a word, columns are groups, values
            probabilities (0 to 1). All tables have the same groups and words.
    """
    table = tables[0][1]
    height = _ROW * max(1, len(table))
    longest = max(len(shortened(str(group))) for group in table.columns)
    # Room for the names of the groups, which tilt in a narrow window.
    head = 56 + longest * (5 if len(table.columns) <= _READABLE else 8)
    count = len(tables) if len(tables) == 1 else len(tables) + 1
    gap = head / (height * count + head * (count - 1))
    figure = make_subplots(rows=count, cols=1, vertical_spacing=gap if count > 1 else 0)
    for row, (name, frame) in enumerate(tables, start=1):
        _heatmap(figure, frame, row)
        if count > 1:
            figure.update_xaxes(title={"text": f"<b>{safe(name)}</b>"}, row=row)
    if count > 1:
        _change(figure, tables[0][1], tables[-1][1], count)
    # A line at zero would show as dashes in the gaps between the first cells.
    bare = {"fixedrange": True, "showgrid": False, "zeroline": False, "ticks": ""}
    figure.update_xaxes(side="top", autotickangles=[0, -35, -90], **bare)
    figure.update_yaxes(autorange="reversed", **bare)
    figure = laid_out(figure, (height + head) * count).update_layout(margin={"r": 64})
    plot.keyed(figure, *_key(count > 1))
    return figure.update_xaxes(title_font={"size": 14, "color": palette().text})


def _key(changed: bool) -> list[tuple[str, str, str]]:
    """What the colours mean, and the unit; of two models, in the change between them."""
    toward, away = palette().toward, palette().away
    if changed:
        further = f"{MORE} further from the average group than before"
        return [("square", toward, further), ("square", away, f"{LESS} nearer to it")]
    return [
        ("square", toward, f"{MORE} more likely than for the average group"),
        ("square", away, f"{LESS} less likely"),
        ("text", "", "in percent; right: its part of the difference, in bits"),
    ]


def _ratios(table: pd.DataFrame) -> pd.DataFrame:
    """log2 of how much more likely a word is than for the average group.

    0 in rows whose every share is too small to be shown: their ratios say nothing.
    """
    mean = table.mean(axis=1)
    shown = (mean > 0) & (table.max(axis=1) >= _SHOWN)
    ratio = table.div(mean.where(shown, 1), axis=0).clip(lower=1e-6).map(math.log2)
    return ratio.where(shown, 0.0)


def _change(figure: go.Figure, before: pd.DataFrame, after: pd.DataFrame, row: int) -> None:
    """What changed from one model to the other, in percentage points."""
    further = _ratios(after).abs() - _ratios(before).abs()
    points = (100 * (after - before)).map(points_text)
    _grid(figure, further, points, row, " points")
    figure.update_xaxes(title={"text": "<b>Change, percentage points</b>"}, row=row, col=1)


def _heatmap(figure: go.Figure, table: pd.DataFrame, row: int) -> None:
    """Each word for each group, and the word's share of the divergence."""
    _grid(figure, _ratios(table), table.map(percent), row)
    beside: dict[str, Any] = {
        **{"x": 1.0, "xref": "x domain", "xanchor": "left", "xshift": 6, "showarrow": False},
        **{"font": {"size": 13, "color": palette().muted}, "row": row, "col": 1},
    }
    for line, contribution in enumerate(contributions(table.to_numpy().T)):
        figure.add_annotation(text=figure_text(contribution, ".3f"), y=line, **beside)
    above = {"y": 1.0, "yref": "y domain", "yanchor": "bottom", "yshift": 8}
    figure.add_annotation(text="bits", **above, **beside)


def _grid(
    figure: go.Figure, values: pd.DataFrame, texts: pd.DataFrame, row: int, unit: str = ""
) -> None:
    """Coloured cells with their texts.

    Rows and columns are numbered and labelled, since two shortened names may be equal.

    Args:
        values: that decide the colours.
        texts: that the cells show.
    """
    hover = [
        [
            f"{safe(str(word))} for {safe(str(group))}: {safe(text)}{unit}"
            for group, text in line.items()
        ]
        for word, line in texts.iterrows()
    ]
    figure.add_trace(_cells(values, hover), row=row, col=1)
    if len(values.columns) <= _READABLE:
        figure.add_trace(_cell_numbers(values, texts), row=row, col=1)
    figure.add_trace(signs(values.to_numpy().tolist(), _STRONGEST), row=row, col=1)
    figure.update_xaxes(**_named(values.columns), row=row, col=1)
    figure.update_yaxes(**_named(values.index), row=row, col=1)


def _cells(values: pd.DataFrame, hover: list[list[str]]) -> go.Heatmap:
    return go.Heatmap(
        z=values.to_numpy().tolist(),
        text=hover,
        hovertemplate="%{text}<extra></extra>",
        colorscale=palette().scale,
        zmid=0,
        zmin=-_STRONGEST,
        zmax=_STRONGEST,
        showscale=False,
        xgap=2,
        ygap=2,
    )


def _named(names: pd.Index) -> dict[str, Any]:
    return {
        "tickvals": list(range(len(names))),
        "ticktext": [safe(shortened(str(name))) for name in names],
    }


def _in_cell(share: str) -> str:
    """A share as a narrow cell can hold it; `< 0.01` would reach into the next one."""
    return "~0" if share.startswith("<") else safe(share.removesuffix("%"))


def _cell_numbers(ratio: pd.DataFrame, shares: pd.DataFrame) -> go.Scatter:
    """Numbers in a colour legible on each cell; a heatmap itself writes in one colour."""
    words, groups = ratio.shape
    positions = (ratio / _STRONGEST + 1).clip(0, 2).to_numpy().ravel() / 2
    return go.Scatter(
        x=list(range(groups)) * words,
        y=[word for word in range(words) for _ in range(groups)],
        mode="text",
        text=[_in_cell(share) for share in shares.to_numpy().ravel()],
        textfont={"size": 11, "color": [ink_at(position) for position in positions]},
        hoverinfo="skip",
    )


def heatmaps_of(labels: list[str], names: dict[str, str], frames: list[pd.DataFrame]) -> go.Figure:
    """The heatmaps of all models, with the words as they are written on screen."""
    shown = [frame.rename(index=names) for frame in frames]
    return group_heatmaps(list(zip(labels, shown, strict=True)))


def in_front(words: list[str], frames: list[pd.DataFrame]) -> list[pd.DataFrame]:
    """The same rows with these words first: a screen shows the first rows alone."""
    order = [word for word in words if word in frames[0].index]
    order += [word for word in frames[0].index if word not in words]
    return [frame.loc[order] for frame in frames]
