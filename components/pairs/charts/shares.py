"""Shares of pairs around 50% with their intervals, a row each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.frame.present import plot
from components.frame.present.labels import in_key, named_rows, short
from components.frame.present.numbers import interval_text
from components.frame.present.theme import laid_out, palette, ring, safe
from engine.core.wording import isolated
from engine.measures.pairs.distance import FURTHER, NEARER, UNCLEAR
from engine.measures.pairs.verdict import AWAY, FEWEST, TOWARD
from engine.measures.pairs.word_pairs import lacking
from engine.statistics.shares import FEWEST_CLUSTERS

_ROW, _LOWEST_ROW = 31, 20  # pixels a row, and where there are many
_ROWS = 340  # pixels of all rows, as far as they can be so low
_LOWEST, _NARROWEST = 120, 130  # pixels
_SIZE = 8  # pixels of a dot: on a telephone, a narrow interval is hardly longer
_CLEAR = 14  # pixels around the last mark of a row that what is written after it leaves free
_LABEL = 26  # characters


def by_type(
    types: list[dict[str, Any]],
    before: list[dict[str, Any]] | None = None,
    distances: Mapping[str, str] | None = None,
    compared: str = "the model compared with",
) -> go.Figure:
    """Score of each row with its interval, on an axis from 0 to 100% with 50% marked.

    Args:
        types: `bias_type` or what else a row is named by, `n`, `score`, `interval` [2] in percent,
            and `verdict`: a side that is not clear has no colour, and fewer pairs than a share
            needs are shown by their number.
        before: the same of the model compared with, drawn as rings.
        distances: row -> `distance_verdict` against that model, which colours then show.
        compared: what that model is called.
    """
    colours = palette()
    figure = go.Figure()
    figure.add_vline(x=50, line={"color": colours.muted, "width": 1, "dash": "dot"})
    rings = {entry["bias_type"]: entry["score"] for entry in before or []}
    for row, entry in enumerate(types):
        ring_at = rings.get(entry["bias_type"])
        _share(figure, row, entry, _colour(entry, distances), ring_at)
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
        figure,
        *_key({_colour(each, distances) for each in types}, compared if before else "", distances),
        *_notes(types),
    )


def _notes(types: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, str]]:
    """What the numbers next to names and marks are."""
    notes = ["number after a name: its pairs"]
    notes += [f"no CI: fewer than {FEWEST_CLUSTERS} word pairs"] * any(
        not each["interval"] for each in types
    )
    return [("text", "", note) for note in notes]


def _key(
    used: set[str], compared: str, distances: Mapping[str, str] | None
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
    found += [("ring", colours.ink, in_key(compared))] if compared else []
    return [*found, ("line", colours.ink, "95% CI"), ("dotted", colours.muted, "no preference")]


def _share(
    figure: go.Figure, row: int, entry: dict[str, Any], colour: str, ring_at: float | None
) -> None:
    """One row: the score on its interval, and behind them the score or the count in figures.

    Args:
        ring_at: score of the model compared with, which is drawn there; None without one.
    """
    score, bounds = entry["score"], entry["interval"]
    counted = f"{round(score * entry['n'] / 100)} of {entry['n']}"
    reach = interval_text(bounds, ".1f") or lacking(entry)
    hover = f"{safe(entry['bias_type'])}: {score:.1f}% ({counted})<br>{reach}"
    draw_interval(figure, row, score, bounds, {"color": colour, "size": _SIZE}, hover)
    said = counted if entry["n"] < FEWEST else f"{score:.0f}%"
    ends = [score, *(bounds or ()), *([] if ring_at is None else [ring_at])]
    figure.add_trace(
        go.Scatter(
            x=[max(ends)],
            y=[row],
            mode="markers+text",
            # Unseen: it keeps the text as many pixels from a mark on any screen.
            marker={"size": _CLEAR, "opacity": 0},
            text=[said if bounds else f"{said}, no CI"],
            textposition="middle right",
            cliponaxis=False,  # a narrow window has less room than the axis
            hoverinfo="skip",
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
