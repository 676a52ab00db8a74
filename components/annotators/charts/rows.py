"""Rows of the Annotators page: groups by score, words of one sentence, changes of each group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.annotators.charts.words import behind, signed
from components.present.labels import named_rows
from components.present.numbers import interval_text, number, percent
from components.present.theme import laid_out, palette, safe

_ROW = 46  # pixels per row
_LABEL, _NARROW = 34, 21  # characters; the second in a figure of half the width
_ROUNDING = 1e-9  # smaller changes are rounding errors


def dots(
    entries: Sequence[dict[str, Any]],
    score: str,
    bounds: tuple[float, float],
    before: Sequence[dict[str, Any]] = (),
    people: Mapping[str, dict[str, Any]] | None = None,
) -> go.Figure:
    """Groups of one language with intervals, best first, each with its human ceiling.

    Args:
        entries: as `figures.group_figures` returns them, for one language.
        bounds: smallest and largest value drawn.
        before: entries of the model compared with, drawn as rings.
        people: group -> its entry of `people.ceilings`.
    """
    colours = palette()
    shown = [entry for entry in entries if entry[score] is not None]
    shown.sort(key=lambda entry: -entry[score])
    positions = {entry["group"]: position for position, entry in enumerate(shown)}
    figure = go.Figure()
    for group, position in positions.items():
        ceiling = (people or {}).get(group, {}).get("people")
        if ceiling is not None:
            _ceiling(figure, ceiling, position)
    rings = [entry for entry in before if entry["group"] in positions and entry[score] is not None]
    for entry in shown:
        _dot(figure, entry, score, positions[entry["group"]], bounds)
        _value(figure, entry[score], positions[entry["group"]])
    figure.add_trace(
        go.Scatter(
            x=[entry[score] for entry in rings],
            y=[positions[entry["group"]] for entry in rings],
            mode="markers",
            marker={
                "color": colours.ink,
                "size": 13,
                "symbol": "circle-open",
                "line": {"width": 2},
            },
            hovertemplate="%{x:.2f}<extra></extra>",
        )
    )
    room = 0.04 * (bounds[1] - bounds[0])
    figure.update_xaxes(
        range=[bounds[0] - room, bounds[1] + room],
        fixedrange=True,
        zeroline=False,
        nticks=6,
        tickangle=0,
    )
    named_rows(figure, list(positions), _NARROW)
    return laid_out(figure, _ROW * max(1, len(shown)) + 44).update_layout(margin={"b": 32, "r": 52})


def candidates(words: pd.DataFrame) -> go.Figure:
    """The model's likeliest words in one sentence; in ink where somebody gave them.

    Args:
        words: `word`, `probability` (0 to 1), `given` (how often), likeliest first.
    """
    colours = palette()
    figure = go.Figure(
        go.Bar(
            x=words["probability"],
            y=[*range(len(words))],
            orientation="h",
            marker={"color": [colours.ink if n else colours.pale for n in words["given"]]},
            text=[
                f" {percent(share)}" + (f" · {n}×" if n else "")
                for share, n in zip(words["probability"], words["given"], strict=True)
            ],
            textposition="outside",
            cliponaxis=False,
            hoverinfo="skip",
        )
    )
    top = float(words["probability"].max()) if len(words) else 1.0
    figure.update_xaxes(visible=False, range=[0, top * 1.9], fixedrange=True)
    named_rows(figure, words["word"].tolist(), _LABEL)
    return laid_out(figure, 28 * max(1, len(words)) + 20)


def changes(entries: Sequence[dict[str, Any]]) -> go.Figure:
    """Change of each group's score with another model or intervention.

    Args:
        entries: as `figures.differences` returns them, with `name` of the row.
    """
    colours = palette()
    shown = [entry for entry in entries if entry["change"] is not None]
    figure = go.Figure()
    figure.add_vline(x=0, line={"color": colours.muted, "width": 1, "dash": "dot"})
    for position, entry in enumerate(shown):
        change, interval = entry["change"], entry["interval"]
        colour = colours.ink
        if abs(change) > _ROUNDING:
            colour = colours.toward if change > 0 else colours.away
        if interval is not None:
            figure.add_trace(
                go.Scatter(
                    x=interval,
                    y=[position, position],
                    mode="lines",
                    line={"color": colour, "width": 2},
                    hoverinfo="skip",
                )
            )
        figure.add_trace(
            go.Scatter(
                x=[change],
                y=[position],
                mode="markers+text",
                marker={"color": colour, "size": 11},
                text=[_change(change)],
                textposition="top center",
                hovertemplate=f"{safe(entry['name'])}: {signed(entry['before'])} → "
                f"{signed(entry['after'])}<extra></extra>",
            )
        )
    ends = [abs(end) for entry in shown for end in (*(entry["interval"] or ()), entry["change"])]
    reach = 1.15 * max([*ends, 0.05])
    figure.update_xaxes(
        title="← less agreement · change · more →", zeroline=False, range=[-reach, reach]
    )
    named_rows(figure, [entry["name"] for entry in shown], _LABEL)
    return laid_out(figure, _ROW * max(1, len(shown)) + 60).update_layout(margin={"b": 48})


def _ceiling(figure: go.Figure, value: float, position: int) -> None:
    figure.add_trace(
        go.Scatter(
            x=[value, value],
            y=[position - 0.22, position + 0.22],
            mode="lines",
            line={"color": palette().muted, "width": 3, "dash": "dot"},
            hovertemplate="human ceiling: %{x:.2f}<extra></extra>",
        )
    )


def _dot(
    figure: go.Figure,
    entry: dict[str, Any],
    score: str,
    position: int,
    bounds: tuple[float, float],
) -> None:
    colour, interval = palette().ink, entry["intervals"][score]
    if interval is not None:
        figure.add_trace(
            go.Scatter(
                x=[min(max(end, bounds[0]), bounds[1]) for end in interval],
                y=[position, position],
                mode="lines",
                line={"color": colour, "width": 2},
                hoverinfo="skip",
            )
        )
    bounds_text = interval_text(interval, ".2f") or "no interval"
    figure.add_trace(
        go.Scatter(
            x=[entry[score]],
            y=[position],
            mode="markers",
            marker={"color": colour, "size": 11},
            hovertemplate=f"{safe(entry['group'])}: {signed(entry[score])}<br>{bounds_text}<br>"
            f"{entry['n_annotators']} annotators, {behind(entry, score)} sentences<extra></extra>",
        )
    )


def _value(figure: go.Figure, value: float, position: int) -> None:
    """Write the score of a row at the right edge."""
    figure.add_annotation(
        x=1,
        xref="paper",
        y=position,
        text=signed(value),
        showarrow=False,
        xanchor="left",
        xshift=8,
        font={"size": 13, "color": palette().text},
    )


def _change(value: float) -> str:
    return "0.00" if abs(value) <= _ROUNDING else number(value, "+.2f")
