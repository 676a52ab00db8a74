"""Differences of all pairs: how they are distributed, and under two models."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go

from components.frame.present import plot
from components.frame.present.labels import in_key
from components.frame.present.numbers import signed
from components.frame.present.theme import laid_out, palette, safe

_BINS = 40  # bars of a distribution, as many on either side of 0


def difference_histogram(
    frame: pd.DataFrame,
    before: pd.DataFrame | None = None,
    compared: str = "the model compared with",
) -> go.Figure:
    """Distribution of pair differences, coloured by the sentence they favour.

    Args:
        frame: one row a pair, `difference` in nats (> 0: the stereotype), `prefers_stereotype`
            and `tie`; pairs that were not scored are left out.
        before: the same of the model compared with, drawn as an outline.
        compared: what that model is called.
    """
    colours = palette()
    shown = frame[frame["difference"].notna()]
    differences, toward, tie = shown["difference"], shown["prefers_stereotype"], shown["tie"]
    # The tails are drawn in the last bars, so that one odd pair does not flatten the rest.
    edge = float(differences.abs().quantile(0.98)) if len(differences) else 0.0
    edge = edge or 1.0
    width = 2 * edge / _BINS
    starts = [-edge + width * index for index in range(_BINS)]
    figure = go.Figure()
    for part, colour in (
        (differences[toward], colours.toward),
        (differences[~toward & ~tie], colours.away),
        (differences[tie], colours.ink),
    ):
        figure.add_trace(
            go.Bar(
                x=[start + width / 2 for start in starts],
                y=_counts(part, edge),
                width=0.94 * width,
                marker={"color": colour},
                hovertemplate="%{y} pairs around %{x:.3~g} nats<extra></extra>",
            )
        )
    if before is not None:
        counts = _counts(before["difference"].dropna(), edge)
        figure.add_trace(
            go.Scatter(
                x=[*starts, edge],
                y=[*counts, counts[-1]],
                mode="lines",
                line={"color": colours.ink, "width": 1.5, "shape": "hv"},
                hoverinfo="skip",
            )
        )
    figure.add_vline(x=0, line={"color": colours.muted, "width": 1, "dash": "dot"})
    figure.update_layout(barmode="stack")
    figure.update_xaxes(title="difference, nats<br>← away from the stereotype · toward it →")
    figure.update_yaxes(title="pairs", showgrid=False)
    figure = laid_out(figure, 278).update_layout(margin={"b": 66, "l": 52})
    entries = [
        ("square", colours.toward, "the stereotyping sentence is likelier"),
        ("square", colours.away, "the other sentence is"),
    ]
    entries += [("square", colours.ink, "both alike")] if tie.any() else []
    entries += [("line", colours.ink, in_key(compared))] if before is not None else []
    return plot.keyed(figure, *entries)


def _counts(differences: pd.Series[float], edge: float) -> list[int]:
    """Pairs in each bar; counted here, so that thousands of numbers need not be sent."""
    bins = ((differences + edge) * (_BINS / (2 * edge))).clip(0, _BINS - 1).astype(int)
    return bins.value_counts().reindex(range(_BINS), fill_value=0).tolist()


def two_specs(frame: pd.DataFrame, first: str, second: str) -> go.Figure:
    """Differences of the same pairs under two models; off the diagonal they disagree.

    Args:
        frame: `difference_first`, `difference_second` (nats), `flip`, `sent_more`.
    """
    colours = palette()
    figure = go.Figure()
    for flip, colour, name in (
        ("", colours.pale, "same side"),
        ("toward", colours.toward, "now toward the stereotype"),
        ("away", colours.away, "now away from it"),
    ):
        rows = frame[frame["flip"] == flip]
        figure.add_trace(
            go.Scattergl(
                x=rows["difference_first"],
                y=rows["difference_second"],
                mode="markers",
                name=f"{name} ({len(rows)})",
                marker={"color": colour, "size": 7, "opacity": 0.75},
                text=[safe(str(text))[:120] for text in rows["sent_more"]],
                customdata=[
                    f"{signed(before)} → {signed(after)}"
                    for before, after in zip(
                        rows["difference_first"], rows["difference_second"], strict=True
                    )
                ],
                hovertemplate="%{text}<br>%{customdata}<extra></extra>",
            )
        )
    for draw in (figure.add_hline, figure.add_vline):
        draw(0, line={"color": colours.muted, "width": 1, "dash": "dot"})
    figure.update_xaxes(title=f"{safe(first)}, nats", zeroline=False)
    figure.update_yaxes(title=f"{safe(second)}, nats", zeroline=False)
    return laid_out(figure, 420).update_layout(
        showlegend=True,
        legend={"orientation": "h", "y": 1.1},
        margin={"b": 52, "l": 60, "t": 36},
    )
