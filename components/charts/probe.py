"""Figures of the Probe page: bars of words, mirrored for two models, and group by word."""

from __future__ import annotations

import math

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.theme import laid_out, palette, safe
from engine.measures.group_completion import contributions

_BAR = 34  # pixels a bar, so that ten words and three look alike


def word_bars(words: pd.DataFrame) -> go.Figure:
    """Likeliest words of one model, longest bar first.

    Args:
        words: `word`, `probability` (0 to 1), likeliest first.
    """
    figure = go.Figure(_bars(words, palette().ink))
    figure.update_xaxes(visible=False, range=[0, _room(words)], fixedrange=True)
    figure.update_yaxes(visible=False, autorange="reversed", fixedrange=True)
    return laid_out(figure, _BAR * max(1, len(words)) + 16)


def mirrored_bars(left: pd.DataFrame, right: pd.DataFrame) -> go.Figure:
    """Likeliest words of two models back to back, on one scale.

    Args:
        left: `word`, `probability` of the model compared with.
        right: the same of the model measured.
    """
    figure = make_subplots(cols=2, horizontal_spacing=0.02)
    figure.add_trace(_bars(left, palette().pale), row=1, col=1)
    figure.add_trace(_bars(right, palette().ink), row=1, col=2)
    room = max(_room(left), _room(right))
    figure.update_xaxes(visible=False, fixedrange=True)
    figure.update_xaxes(range=[room, 0], col=1)
    figure.update_xaxes(range=[0, room], col=2)
    figure.update_yaxes(visible=False, autorange="reversed", fixedrange=True)
    return laid_out(figure, _BAR * max(1, len(left), len(right)) + 16)


def _bars(words: pd.DataFrame, colour: str) -> go.Bar:
    return go.Bar(
        x=words["probability"],
        y=list(range(len(words))),
        orientation="h",
        marker={"color": colour, "cornerradius": 3},
        text=[
            f"{safe(word)}  {percent(share)}"
            for word, share in zip(words["word"], words["probability"], strict=True)
        ],
        textposition="outside",
        cliponaxis=False,
        hovertemplate="%{text}<extra></extra>",
    )


def _room(words: pd.DataFrame) -> float:
    """Axis length that leaves the longest bar space for its word."""
    longest = float(words["probability"].max()) if len(words) else 0.0
    return max(longest, 1e-9) * 1.75


def percent(share: float) -> str:
    """A probability as people read it; small ones keep two digits, tiny ones say so."""
    if share >= 0.1:
        return f"{share:.1%}".replace("%", " %")
    if share >= 0.0001:
        return f"{share:.2%}".replace("%", " %")
    return "< 0.01 %"


def group_heatmap(table: pd.DataFrame) -> go.Figure:
    """Word by group: coloured by how much likelier than for the average group.

    The figures at the right are each word's part of the divergence, in bits.

    Args:
        table: one row a word; columns are groups, values probabilities (0 to 1).
    """
    mean = table.mean(axis=1).clip(lower=1e-12)
    ratio = table.div(mean, axis=0).clip(lower=1e-6).map(math.log2)
    figure = go.Figure(
        go.Heatmap(
            z=ratio.to_numpy().tolist(),
            x=[safe(group) for group in table.columns],
            y=[safe(word) for word in table.index],
            text=[[percent(value) for value in row] for row in table.to_numpy().tolist()],
            texttemplate="%{text}",
            hovertemplate="%{y} after %{x}: %{text}<extra></extra>",
            colorscale=palette().scale,
            zmid=0,
            zmin=-3,
            zmax=3,
            showscale=False,
            xgap=2,
            ygap=2,
        )
    )
    for word, spread in zip(table.index, contributions(table.to_numpy().T), strict=True):
        figure.add_annotation(
            text=f"{spread:.3f}",
            x=1.01,
            xref="paper",
            xanchor="left",
            y=safe(word),
            showarrow=False,
            font={"color": palette().muted},
        )
    figure.update_xaxes(side="top", fixedrange=True, showgrid=False, type="category")
    figure.update_yaxes(autorange="reversed", fixedrange=True, showgrid=False, type="category")
    return laid_out(figure, 38 * max(1, len(table)) + 60).update_layout(margin={"r": 56})
