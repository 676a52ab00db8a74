"""Shaded cells with a text in each: how strong something is, for every row and column."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from components.frame.present.theme import palette


def shaded_cells(
    shares: Sequence[Sequence[float]],
    texts: Sequence[Sequence[str]],
    hover: Sequence[Sequence[str]],
) -> go.Figure:
    """Cells shaded from the middle colour to the strongest shade that text can be read on.

    Args:
        shares: [row][column], 0 to 1; texts and hover likewise.
    """
    colours = palette()
    cells = [
        (column, row, texts[row][column])
        for row, line in enumerate(shares)
        for column in range(len(line))
    ]
    return go.Figure(
        [
            go.Heatmap(
                z=shares,
                x=[*range(len(shares[0]) if shares else 0)],
                y=[*range(len(shares))],
                zmin=0,
                zmax=1,
                colorscale=[[0, colours.middle], [1, colours.shade]],
                showscale=False,
                xgap=3,
                ygap=3,
                customdata=hover,
                hovertemplate="%{customdata}<extra></extra>",
            ),
            go.Scatter(
                x=[column for column, _, _ in cells],
                y=[row for _, row, _ in cells],
                mode="text",
                text=[text for _, _, text in cells],
                textfont={"size": 12, "color": colours.text},
                hoverinfo="skip",
            ),
        ]
    )
