"""Figures of occupations against the share of women who work in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.frame.present.labels import legible
from components.frame.present.numbers import number, signed
from components.frame.present.theme import laid_out, palette, safe

# Of a name at size 11 in a figure half a page wide, as parts of what the marks span.
_LETTER, _LINE = 0.023, 0.085


def scatter(rows: Sequence[Mapping[str, Any]], figure: str, title: str) -> go.Figure:
    """One mark an occupation, with its name where there is room.

    Args:
        rows: `occupation`, `employed` (percent), `year`, and the figure.
        figure: its key in the rows; higher leans male.
        title: of the figure, on the axis.
    """
    colours = palette()
    shares = [row["employed"] for row in rows]
    values = [row[figure] for row in rows]
    names = [safe(row["occupation"]) for row in rows]
    middle = sum(values) / len(values)
    drawn = go.Figure()
    drawn.add_hline(y=0, line={"color": colours.muted, "width": 1, "dash": "dot"})
    drawn.add_trace(
        go.Scatter(
            x=shares,
            y=values,
            mode="markers+text",
            marker={"color": colours.ink, "size": 9},
            text=legible(
                shares,
                values,
                names,
                [
                    abs(share - 50) / 50 + abs(value - middle)
                    for share, value in zip(shares, values, strict=True)
                ],
                [*zip(shares, values, strict=True)],
                _LETTER,
                _LINE,
            ),
            textposition="top center",
            textfont={"size": 11, "color": colours.muted},
            customdata=[
                [name, number(row["employed"], ".0f"), row["year"], signed(row[figure])]
                for name, row in zip(names, rows, strict=True)
            ],
            hovertemplate="<b>%{customdata[0]}</b><br>%{customdata[1]}% women employed "
            f"(%{{customdata[2]}})<br>{safe(title)} %{{customdata[3]}}<extra></extra>",
        )
    )
    drawn.update_xaxes(
        title="women among those employed, %",
        range=[-14, 114],
        tickvals=[0, 25, 50, 75, 100],
        zeroline=False,
        fixedrange=True,
    )
    drawn.update_yaxes(title=safe(title), zeroline=False)
    return laid_out(drawn, 380).update_layout(margin={"b": 52, "l": 60})
