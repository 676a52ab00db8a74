"""The same few words in each of two sentences, by their probability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from components.frame.present.labels import short
from components.frame.present.numbers import percent
from components.frame.present.theme import laid_out, palette, safe
from engine.core.mask_token import MASK
from engine.core.wording import isolated

_BAR, _GAP = 36, 46  # pixels of a bar, and of a sentence above its bars
_AXIS = 30  # pixels below the bars
_LONGEST = 64  # letters of a sentence shown
_ROOM = 1.28  # of the longest bar, for the number after it
_ALL = 1.02  # all of a share, with half of the last number


def grouped_shares(sentences: Mapping[str, Mapping[str, float]], words: Sequence[str]) -> go.Figure:
    """Under each sentence a bar for each word, all on one scale from 0 to 100%.

    Args:
        sentences: sentence -> word -> probability.
        words: in the order of the bars.
    """
    colours = palette()
    shades = [colours.ink, colours.pale, colours.muted, colours.line][: len(words)]
    figure = go.Figure()
    most = max((shares[word] for shares in sentences.values() for word in words), default=1.0)
    height = 0
    step = _BAR * len(words) + _GAP
    for sentence, shares in sentences.items():
        figure.add_annotation(
            text=f"<b>{safe(short(MASK.sub('____', sentence), _LONGEST))}</b>",
            x=0,
            xref="x",
            yref="y",
            y=height + _GAP / 2,
            xanchor="left",
            showarrow=False,
            font={"size": 15, "color": colours.text},
        )
        places = [height + _GAP + _BAR * (number + 0.5) for number in range(len(words))]
        figure.add_trace(
            go.Bar(
                x=[shares[word] for word in words],
                y=places,
                width=_BAR * 0.8,
                orientation="h",
                marker={"color": shades},
                text=[f"{safe(isolated(word))}  {percent(shares[word])}" for word in words],
                textposition="outside",
                textfont={"size": 15, "color": colours.text},
                cliponaxis=False,
                hoverinfo="skip",
            )
        )
        height += step
    figure.update_xaxes(
        range=[0, max(_ALL, most * _ROOM)],
        tickvals=[0, 0.5, 1],
        ticktext=["0", "50", "100%"],
        ticklabeloverflow="allow",
        showgrid=False,  # it would cross the sentences
        zeroline=False,
        fixedrange=True,
    )
    figure.update_yaxes(range=[height, 0], visible=False, fixedrange=True)
    figure = laid_out(figure, height + _AXIS).update_layout(bargap=0, margin={"l": 12})
    return figure.update_xaxes(tickfont={"size": 12, "color": colours.muted})
