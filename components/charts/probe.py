"""Figures of the Probe page: bars of words, mirrored for two models, and word by group."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.charts.labels import short
from components.numbers import percent
from components.theme import ink_on, laid_out, palette, safe
from engine.measures.group_completion import contributions

_BAR = 34  # pixels a bar, so that ten words and three look alike
_ROW = 32  # pixels a row of the heatmap
_LETTER = 8.0  # pixels, a generous average at the size labels are drawn in
_NARROW = 220  # pixels a figure has at the least; labels must fit there too
_HALF = 170  # pixels each half of a mirrored figure has at the least
_LONGEST = 26  # characters of a word in a figure; all of it is in the table and the data
_READABLE = 16  # groups, up to which a cell has room for its number
_STRONGEST = 3.0  # log2 ratio at which the colour is full: eight times the average


def word_bars(words: pd.DataFrame) -> go.Figure:
    """Likeliest words of one model, longest bar first.

    Args:
        words: `word`, `probability` (0 to 1), likeliest first.
    """
    figure = go.Figure(_bars(words, palette().ink))
    figure.update_xaxes(visible=False, range=[0, _room(words, _NARROW)], fixedrange=True)
    figure.update_yaxes(visible=False, autorange="reversed", fixedrange=True)
    return laid_out(figure, _BAR * max(1, len(words)) + 16)


def waiting_bars() -> go.Figure:
    """The room that five bars will take; it has the browser fetch its plotting code meanwhile."""
    figure = go.Figure()
    figure.update_xaxes(visible=False, fixedrange=True)
    figure.update_yaxes(visible=False, fixedrange=True)
    return laid_out(figure, _BAR * 5 + 16)


def mirrored_bars(left: pd.DataFrame, right: pd.DataFrame) -> go.Figure:
    """Likeliest words of two models back to back, on one scale.

    Args:
        left: `word`, `probability` of the model compared with.
        right: the same of the model measured.
    """
    figure = make_subplots(cols=2, horizontal_spacing=0.02)
    figure.add_trace(_bars(left, palette().pale), row=1, col=1)
    figure.add_trace(_bars(right, palette().ink), row=1, col=2)
    room = max(_room(words, _HALF) for words in (left, right))
    figure.update_xaxes(visible=False, fixedrange=True)
    figure.update_xaxes(range=[room, 0], col=1)
    figure.update_xaxes(range=[0, room], col=2)
    # The same rows for both, or the shorter list would be drawn with thicker bars.
    rows = max(1, len(left), len(right))
    figure.update_yaxes(visible=False, range=[rows - 0.5, -0.5], fixedrange=True)
    return laid_out(figure, _BAR * rows + 16)


def _bars(words: pd.DataFrame, colour: str) -> go.Bar:
    shares = [percent(share) for share in words["probability"]]
    return go.Bar(
        x=words["probability"],
        y=list(range(len(words))),
        orientation="h",
        marker={"color": colour, "cornerradius": 3},
        text=[
            f"{safe(shortened(word))}  {share}"
            for word, share in zip(words["word"], shares, strict=True)
        ],
        textposition="outside",
        cliponaxis=False,
        customdata=[[safe(word), share] for word, share in zip(words["word"], shares, strict=True)],
        hovertemplate="%{customdata[0]}: %{customdata[1]}<extra></extra>",
    )


def _room(words: pd.DataFrame, width: float) -> float:
    """Axis length that leaves each bar space for its label in a figure `width` pixels wide."""
    needed = [1e-9]
    for word, probability in zip(words["word"], words["probability"], strict=True):
        label = _LETTER * (len(shortened(word)) + len(percent(probability)) + 3)
        needed.append(probability / (1 - min(label / width, 0.85)))
    return max(needed)


def shortened(word: str) -> str:
    """A word short enough to stand in a figure."""
    return short(word, _LONGEST)


def group_heatmaps(tables: Sequence[tuple[str, pd.DataFrame]]) -> go.Figure:
    """Word by group, one picture a model on the same axes.

    A cell is coloured by how much likelier the word is than for the average group; the
    figure at the end of a row is the word's part of the divergence, in bits.

    Args:
        tables: name of the model, and its table: one row a word, columns are groups, values
            probabilities (0 to 1). All tables have the same groups and words.
    """
    table = tables[0][1]
    height = _ROW * max(1, len(table))
    longest = max(len(shortened(str(group))) for group in table.columns)
    # Room for the names of the groups, which tilt where there is little width.
    head = 56 + longest * (5 if len(table.columns) <= _READABLE else 8)
    count = len(tables)
    gap = head / (height * count + head * (count - 1))
    figure = make_subplots(rows=count, cols=1, vertical_spacing=gap if count > 1 else 0)
    for row, (name, frame) in enumerate(tables, start=1):
        _heatmap(figure, frame, row)
        if count > 1:
            figure.update_xaxes(title={"text": f"<b>{safe(name)}</b>"}, row=row)
    figure.update_xaxes(side="top", fixedrange=True, showgrid=False, autotickangles=[0, -35, -90])
    figure.update_yaxes(autorange="reversed", fixedrange=True, showgrid=False)
    figure = laid_out(figure, (height + head) * count).update_layout(margin={"r": 64})
    return figure.update_xaxes(title_font={"size": 14, "color": palette().text})


def _heatmap(figure: go.Figure, table: pd.DataFrame, row: int) -> None:
    """Rows and columns by number, labelled: two long names may begin alike."""
    mean = table.mean(axis=1)
    ratio = table.div(mean.where(mean > 0, 1), axis=0)
    ratio = ratio.where(mean > 0, 1).clip(lower=1e-6).map(math.log2)
    shares = table.map(percent)
    told = [
        [
            f"{safe(str(word))} after {safe(str(group))}: {safe(share)}"
            for group, share in line.items()
        ]
        for word, line in shares.iterrows()
    ]
    figure.add_trace(
        go.Heatmap(
            z=ratio.to_numpy().tolist(),
            text=told,
            hovertemplate="%{text}<extra></extra>",
            colorscale=palette().scale,
            zmid=0,
            zmin=-_STRONGEST,
            zmax=_STRONGEST,
            showscale=False,
            xgap=2,
            ygap=2,
        ),
        row=row,
        col=1,
    )
    if len(table.columns) <= _READABLE:
        figure.add_trace(_cell_numbers(ratio, shares), row=row, col=1)
    figure.update_xaxes(**_named(table.columns), row=row, col=1)
    figure.update_yaxes(**_named(table.index), row=row, col=1)
    for place, spread in enumerate(contributions(table.to_numpy().T)):
        figure.add_annotation(
            text=f"{spread:.3f}",
            x=1.0,
            xref="x domain",
            xanchor="left",
            xshift=6,
            y=place,
            showarrow=False,
            font={"size": 13, "color": palette().muted},
            row=row,
            col=1,
        )


def _named(names: pd.Index) -> dict[str, Any]:
    return {
        "tickvals": list(range(len(names))),
        "ticktext": [safe(shortened(str(name))) for name in names],
    }


def _cell_numbers(ratio: pd.DataFrame, shares: pd.DataFrame) -> go.Scatter:
    """Numbers in an ink that is read on each cell; a heatmap itself writes in one colour."""
    words, groups = ratio.shape
    scale = palette()
    positions = (ratio / _STRONGEST + 1).clip(0, 2).to_numpy().ravel() / 2
    return go.Scatter(
        x=list(range(groups)) * words,
        y=[word for word in range(words) for _ in range(groups)],
        mode="text",
        text=[safe(share.removesuffix(" %")) for share in shares.to_numpy().ravel()],
        textfont={"size": 11, "color": [ink_on(scale.at(place)) for place in positions]},
        hoverinfo="skip",
    )
