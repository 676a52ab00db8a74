"""Words by groups of people: how likely each word is when each group is named."""

from __future__ import annotations

import math

import pandas as pd
import plotly.graph_objects as go

from components.frame.present.labels import shortened
from components.frame.present.numbers import percent
from components.frame.present.theme import ink_at, laid_out, palette, safe

_ROW, _HEAD, _KEY = 44, 40, 48  # pixels
_ROOMY = 6  # groups, up to which a cell has room for large numbers
_STRONGEST = 2.0  # log2 ratio at which a colour is full: four times the average group


def _in_cell(share: float, many: bool) -> str:
    """A share, without spaces where its cell is narrow."""
    return percent(share).replace(" ", "") if many else percent(share)


def word_by_group(table: pd.DataFrame) -> go.Figure:
    """A cell for each word and group, coloured by how it differs from the average group.

    Args:
        table: one row a word, columns are groups, values probabilities.
    """
    colours = palette()
    mean = table.mean(axis=1).clip(lower=1e-9)
    ratio = table.div(mean, axis=0).clip(lower=1e-6).map(math.log2)
    position = (ratio / _STRONGEST).clip(-1, 1)
    figure = go.Figure(
        go.Heatmap(
            z=position.to_numpy().tolist(),
            colorscale=colours.scale,
            zmin=-1,
            zmax=1,
            showscale=False,
            xgap=3,
            ygap=3,
            hoverinfo="skip",
        )
    )
    shares, places = table.to_numpy().tolist(), position.to_numpy().tolist()
    many = table.shape[1] > _ROOMY
    cells = [(row, column) for row in range(len(table)) for column in range(table.shape[1])]
    figure.add_trace(
        go.Scatter(
            x=[column for _, column in cells],
            y=[row for row, _ in cells],
            mode="text",
            text=[_in_cell(shares[row][column], many) for row, column in cells],
            textfont={
                "size": 14 if many else 16,
                "color": [ink_at((places[row][column] + 1) / 2) for row, column in cells],
            },
            hoverinfo="skip",
        )
    )
    bare = {"showgrid": False, "zeroline": False, "ticks": "", "fixedrange": True}
    figure.update_xaxes(
        side="top",
        tickvals=list(range(table.shape[1])),
        ticktext=[safe(shortened(str(name))) for name in table.columns],
        **bare,
    )
    figure.update_yaxes(
        autorange="reversed",
        tickvals=list(range(len(table))),
        ticktext=[safe(shortened(str(name))) for name in table.index],
        **bare,
    )
    figure = laid_out(figure, _ROW * len(table) + _HEAD + _KEY).update_layout(margin={"b": _KEY})
    figure.add_annotation(
        text=(
            f"<span style='color:{colours.toward}'>■</span> more likely than for the average "
            f"group<br><span style='color:{colours.away}'>■</span> less likely"
        ),
        x=0,
        xref="paper",
        xanchor="left",
        y=0,
        yref="paper",
        yanchor="top",
        yshift=-4,
        align="left",
        showarrow=False,
        font={"size": 14, "color": colours.muted},
    )
    return figure.update_xaxes(tickfont={"size": 14 if many else 15}).update_yaxes(
        tickfont={"size": 15}
    )
