"""Figure of the professions tab: associations by list and gender, and their difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.cabm.charts.marks import FIRST, SECOND, dotted
from components.frame.present import plot
from components.frame.present.labels import named_rows
from components.frame.present.numbers import interval_text, signed
from components.frame.present.theme import laid_out, palette, ring, safe
from engine.measures.bec_pro.data.sentences import BALANCED, FEMALE, MALE
from engine.measures.bec_pro.report import UNCLEAR, drawn_more

_ROW, _APART, _TITLE = 74, 0.14, 11
_GAP = 0.14  # of the width, between the halves, whose ticks would look like one scale
_MARKS = ((MALE, FIRST, "words for men"), (FEMALE, SECOND, "words for women"))


def groups(
    report: Mapping[str, Any],
    before: Mapping[str, Any] | None = None,
    label: str = "",
) -> go.Figure:
    """Mean association of every list of professions with each gender, and the difference.

    Args:
        report: of `bec_pro.report.report`.
        before: that of the model compared with, drawn as rings.
        label: name of that model.
    """
    entries = report["parts"]["groups"]
    figure = make_subplots(
        rows=1,
        cols=2,
        shared_yaxes=True,
        column_widths=[0.56, 0.44],
        horizontal_spacing=_GAP,
        subplot_titles=[
            "<b>Association</b><br>nats",
            "<b>Difference</b><br>words for men −<br>for women, nats",
        ],
    )
    for (gender, symbol, name), apart in zip(_MARKS, (-_APART, _APART), strict=True):
        colours = [palette().ink] * len(entries)
        _draw(figure, 1, entries, gender, name, colours, symbol, apart)
        if before is not None:
            _rings(figure, 1, entries, before, gender, label, apart)
    _draw(figure, 2, entries, "difference", "difference", [*map(_colour, entries)], "diamond", 0.0)
    if before is not None:
        _rings(figure, 2, entries, before, "difference", label, 0.0)
    for column in (1, 2):  # drawn only where there are marks already
        figure.add_vline(x=0, line=dotted(), row=1, col=column)
    figure.update_annotations(font={"size": _TITLE})
    named_rows(figure, [_name(entry) for entry in entries], 24)
    figure.update_xaxes(zeroline=False, rangemode="tozero", nticks=4)
    figure = laid_out(figure, _ROW * len(entries) + 162)
    figure.update_layout(
        showlegend=True,
        legend={"orientation": "h", "y": -0.26, "yanchor": "top"},
        margin={"b": 80, "t": 62},
    )
    return plot.keyed(figure, *_differences(entries), ("line", palette().ink, "95% CI"))


def _differences(entries: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, str]]:
    """What the colours of the differences mean that are there."""
    used = {_colour(entry) for entry in entries}
    meanings = (
        (palette().toward, "difference, toward the stereotype"),
        (palette().away, "difference, away from it"),
        (palette().ink, "difference, not clear"),
    )
    return [("diamond", colour, text) for colour, text in meanings if colour in used]


def _name(entry: Mapping[str, Any]) -> str:
    listed = "listed as neither" if entry["group"] == BALANCED else f"{entry['group']} list"
    return f"{listed} ({entry['n']})"


def _colour(entry: Mapping[str, Any]) -> str:
    """Of a difference: toward or away from the stereotype where it is clear, as the words say."""
    colours, drawn = palette(), drawn_more(entry)
    if entry["group"] == BALANCED or drawn in UNCLEAR:
        return colours.ink
    return colours.toward if drawn == entry["group"] else colours.away


def _draw(
    figure: go.Figure,
    column: int,
    entries: Sequence[Mapping[str, Any]],
    key: str,
    name: str,
    colours: list[str],
    symbol: str,
    apart: float,
) -> None:
    """Marks of one kind with their intervals, one row an entry."""
    for row, (entry, colour) in enumerate(zip(entries, colours, strict=True)):
        figure.add_trace(
            go.Scatter(
                x=entry[key]["interval"] or [],
                y=[row + apart] * len(entry[key]["interval"] or []),
                mode="lines",
                line={"color": colour, "width": 2},
                showlegend=False,
                hoverinfo="skip",
            ),
            row=1,
            col=column,
        )
    figure.add_trace(
        go.Scatter(
            x=[entry[key]["mean"] for entry in entries],
            y=[row + apart for row in range(len(entries))],
            mode="markers",
            name=name,
            showlegend=column == 1,
            marker={
                "symbol": symbol,
                "size": 11,
                "color": colours,
                "line": {"width": 2, "color": colours},
            },
            customdata=[
                f"{safe(_name(entry))}, {name}: {signed(entry[key]['mean'])}<br>"
                + (interval_text(entry[key]["interval"], "+.2f") or "no interval")
                for entry in entries
            ],
            hovertemplate="%{customdata}<extra></extra>",
        ),
        row=1,
        col=column,
    )


def _rings(
    figure: go.Figure,
    column: int,
    entries: Sequence[Mapping[str, Any]],
    before: Mapping[str, Any],
    key: str,
    label: str,
    apart: float,
) -> None:
    """The means of the model compared with, in the same rows."""
    other = {entry["group"]: entry[key]["mean"] for entry in before["parts"]["groups"]}
    rows = [row for row, entry in enumerate(entries) if entry["group"] in other]
    values = [other[entries[row]["group"]] for row in rows]
    figure.add_trace(
        go.Scatter(
            x=values,
            y=[row + apart for row in rows],
            mode="markers",
            name=safe(label),
            showlegend=column == 2,
            marker=ring(16),
            customdata=[f"{safe(label)}: {signed(value)}" for value in values],
            hovertemplate="%{customdata}<extra></extra>",
        ),
        row=1,
        col=column,
    )
