"""What each word of a pair of sentences contributes to which one is preferred."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go

from components.frame.present.labels import short
from components.frame.present.numbers import signed
from components.frame.present.theme import laid_out, palette, safe

_BAR, _HEAD = 34, 68  # pixels
_UNIT = "nats; 0.7 is twice as likely"
_LONGEST = 22  # letters of a word
_ROOM = 1.6  # of the longest bar, for the number after it


def contributions(parts: pd.DataFrame, sides: tuple[str, str]) -> go.Figure:
    """A bar for each place of the pair in reading order, and one for their sum.

    Args:
        parts: `text`, `difference` (nats, above 0 toward the stereotype).
        sides: what a bar to the left and one to the right mean.
    """
    colours = palette()
    values = [*map(float, parts["difference"]), float(parts["difference"].sum())]
    names = [*(safe(short(text, _LONGEST)) for text in parts["text"]), "<b>together</b>"]
    shades = [colours.toward if value > 0 else colours.away for value in values]
    figure = go.Figure(
        go.Bar(
            x=values,
            y=list(range(len(values))),
            orientation="h",
            marker={"color": [*shades[:-1], colours.ink]},
            text=[_text(value) for value in values],
            textposition="outside",
            textfont={"size": 14, "color": colours.text},
            cliponaxis=False,
            hoverinfo="skip",
        )
    )
    most = max((abs(value) for value in values), default=1.0) * _ROOM or 1.0
    figure.update_xaxes(
        range=[-most, most],
        zeroline=True,
        zerolinecolor=colours.muted,
        showgrid=False,
        showticklabels=False,
        fixedrange=True,
        title=_UNIT,
    )
    figure.update_yaxes(
        range=[len(values) - 0.5, -0.5],
        tickvals=list(range(len(values))),
        ticktext=names,
        showgrid=False,
        zeroline=False,
        fixedrange=True,
    )
    figure = laid_out(figure, _BAR * len(values) + _HEAD).update_layout(margin={"t": 28})
    for side, text, anchor in ((-1, f"← {sides[0]}", "right"), (1, f"{sides[1]} →", "left")):
        figure.add_annotation(
            text=safe(text),
            x=side * most * 0.03,
            y=1,
            yref="paper",
            xanchor=anchor,
            yanchor="bottom",
            showarrow=False,
            font={"size": 14, "color": colours.muted},
        )
    return figure.update_yaxes(tickfont={"size": 15})


def _text(value: float) -> str:
    """A contribution; one that rounds to nothing has no sign."""
    return signed(value) if round(abs(value), 2) else "0"
