"""Distribution of the bias scores of heads, and gradient against ablation."""

from __future__ import annotations

from collections.abc import Collection

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.frame.present.theme import laid_out, palette, reference_line, safe

_BINS = 30


def score_histogram(heads: pd.DataFrame) -> go.Figure:
    """Distribution of bias scores over heads, with a tick for each head below.

    Args:
        heads: `name`, `bias_score`.
    """
    colours = palette()
    scores = heads["bias_score"]
    edge = max(float(scores.abs().max()), 1e-9)
    width = 2 * edge / _BINS
    figure = make_subplots(
        rows=2, cols=1, shared_xaxes=True, row_heights=[0.88, 0.12], vertical_spacing=0.02
    )
    for part, colour in ((scores > 0, colours.toward), (scores <= 0, colours.away)):
        figure.add_trace(
            go.Histogram(
                x=scores[part],
                xbins={"start": -edge, "end": edge + width, "size": width},
                marker={"color": colour},
                hovertemplate="%{y} heads around %{x:.3f}<extra></extra>",
            ),
            row=1,
            col=1,
        )
        figure.add_trace(
            go.Scatter(
                x=scores[part],
                y=[0.0] * int(part.sum()),
                mode="markers",
                marker={"symbol": "line-ns-open", "size": 14, "color": colour},
                customdata=[safe(name) for name in heads["name"][part]],
                hovertemplate="head %{customdata}: %{x:+.4f}<extra></extra>",
            ),
            row=2,
            col=1,
        )
    figure.add_vline(x=0, line={"color": colours.muted, "width": 1, "dash": "dot"})
    figure.update_layout(barmode="overlay", bargap=0.06)
    figure.update_xaxes(zeroline=False, showgrid=False)
    figure.update_xaxes(title="← anti-biased · bias score b · biased →", row=2, col=1)
    figure.update_yaxes(title="heads", showgrid=False, row=1, col=1)
    figure.update_yaxes(visible=False, fixedrange=True, row=2, col=1)
    return laid_out(figure, 300).update_layout(margin={"b": 52, "l": 52}, bargap=0.06)


def gradient_against_ablation(heads: pd.DataFrame, masked: Collection[str] = ()) -> go.Figure:
    """Prediction by gradient against ablation of each head; on the line they agree.

    Args:
        heads: `name`, `bias_score`, `ablation` (|d| lost with it masked); measured ones only.
        masked: names of heads masked now, drawn as crosses.
    """
    colours = palette()
    figure = go.Figure()
    ends = [
        min(heads["bias_score"].min(), heads["ablation"].min()),
        max(heads["bias_score"].max(), heads["ablation"].max()),
    ]
    figure.add_trace(reference_line(ends, ends))
    figure.add_trace(
        go.Scatter(
            x=heads["bias_score"],
            y=heads["ablation"],
            mode="markers",
            marker={
                "size": 9,
                "color": [
                    colours.toward if lost > 0 else colours.away for lost in heads["ablation"]
                ],
                "symbol": ["x" if name in masked else "circle" for name in heads["name"]],
                "opacity": 0.8,
            },
            customdata=[safe(name) for name in heads["name"]],
            hovertemplate="head %{customdata}<br>bias score %{x:+.4f}<br>drop in |d| when masked "
            "%{y:+.4f}<extra></extra>",
        )
    )
    for draw in (figure.add_hline, figure.add_vline):
        draw(0, line={"color": colours.line, "width": 1})
    figure.update_xaxes(title="bias score b (gradient)", zeroline=False)
    figure.update_yaxes(title="drop in |d| when masked (ablation)", zeroline=False)
    return laid_out(figure, 380).update_layout(margin={"b": 52, "l": 68})
