"""Figures of the Pairs page: types around 50%, differences, one pair's waterfall, two models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.frame.present import plot
from components.frame.present.labels import isolated, named_rows, short
from components.frame.present.numbers import interval_text, signed
from components.frame.present.theme import laid_out, palette, ring, safe
from engine.measures.pairs.distance import FURTHER, NEARER, UNCLEAR
from engine.measures.pairs.summary import AWAY, FEWEST, TOWARD
from engine.measures.pairs.word_pairs import lacking

_ROW, _LOWEST_ROW = 31, 20  # pixels a row, and where there are many
_ROWS = 340  # pixels of all rows, as far as they can be so low
_LOWEST, _NARROWEST = 120, 130  # pixels
_DOT = 3  # percent that a dot covers on either side of its score
_SIZE = 8  # pixels of a dot: on a telephone, a narrow interval is hardly longer
_LABEL = 26  # characters
_BINS = 40  # bars of a distribution, as many on either side of 0


def by_type(
    types: list[dict[str, Any]],
    before: list[dict[str, Any]] | None = None,
    distances: Mapping[str, str] | None = None,
) -> go.Figure:
    """Score of each row with its interval, on an axis from 0 to 100% with 50% marked.

    Args:
        types: `bias_type` or what else a row is named by, `n`, `score`, `interval` [2] in percent,
            and `verdict`: a side that is not clear has no colour, and fewer pairs than a share
            needs are shown by their number.
        before: the same of the model compared with, drawn as rings.
        distances: row -> `distance_verdict` against that model, which colours then show.
    """
    colours = palette()
    figure = go.Figure()
    figure.add_vline(x=50, line={"color": colours.muted, "width": 1, "dash": "dot"})
    for row, entry in enumerate(types):
        _share(figure, row, entry, _colour(entry, distances))
    rows = {entry["bias_type"]: row for row, entry in enumerate(types)}
    _rings(figure, rows, before or [])
    figure.update_xaxes(
        range=[-4, 124],
        tickvals=[0, 50, 100],
        ticktext=["0%", "50%", "100%"],
        fixedrange=True,
        showgrid=False,
        tickangle=0,
    )
    labels = [f"{isolated(short(entry['bias_type'], _LABEL))}  {entry['n']}" for entry in types]
    named_rows(figure, labels, max(map(len, labels), default=0))
    row = max(_LOWEST_ROW, min(_ROW, _ROWS // max(1, len(types))))
    figure = laid_out(figure, max(_LOWEST, row * len(types) + 40))
    figure.update_layout(margin={"r": 28}, minreducedwidth=_NARROWEST)
    return plot.keyed(
        figure, *_key({_colour(each, distances) for each in types}, before, distances)
    )


def _key(
    used: set[str], before: list[dict[str, Any]] | None, distances: Mapping[str, str] | None
) -> list[tuple[str, str, str]]:
    """What the colours that are used mean, and the lines."""
    colours = palette()
    sides = ("clearly further from 50%", "clearly nearer to 50%")
    if distances is None:
        sides = ("clearly toward the stereotype", "clearly away from it")
    meanings = (
        (colours.ink, "not clear"),
        *zip((colours.toward, colours.away), sides, strict=True),
    )
    meanings = (*meanings, (colours.muted, f"fewer than {FEWEST} pairs"))
    found = [("dot", colour, text) for colour, text in meanings if colour in used]
    found += [("ring", colours.ink, "the model compared with")] if before else []
    return [*found, ("line", colours.ink, "95% CI"), ("dotted", colours.muted, "no preference")]


def _share(figure: go.Figure, row: int, entry: dict[str, Any], colour: str) -> None:
    """One row: the interval with the score or the count behind it, and the dot."""
    interval = entry["interval"] or [entry["score"]] * 2  # of few word pairs, the dot alone
    reach = interval_text(entry["interval"], ".1f") or lacking(entry)
    counted = f"{round(entry['score'] * entry['n'] / 100)} of {entry['n']}"
    few = entry["n"] < FEWEST
    gap = " " if interval[1] - entry["score"] > _DOT else "   "
    bare = "" if entry["interval"] else ", no CI"
    said = counted if few else f"{entry['score']:.0f}%{bare}"
    figure.add_trace(
        go.Scatter(
            x=interval,
            y=[row, row],
            mode="lines+text",
            line={"color": colour, "width": 2},
            text=["", gap + said],
            textposition="middle right",
            cliponaxis=False,  # a narrow window has less room than the axis
            hoverinfo="skip",
        )
    )
    figure.add_trace(
        go.Scatter(
            x=[entry["score"]],
            y=[row],
            mode="markers",
            marker={"color": colour, "size": _SIZE},
            hovertemplate=f"{safe(entry['bias_type'])}: {entry['score']:.1f}% ({counted})<br>"
            f"{reach}<extra></extra>",
        )
    )


def _colour(entry: dict[str, Any], distances: Mapping[str, str] | None) -> str:
    """Colour of a clear side of 50%, or, beside another score, of a clear change of distance."""
    if entry["n"] < FEWEST:
        return palette().muted
    toward, away = palette().toward, palette().away
    if distances is None:
        return {TOWARD: toward, AWAY: away}.get(entry["verdict"], palette().ink)
    verdict = distances.get(entry["bias_type"], UNCLEAR)
    return {FURTHER: toward, NEARER: away}.get(verdict, palette().ink)


def _rings(figure: go.Figure, rows: dict[str, int], before: list[dict[str, Any]]) -> None:
    shown = [entry for entry in before if entry["bias_type"] in rows]
    figure.add_trace(
        go.Scatter(
            x=[entry["score"] for entry in shown],
            y=[rows[entry["bias_type"]] for entry in shown],
            mode="markers",
            marker=ring(),
            hovertemplate="%{x:.1f}%<extra></extra>",
        )
    )


def draw_interval(
    figure: go.Figure,
    row: int,
    value: float,
    bounds: Sequence[float] | None,
    marker: dict[str, Any],
    hover: str,
) -> None:
    """One row: a line over its interval, and a mark on its value.

    Args:
        marker: as plotly takes it, with its `color`, which is that of the line too.
        hover: shown at the mark.
    """
    figure.add_trace(
        go.Scatter(
            x=[*(bounds or (value, value))],
            y=[row, row],
            mode="lines",
            line={"color": marker["color"], "width": 2},
            hoverinfo="skip",
        )
    )
    figure.add_trace(
        go.Scatter(
            x=[value],
            y=[row],
            mode="markers",
            marker=marker,
            hovertemplate=f"{hover}<extra></extra>",
        )
    )


def difference_histogram(frame: pd.DataFrame, before: pd.DataFrame | None = None) -> go.Figure:
    """Distribution of pair differences, coloured by the sentence they favour.

    Args:
        frame: one row a pair, `difference` in nats (> 0: the stereotype), `prefers_stereotype`
            and `tie`; pairs that were not scored are left out.
        before: the same of the model compared with, drawn as an outline.
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
    figure.update_xaxes(title="difference, nats<br>← against the stereotype · for it →")
    figure.update_yaxes(title="pairs", showgrid=False)
    figure = laid_out(figure, 278).update_layout(margin={"b": 66, "l": 52})
    entries = [
        ("square", colours.toward, "the stereotyping sentence is likelier"),
        ("square", colours.away, "the other sentence is"),
    ]
    entries += [("square", colours.ink, "both alike")] if tie.any() else []
    entries += [("line", colours.ink, "the model compared with")] if before is not None else []
    return plot.keyed(figure, *entries)


