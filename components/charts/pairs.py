"""Figures of the Pairs page: by type around 50, differences, one pair's waterfall, two specs."""

from __future__ import annotations

from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.theme import laid_out, palette, safe

_ROW = 38  # pixels a row
_LABEL = 24  # characters


def by_type(types: list[dict[str, Any]]) -> go.Figure:
    """Score of each bias type with its interval, around 50.

    Args:
        types: `bias_type`, `n`, `score`, `interval` [2] in percent.
    """
    colours = palette()
    figure = go.Figure()
    figure.add_vline(x=50, line={"color": colours.muted, "width": 1, "dash": "dot"})
    for entry in types:
        colour = _side(entry["score"])
        name = f"{safe(entry['bias_type'])}  {entry['n']}"
        low, high = entry["interval"]
        figure.add_trace(
            go.Scatter(
                x=[low, high],
                y=[name, name],
                mode="lines",
                line={"color": colour, "width": 2},
                hoverinfo="skip",
            )
        )
        figure.add_trace(
            go.Scatter(
                x=[entry["score"]],
                y=[name],
                mode="markers+text",
                marker={"color": colour, "size": 11},
                text=[f"{entry['score']:.0f} %"],
                textposition="top center",
                hovertemplate=f"{name}: {entry['score']:.1f} %<br>95 %: {low:.1f} to {high:.1f}"
                "<extra></extra>",
            )
        )
    figure.update_xaxes(
        range=[-4, 110],
        tickvals=[0, 25, 50, 75, 100],
        fixedrange=True,
        showgrid=False,
        ticksuffix=" %",
    )
    figure.update_yaxes(autorange="reversed", fixedrange=True, showgrid=False)
    return laid_out(figure, _ROW * max(1, len(types)) + 50)


def _side(score: float) -> str:
    """Colour of a percentage: toward above 50, away below, ink at 50 itself."""
    if abs(score - 50) < 1e-9:
        return palette().ink
    return palette().toward if score > 50 else palette().away


def difference_histogram(frame: pd.DataFrame) -> go.Figure:
    """Distribution of pair differences, coloured by the sentence they favour.

    Args:
        frame: one row a pair, `difference` in nats (> 0: the stereotype).
    """
    colours = palette()
    differences = frame["difference"].dropna()
    # The tails are drawn in the last bars, so that one odd pair does not flatten the rest.
    edge = max(1.0, float(differences.abs().quantile(0.98))) if len(differences) else 1.0
    clipped = differences.clip(-edge, edge)
    width = edge / 20
    figure = go.Figure()
    for part, colour in (
        (clipped[clipped > 0], colours.toward),
        (clipped[clipped <= 0], colours.away),
    ):
        figure.add_trace(
            go.Histogram(
                x=part,
                xbins={"start": -edge, "end": edge + width, "size": width},
                marker={"color": colour},
                hovertemplate="%{y} pairs around %{x:.1f} nats<extra></extra>",
            )
        )
    figure.add_vline(x=0, line={"color": colours.muted, "width": 1, "dash": "dot"})
    figure.update_layout(barmode="overlay", bargap=0.06)
    figure.update_xaxes(title="← away · difference in nats · toward the stereotype →")
    figure.update_yaxes(title="pairs", showgrid=False)
    return laid_out(figure, 260).update_layout(margin={"b": 48, "l": 52})


def waterfall(paid: pd.DataFrame, title: str) -> go.Figure:
    """Which words pay for a pair's difference, in reading order.

    Args:
        paid: `text`, `difference` (nats), one row a shared token or a place of other words.
        title: name of the total.
    """
    colours = palette()
    figure = go.Figure(
        go.Waterfall(
            x=[*range(len(paid)), len(paid)],
            y=[*paid["difference"], 0],
            measure=["relative"] * len(paid) + ["total"],
            increasing={"marker": {"color": colours.toward}},
            decreasing={"marker": {"color": colours.away}},
            totals={"marker": {"color": colours.ink}},
            connector={"line": {"color": colours.line, "width": 1}},
            hovertemplate="%{delta:+.2f} nats<extra></extra>",
        )
    )
    names = [safe(_short(text)) for text in paid["text"]]
    figure.update_xaxes(
        tickvals=[*range(len(paid)), len(paid)], ticktext=[*names, safe(title)], tickangle=-35
    )
    figure.update_yaxes(title="nats", zeroline=True, zerolinecolor=colours.muted)
    return laid_out(figure, 300).update_layout(margin={"b": 80, "l": 52})


def _short(text: str) -> str:
    """A label that leaves room for the figure."""
    return text if len(text) <= _LABEL else f"{text[: _LABEL - 1]}…"


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
                hovertemplate="%{text}<br>%{x:+.2f} → %{y:+.2f}<extra></extra>",
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


def variants(rows: list[dict[str, Any]]) -> go.Figure:
    """Score of the same pairs under several variants, with intervals, around 50.

    Args:
        rows: `variant`, `n`, `score`, `interval` [2] in percent.
    """
    named = [{**row, "bias_type": row["variant"]} for row in rows]
    return by_type(named)
