"""Shares that were planted in a model, drawn against what was measured in it."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from components.frame.present.theme import laid_out, palette, reference_line

_HEIGHT = 350  # pixels
_TICKS = {"tickvals": [0, 0.25, 0.5, 0.75, 1], "ticktext": ["0", "25", "50", "75", "100%"]}


def planted_and_measured(rows: Sequence[tuple[str, float, float]]) -> go.Figure:
    """A dot for each occupation, with the diagonal on which both are the same.

    Args:
        rows: occupation, planted and measured share of “he” (0 to 1).
    """
    colours = palette()
    named = _named(rows)
    figure = go.Figure(reference_line([0, 1], [0, 1]))
    figure.add_trace(
        go.Scatter(
            x=[planted for _, planted, _ in rows],
            y=[measured for _, _, measured in rows],
            mode="markers+text",
            marker={"color": colours.ink, "size": 11},
            text=[name if name in named else "" for name, _, _ in rows],
            textposition=["top left" if _is_above(row) else "bottom right" for row in rows],
            textfont={"size": 14, "color": colours.text},
            cliponaxis=False,
            hoverinfo="skip",
        )
    )
    axis = {"range": [-0.04, 1.06], "zeroline": False, "fixedrange": True, **_TICKS}
    # In two lines, as a phone is too narrow for one.
    figure.update_xaxes(title="“he” out of 100 “he” or “she”,<br>as planted", **axis)
    figure.update_yaxes(title="as measured", **axis)
    figure = laid_out(figure, _HEIGHT).update_layout(margin={"b": 68, "l": 56})
    for update in (figure.update_xaxes, figure.update_yaxes):
        update(title_font={"size": 15, "color": colours.text})
        update(tickfont={"size": 14, "color": colours.text})
    return figure


def _is_above(row: tuple[str, float, float]) -> bool:
    """Whether there is room for a name above; at the right edge there is none below."""
    _, planted, measured = row
    return planted > 0.25 and (measured > planted or planted > 0.75)


def _named(rows: Sequence[tuple[str, float, float]]) -> set[str]:
    """The lowest, the highest, and the occupation that is farthest from the diagonal."""
    ends = (min(rows, key=lambda row: row[1:]), max(rows, key=lambda row: row[1:]))
    return {row[0] for row in (*ends, max(rows, key=lambda row: abs(row[2] - row[1])))}