def _counts(differences: pd.Series[float], edge: float) -> list[int]:
    """Pairs in each bar; counted here, so that thousands of numbers need not be sent."""
    bins = ((differences + edge) * (_BINS / (2 * edge))).clip(0, _BINS - 1).astype(int)
    return bins.value_counts().reindex(range(_BINS), fill_value=0).tolist()


def waterfall(
    parts: pd.DataFrame, title: str, bounds: tuple[float, float] | None = None
) -> go.Figure:
    """What each word contributes to a pair's difference, in reading order.

    Args:
        parts: `text`, `difference` (nats), one row per shared token or run of other words.
        title: name of the total.
        bounds: of the axis, if two figures are to be compared.
    """
    colours = palette()
    figure = go.Figure(
        go.Waterfall(
            x=[*range(len(parts)), len(parts)],
            y=[*parts["difference"], 0],
            measure=["relative"] * len(parts) + ["total"],
            increasing={"marker": {"color": colours.toward}},
            decreasing={"marker": {"color": colours.away}},
            totals={"marker": {"color": colours.ink}},
            connector={"line": {"color": colours.line, "width": 1}},
            customdata=[*map(signed, [*parts["difference"], parts["difference"].sum()])],
            hovertemplate="%{customdata} nats<extra></extra>",
        )
    )
    names = [safe(short(text, _LABEL)) for text in parts["text"]]
    figure.update_xaxes(
        tickvals=[*range(len(parts)), len(parts)], ticktext=[*names, safe(title)], tickangle=-35
    )
    figure.update_yaxes(title="nats", zeroline=True, zerolinecolor=colours.muted, range=bounds)
    figure = laid_out(figure, 300).update_layout(margin={"b": 80, "l": 52})
    return plot.keyed(
        figure,
        ("square", colours.toward, "likelier in the stereotyping sentence"),
        ("square", colours.away, "likelier in the other"),
        ("square", colours.ink, title),
    )


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
