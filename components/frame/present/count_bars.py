"""Bars of how many of all things are of each kind, with their names and numbers."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from components.frame.present.labels import named_rows
from components.frame.present.theme import laid_out, palette
from engine.core.wording import counted, figure_text

_BAR, _AXIS = 30, 52  # pixels of a bar, and below them
_LABEL = 34  # characters of a name
_ROOM = 1.3  # of the longest bar, for its number


def count_bars(rows: Sequence[tuple[str, int]], total: int, noun: str) -> go.Figure:
    """A bar a kind, in the order of the rows, on an axis from 0.

    Args:
        rows: name of a kind, and how many things are of it.
        total: all things.
        noun: of one thing, as `engine.core.wording.counted` takes it.
    """
    counts = [count for _, count in rows]
    figure = go.Figure(
        go.Bar(
            x=counts,
            y=[*range(len(rows))],
            orientation="h",
            marker={"color": palette().ink},
            text=[f" {figure_text(count, ',')}" for count in counts],
            textposition="outside",
            cliponaxis=False,
            hoverinfo="skip",
        )
    )
    figure.update_xaxes(
        range=[0, _ROOM * max([1, *counts])],
        title=f"of {counted(total, noun)}",
        showticklabels=False,
        showgrid=False,
        zeroline=False,
        fixedrange=True,
    )
    named_rows(figure, [name for name, _ in rows], _LABEL)
    return laid_out(figure, _BAR * max(1, len(rows)) + _AXIS).update_layout(margin={"b": 36})
