"""What each word contributes to the difference of one pair."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go

from components.frame.present import plot
from components.frame.present.labels import short
from components.frame.present.numbers import signed
from components.frame.present.theme import laid_out, palette, safe

_LABEL = 26  # characters


def waterfall(
    parts: pd.DataFrame, title: str, bounds: tuple[float, float] | None = None
) -> go.Figure:
    """What each word contributes to a pair's difference, in reading order.

    Args:
        parts: `text`, `difference` (nats), one row per shared token or run of other words.
        title: name of the total.
        bounds: of the axis, if two figures are to be compared.
    """
    colours = palette()
    figure = go.Figure(
        go.Waterfall(
            x=[*range(len(parts)), len(parts)],
            y=[*parts["difference"], 0],
            measure=["relative"] * len(parts) + ["total"],
            increasing={"marker": {"color": colours.toward}},
            decreasing={"marker": {"color": colours.away}},
            totals={"marker": {"color": colours.ink}},
            connector={"line": {"color": colours.line, "width": 1}},
            customdata=[*map(signed, [*parts["difference"], parts["difference"].sum()])],
            hovertemplate="%{customdata} nats<extra></extra>",
        )
    )
    names = [safe(short(text, _LABEL)) for text in parts["text"]]
    figure.update_xaxes(
        tickvals=[*range(len(parts)), len(parts)], ticktext=[*names, safe(title)], tickangle=-35
    )
    figure.update_yaxes(title="nats", zeroline=True, zerolinecolor=colours.muted, range=bounds)
    figure = laid_out(figure, 300).update_layout(margin={"b": 80, "l": 52})
    return plot.keyed(
        figure,
        ("square", colours.toward, "likelier in the stereotyping sentence"),
        ("square", colours.away, "likelier in the other"),
        ("square", colours.ink, title),
    )
