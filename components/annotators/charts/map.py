"""The language map of the Annotators page: sentences in a plane, lines between translations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pandas as pd
import plotly.graph_objects as go

from components.frame.present.labels import short
from components.frame.present.theme import laid_out, palette, safe

_HEIGHT = 480
_LONGEST = 90  # characters of a sentence in a hover
# Languages differ by shape, because the two colours of this project mean more and less.
_SYMBOLS = ("circle", "diamond-open", "square", "triangle-up-open", "cross", "star-open")


def language_map(
    sentences: pd.DataFrame,
    positions: Sequence[Sequence[float]],
    languages: Mapping[str, str],
    axes: tuple[str, str],
) -> go.Figure:
    """Every sentence as a point in its language's shape, with lines between translations.

    Args:
        sentences: `sentence_id`, `sentence`, `language`, one row per point.
        positions: [sentence][2].
        languages: code -> name.
        axes: titles.
    """
    colours = palette()
    frame = sentences.assign(x=[x for x, *_ in positions], y=[y for _, y, *_ in positions])
    figure = go.Figure(_translation_lines(frame))
    for number, (code, name) in enumerate(languages.items()):
        rows = frame[frame["language"] == code]
        figure.add_trace(
            go.Scatter(
                x=rows["x"],
                y=rows["y"],
                mode="markers",
                name=safe(name),
                marker={
                    "size": 9,
                    "symbol": _SYMBOLS[number % len(_SYMBOLS)],
                    "color": (colours.ink, colours.muted)[number // len(_SYMBOLS) % 2],
                    "line": {"width": 1.5},
                },
                text=[_hover(text) for text in rows["sentence"]],
                hovertemplate=f"{safe(name)}<br>%{{text}}<extra></extra>",
            )
        )
    figure.update_xaxes(title=safe(axes[0]), zeroline=False, showticklabels=False, showgrid=False)
    figure.update_yaxes(title=safe(axes[1]), zeroline=False, showticklabels=False, showgrid=False)
    return laid_out(figure, _HEIGHT).update_layout(
        showlegend=True, legend={"orientation": "h", "y": 1.08}, margin={"b": 40, "l": 40, "t": 40}
    )


def _translation_lines(frame: pd.DataFrame) -> go.Scatter:
    """One thin line through the translations of each sentence."""
    x: list[float | None] = []
    y: list[float | None] = []
    for _, rows in frame.groupby("sentence_id", sort=False):
        for (first, start), (second, end) in pairwise(zip(rows["x"], rows["y"], strict=True)):
            x += [first, second, None]
            y += [start, end, None]
    return go.Scatter(
        x=x,
        y=y,
        mode="lines",
        line={"color": palette().pale, "width": 0.6},
        hoverinfo="skip",
        showlegend=False,
    )


def _hover(text: str) -> str:
    return safe(short(text, _LONGEST))
