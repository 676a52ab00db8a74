"""Bars of likely words: one model, or two models back to back.

The axis ends at the next round share above the longest bar, which is written there.
"""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.frame.present import plot
from components.frame.present.labels import shortened
from components.frame.present.numbers import axis_end, axis_names, percent
from components.frame.present.theme import laid_out, palette, safe
from components.frame.present.words import Words
from engine.core.wording import isolated

_BAR = 28  # pixels a bar, so that ten words and three look alike
_LETTER = 8.0  # pixels, a generous average at the size labels are drawn in
_NARROW = 220  # pixels a figure has at the least; labels must fit there too
_HALF = 170  # pixels each half of a mirrored figure has at the least
_AXIS = 30  # pixels of the axis below the bars
_EDGE = 6, 8  # pixels: half the width of the 0, and most of half of the last tick
_BEYOND = 1.02  # of the axis, for the rest of it
_MOST_ROOM = 0.6  # of the narrowest figure, for the names of words


def word_bars(words: Words, end: float | None = None, bar: int = _BAR) -> go.Figure:
    """Most likely words of one model, longest bar first.

    Args:
        words: most likely first.
        end: of the axis, 0 to 1; by default just above the likeliest word.
        bar: pixels of each with the space around it.
    """
    end = end or longest_axis(words)
    margin = {"l": _EDGE[0], "r": _room(words, _NARROW, end)}
    own = {
        "margin": margin,
        "xaxis": _axis(end) | {"range": [0, _BEYOND * end]},
        "yaxis": {"visible": False, "autorange": "reversed", "fixedrange": True},
    }
    figure = go.Figure(_bars(words, palette().ink))
    return laid_out(figure, _height(max(1, len(words)), bar), own)


def mirrored_bars(
    left: Words, right: Words, end: float | None = None, names: tuple[str, str] = ("", "")
) -> go.Figure:
    """Most likely words of two models back to back, on one scale.

    Args:
        left: words with their probability under the model compared with.
        right: the same of the model measured.
        end: of both axes, 0 to 1; by default just above the likeliest word.
        names: of both models, for the key of a screen or a page of print.
    """
    end = end or longest_axis(left, right)
    figure = make_subplots(cols=2, horizontal_spacing=0.02)
    figure.add_trace(_bars(left, palette().pale), row=1, col=1)
    figure.add_trace(_bars(right, palette().ink), row=1, col=2)
    far = _BEYOND * end
    # The same rows for both, or the shorter list would be drawn with thicker bars.
    rows = max(1, len(left), len(right))
    rows_axis = {"visible": False, "range": [rows - 0.5, -0.5], "fixedrange": True}
    room = max(_room(words, _HALF, end) for words in (left, right))
    own = {
        "margin": {"l": room, "r": room},
        # One 0 for both halves, which meet there.
        "xaxis": _axis(end) | {"range": [far, 0], "ticktext": ["", *axis_names(end)[1:]]},
        "xaxis2": _axis(end) | {"range": [0, far]},
        "yaxis": rows_axis,
        "yaxis2": rows_axis,
    }
    figure = laid_out(figure, _height(rows, _BAR), own)
    if not any(names):
        return figure
    sides = zip((palette().pale, palette().ink), names, ("left", "right"), strict=True)
    return plot.keyed(
        figure, *(("square", colour, f"{side}: {name}") for colour, name, side in sides)
    )


def longest_axis(*tables: Words) -> float:
    """Where an axis ends that holds the bars of all these words."""
    return axis_end(max((share for words in tables for _, share in words), default=1.0))


def _axis(end: float) -> dict[str, Any]:
    muted = palette().muted
    # Plotly leaves out a label that reaches beyond the axis, as 0 does at the figure's edge.
    return {
        "tickvals": [0, end / 2, end],
        "ticktext": axis_names(end),
        "ticklabeloverflow": "allow",
        "tickfont": {"size": 12, "color": muted},
        "fixedrange": True,
        "zeroline": False,
        # A line with ticks below the bars: lines across the figure would run through their labels.
        "showgrid": False,
        "showline": True,
        "linecolor": muted,
        "ticks": "outside",
        "ticklen": 4,
        "tickcolor": muted,
    }


def _height(rows: int, bar: int) -> int:
    return bar * rows + 16 + _AXIS


def _bars(words: Words, colour: str) -> go.Bar:
    shares = [percent(probability) for _, probability in words]
    return go.Bar(
        x=[probability for _, probability in words],
        y=list(range(len(words))),
        orientation="h",
        marker={"color": colour, "cornerradius": 3},
        text=[
            f"{safe(isolated(shortened(word)))}  {share}"
            for (word, _), share in zip(words, shares, strict=True)
        ],
        textposition="outside",
        cliponaxis=False,
        customdata=[[safe(word), share] for (word, _), share in zip(words, shares, strict=True)],
        hovertemplate="%{customdata[0]}: %{customdata[1]}<extra></extra>",
    )


def _room(words: Words, width: float, end: float) -> float:
    """Pixels beyond the axis that names of words need, so that none is cut.

    Args:
        width: of the narrowest figure in pixels.
        end: of the axis, 0 to 1.
    """
    needed = [float(_EDGE[1])]
    for word, probability in words:
        label = _LETTER * (len(shortened(word)) + len(percent(probability)) + 3)
        reach = min(1.0, probability / end)  # share of the axis
        if reach:
            needed.append((label - width * (1 - reach)) / reach)
    return min(max(needed), _MOST_ROOM * width)
