"""Bars of likely words: one model, or two models back to back.

The axis is the same for every sentence, 0 to 100%: a word of 8% never looks like one of 53%.
"""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.frame.present.labels import shortened
from components.frame.present.numbers import percent
from components.frame.present.theme import laid_out, palette, safe
from components.frame.present.words import Words

_BAR = 34  # pixels a bar, so that ten words and three look alike
_LETTER = 8.0  # pixels, a generous average at the size labels are drawn in
_NARROW = 220  # pixels a figure has at the least; labels must fit there too
_HALF = 170  # pixels each half of a mirrored figure has at the least
_AXIS = 30  # pixels of the axis below the bars
# Plotly leaves out a label that reaches beyond the axis, as 0 does at the figure's edge.
_TICKS: dict[str, Any] = {
    "tickvals": [0, 0.5, 1],
    "ticktext": ["0", "50", "100%"],
    "ticklabeloverflow": "allow",
}
_EDGE = 6  # pixels, half the width of that 0


def word_bars(words: Words) -> go.Figure:
    """Most likely words of one model, longest bar first.

    Args:
        words: most likely first.
    """
    figure = go.Figure(_bars(words, palette().ink))
    figure.update_xaxes(range=[0, _room(words, _NARROW)])
    figure.update_yaxes(visible=False, autorange="reversed", fixedrange=True)
    return _on_the_axis(figure, max(1, len(words)))


def mirrored_bars(left: Words, right: Words) -> go.Figure:
    """Most likely words of two models back to back, on one scale.

    Args:
        left: words with their probability under the model compared with.
        right: the same of the model measured.
    """
    figure = make_subplots(cols=2, horizontal_spacing=0.02)
    figure.add_trace(_bars(left, palette().pale), row=1, col=1)
    figure.add_trace(_bars(right, palette().ink), row=1, col=2)
    room = max(_room(words, _HALF) for words in (left, right))
    figure.update_xaxes(range=[room, 0], col=1)
    figure.update_xaxes(range=[0, room], col=2)
    # The same rows for both, or the shorter list would be drawn with thicker bars.
    rows = max(1, len(left), len(right))
    figure.update_yaxes(visible=False, range=[rows - 0.5, -0.5], fixedrange=True)
    figure = _on_the_axis(figure, rows)
    # One 0 for both halves, which meet there.
    return figure.update_xaxes(ticktext=["", *_TICKS["ticktext"][1:]], col=1)


def _on_the_axis(figure: go.Figure, rows: int) -> go.Figure:
    figure = laid_out(figure, _BAR * rows + 16 + _AXIS).update_layout(margin={"l": _EDGE})
    muted = {"size": 12, "color": palette().muted}
    return figure.update_xaxes(
        **_TICKS, tickfont=muted, fixedrange=True, zeroline=False, showgrid=True
    )


def _bars(words: Words, colour: str) -> go.Bar:
    shares = [percent(probability) for _, probability in words]
    return go.Bar(
        x=[probability for _, probability in words],
        y=list(range(len(words))),
        orientation="h",
        marker={"color": colour, "cornerradius": 3},
        text=[
            f"{safe(shortened(word))}  {share}"
            for (word, _), share in zip(words, shares, strict=True)
        ],
        textposition="outside",
        cliponaxis=False,
        customdata=[[safe(word), share] for (word, _), share in zip(words, shares, strict=True)],
        hovertemplate="%{customdata[0]}: %{customdata[1]}<extra></extra>",
    )


def _room(words: Words, width: float) -> float:
    """Axis length that shows all of 0 to 1 and leaves each bar space for its label.

    Args:
        width: of the figure in pixels.
    """
    needed = [1.02]  # the last tick is not cut in half
    for word, probability in words:
        label = _LETTER * (len(shortened(word)) + len(percent(probability)) + 3)
        needed.append(probability / (1 - min(label / width, 0.85)))
    return max(needed)
