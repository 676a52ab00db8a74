"""Two words of a sentence before and after heads are switched off: a ring and a dot for each.

The figure that a pin has; the page draws the same with `word_dots`.
"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from components.frame.present.labels import short
from components.frame.present.numbers import percent
from components.frame.present.theme import laid_out, palette, ring, safe
from components.frame.shell.subject import ALL_ON

Shares = tuple[float, float]  # probabilities of both words, 0 to 1

# Of the axis, %.
_ENDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 40, 60, 80, 100)
LONGEST = 14  # characters of a word
_ROW, _AXIS, _LEGEND = 46, 30, 28  # pixels
_FIRST, _LAST = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def two_words(
    words: Sequence[str],
    shares: Shares,
    before: Shares | None = None,
    off: str = "",
    original: str = ALL_ON,
) -> go.Figure:
    """Probabilities of two words as dots, with rings where they were before.

    Args:
        words: both, the first on top.
        shares: of the model as it is now.
        before: with all heads on; None where none is switched off.
        off: what is done to the model, for the legend.
        original: what the model before is called there.
    """
    colours = palette()
    figure = go.Figure()
    end = axis_end([*shares, *(before or ())])
    rows = [1, 0]
    if before is not None:
        for row, start, stop in zip(rows, before, shares, strict=True):
            figure.add_trace(_line((100 * start, 100 * stop), row))
        figure.add_trace(_marks(before, rows, words, original, ring(14)))
    dot = {"color": colours.ink, "size": 11}
    figure.add_trace(_marks(shares, rows, words, off or "this model", dot))
    figure.update_xaxes(
        range=[-0.03 * end, 1.04 * end],
        tickvals=[0, end / 2, end],
        ticktext=["0%", f"{end / 2:g}%", f"{end:g}%"],
        tickangle=0,
        fixedrange=True,
        showgrid=True,
        zeroline=False,
    )
    figure.update_yaxes(range=[-0.35, 1.75], visible=False, fixedrange=True)
    figure = laid_out(figure, 2 * _ROW + _AXIS + (_LEGEND if before is not None else 0))
    for number, (word, row) in enumerate(zip(words, rows, strict=True)):
        _name(figure, row, _label(word, number, shares, before))
    return figure.update_layout(
        showlegend=before is not None,
        legend={
            "orientation": "h",
            "yanchor": "bottom",
            "y": 1.0,
            "x": 0,
            "font": {"size": 13},
            "traceorder": "normal",
            "itemclick": False,
            "itemdoubleclick": False,
        },
        margin={"t": _LEGEND if before is not None else 4, "b": _AXIS, "l": 8, "r": 16},
    )


def _name(figure: go.Figure, row: int, text: str) -> None:
    """Write a word over its row, so that the dots have the whole width also of a phone."""
    figure.add_annotation(
        text=text,
        x=0,
        xref="paper",
        xanchor="left",
        y=row,
        yanchor="bottom",
        yshift=9,
        showarrow=False,
        bgcolor=palette().page,  # over the lines of the axis
        font={"size": 13, "color": palette().text},
    )


def axis_end(shares: Sequence[float]) -> float:
    """The end of an axis that the shares take most of, %.

    Args:
        shares: 0 to 1.
    """
    largest = 100 * max(shares)
    return next((end for end in _ENDS if end >= largest), 100.0)


def _line(ends: tuple[float, float], row: int) -> go.Scatter:
    return go.Scatter(
        x=ends,
        y=[row, row],
        mode="lines",
        line={"color": palette().pale, "width": 3},
        hoverinfo="skip",
        showlegend=False,
    )


def _marks(
    shares: Shares, rows: Sequence[int], words: Sequence[str], name: str, marker: dict[str, object]
) -> go.Scatter:
    return go.Scatter(
        x=[100 * share for share in shares],
        y=rows,
        mode="markers",
        name=name,
        marker=marker,
        cliponaxis=False,
        customdata=[
            f"“{safe(word)}”, {name}: {safe(percent(share))}"
            for word, share in zip(words, shares, strict=True)
        ],
        hovertemplate="%{customdata}<extra></extra>",
    )


def _label(word: str, number: int, shares: Shares, before: Shares | None) -> str:
    """A word with its numbers; the isolates keep one that is written from the right in place."""
    named = f"{_FIRST}“{short(word, LONGEST)}”{_LAST}"
    return f"{safe(named)}  {safe(values_text(number, shares, before))}"


def values_text(number: int, shares: Shares, before: Shares | None) -> str:
    """The probability of the first word (0) or the second (1), before and now."""
    return " → ".join(percent(share[number]) for share in (before, shares) if share is not None)
