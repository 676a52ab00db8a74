"""Contestants by flag rate, with the interval of each rank; tiers as bands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from components.arena.charts.rates import AXIS_END, COLUMN, Row, axis_end
from components.arena.charts.share_axis import (
    dot,
    in_lines,
    named_axis,
    percent_tick,
    share_axis,
    share_column,
    tens_tick,
)
from components.arena.figures import rate_interval
from components.frame.present import plot
from components.frame.present.theme import laid_out, palette, safe
from engine.core.wording import tier_letter
from engine.measures.arena.few import ENOUGH, flagged_text

_ROW, _TWO_LINES = 32, 40  # pixels
_LABEL = 20  # characters of a line, which fit a telephone
_RANKS = 56  # pixels of the last column
_APART = 16  # pixels more between headings of columns, which are larger on the Stage
_COUNTS = 20  # pixels more of a column of counts, `11 of 24`
_NARROWEST = 80  # pixels of the axis


def ranking(
    entries: Sequence[dict[str, Any]], names: Sequence[str], chosen: str, n: int = ENOUGH
) -> go.Figure:
    """Draw the contestants, the lowest flag rate on top.

    Args:
        entries: as `rank` returns them under `ranking`; `n` sentences, of which few are counted.
        chosen: digest of the report of the page, drawn in ink.
    """
    colours = palette()
    figure = go.Figure()
    _bands(figure, entries)
    for position, (entry, name) in enumerate(zip(entries, names, strict=True)):
        own = entry["digest"] == chosen
        _dot(figure, position, {**entry, "n": n}, name, colours.ink if own else colours.muted)
    share_column(figure, "flagged", [flagged_text(entry["flag_rate"], n) for entry in entries])
    column = COLUMN + _APART + _COUNTS * (n < ENOUGH)
    if len(entries) > 1:  # a single contestant has no rank
        ranks = [rank_text(entry["rank_interval"]) for entry in entries]
        share_column(figure, "rank,<br>95% CI", ranks, column)
    rows = [Row("", entry["flag_rate"], entry["interval"]) for entry in entries]
    share_axis(figure, axis_end(rows), (-0.04, AXIS_END), tens_tick if n < ENOUGH else percent_tick)
    labels = [in_lines(name, _LABEL) for name in names]
    shown = [
        f"<b>{label}</b>" if entry["digest"] == chosen else label
        for entry, label in zip(entries, labels, strict=True)
    ]
    named_axis(figure, shown, (len(entries) - 0.5, -1.7))
    row = _TWO_LINES if any("<br>" in label for label in labels) else _ROW
    figure = laid_out(figure, row * len(entries) + 90)
    figure.update_layout(margin={"b": 28, "r": column + _RANKS}, minreducedwidth=_NARROWEST)
    return plot.keyed(figure, *_key(entries, chosen))


def _key(entries: Sequence[dict[str, Any]], chosen: str) -> list[tuple[str, str, str]]:
    """What shades, lines and grounds mean."""
    colours = palette()
    others = [entry for entry in entries if entry["digest"] != chosen]
    found = [("dot", colours.ink, "this model")] if len(others) < len(entries) else []
    found += [("dot", colours.muted, "other models")] if others else []
    found.append(("line", colours.muted, "95% CI"))
    several = len({entry["tier"] for entry in entries}) > 1
    return [*found, *([("square", colours.line, "every other tier")] if several else [])]


def rank_text(interval: Sequence[int] | None) -> str:
    """The interval of a rank: `1–3`, or `1`."""
    if interval is None:
        return "–"
    low, high = interval
    return f"{low}" if low == high else f"{low}–{high}"


def _bands(figure: go.Figure, entries: Sequence[dict[str, Any]]) -> None:
    """Every other tier has a ground of its own; a single tier needs none."""
    tiers = list(dict.fromkeys(entry["tier"] for entry in entries))
    if len(tiers) < 2:
        return
    for tier in tiers[::2]:
        rows = [row for row, entry in enumerate(entries) if entry["tier"] == tier]
        figure.add_hrect(
            y0=min(rows) - 0.5,
            y1=max(rows) + 0.5,
            fillcolor=palette().line,
            opacity=0.5,
            line_width=0,
            layer="below",
        )


def _dot(figure: go.Figure, position: int, entry: dict[str, Any], name: str, colour: str) -> None:
    rate, interval = entry["flag_rate"], entry["interval"]
    hover = (
        f"{safe(name)}: {flagged_text(rate, entry['n'])}<br>"
        f"{rate_interval(interval, entry['n']) or 'no interval'}"
    )
    if entry["rank"] is not None:
        hover += (
            f"<br>rank {entry['rank']}, 95% {rank_text(entry['rank_interval'])}, "
            f"tier {tier_letter(entry['tier'])}"
        )
    dot(figure, position, (rate, interval), colour, 11, hover)
