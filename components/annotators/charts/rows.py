"""Figures of the Annotators page in rows: groups, words, and changes of groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.annotators.score_text import (
    behind,
    confidence_text,
    difference_text,
    is_share,
    scaled,
    value_text,
)
from components.frame.present import plot
from components.frame.present.labels import in_key, named_rows
from components.frame.present.numbers import number, percent
from components.frame.present.theme import laid_out, palette, ring, safe, unsettled
from engine.core.wording import counted
from engine.measures.agreement.scores import bounds_of

_ROW, _LOW_ROW = 46, 30  # pixels per row; the second where there are many
_FIRST = 330  # pixels of all rows, as far as they fit
_ENDS = (1, 2, 4, 10, 20, 30, 40, 50, 60, 80, 100)  # percent; where an axis of shares may end
_LABEL, _NARROW = 34, 21  # characters; the second in a figure of half the width
_DRAWN = 0.86  # of the width; the values are written to the right of it
_ROUNDING = 1e-9  # smaller changes are rounding errors


def dots(
    entries: Sequence[dict[str, Any]],
    score: str,
    before: Sequence[dict[str, Any]] = (),
    people: Mapping[str, dict[str, Any]] | None = None,
    whose: str = "model",
    compared: str = "the model compared with",
) -> go.Figure:
    """Groups of one language with intervals, best first, each with how far its people agree.

    The axis of a share begins at 0 and ends at a round number beyond all that is drawn; that of
    another score has all values that it can have.

    Args:
        entries: as `figures.group_figures` returns them, for one language.
        before: entries of the model compared with, drawn as rings.
        people: group -> its entry of `people.ceilings`.
        whose: scores the dots are.
        compared: what the model of the rings is called.
    """
    shown = [entry for entry in entries if entry[score] is not None]
    shown.sort(key=lambda entry: -entry[score])
    positions = {entry["group"]: position for position, entry in enumerate(shown)}
    figure = go.Figure()
    for group, position in positions.items():
        entry = (people or {}).get(group, {})
        if entry.get("people") is not None:
            _ceiling(figure, entry, score, position)
    rings = [entry for entry in before if entry["group"] in positions and entry[score] is not None]
    for entry in shown:
        _dot(figure, entry, score, positions[entry["group"]])
        _value(figure, value_text(entry[score], score), positions[entry["group"]])
    figure.add_trace(
        go.Scatter(
            x=[scaled(entry[score], score) for entry in rings],
            y=[positions[entry["group"]] for entry in rings],
            mode="markers",
            marker=ring(13),
            text=[value_text(entry[score], score) for entry in rings],
            hovertemplate="%{text}<extra></extra>",
        )
    )
    _axis(figure, score, _largest([*shown, *rings], score, people or {}))
    named_rows(figure, list(positions), _NARROW, " × ")
    row = min(_ROW, max(_LOW_ROW, _FIRST // max(1, len(shown))))
    figure = laid_out(figure, row * max(1, len(shown)) + 44).update_layout(margin={"b": 32})
    others = [("ring", palette().ink, in_key(compared))] if rings else []
    if any((people or {}).get(group, {}).get("people") is not None for group in positions):
        others.append(("dotted", palette().muted, "one person against the rest of the group"))
    return plot.keyed(
        figure, ("dot", palette().ink, whose), ("line", palette().ink, "95% CI"), *others
    )


def _ceiling(figure: go.Figure, entry: Mapping[str, Any], score: str, position: int) -> None:
    """How far the people of a row agree: a dotted mark, and its interval below the group's own."""
    colour, value = palette().muted, entry["people"]
    bounds = confidence_text(entry["interval"], score)
    hover = ", ".join(
        filter(None, [f"one person against the rest: {value_text(value, score)}", bounds])
    )
    mark = {"color": colour, "width": 3, "dash": "dot"}
    x = [scaled(value, score)] * 2
    _line(figure, x, [position - 0.22, position + 0.28], mark, f"{hover}<extra></extra>")
    if entry["interval"] is not None:
        ends = [scaled(bound, score) for bound in entry["interval"]]
        thin = {"color": colour, "width": 1.5, "dash": "dot"}
        _line(figure, ends, [position + 0.28] * 2, thin)


def _largest(
    entries: Sequence[dict[str, Any]], score: str, people: Mapping[str, dict[str, Any]]
) -> float:
    """The largest value or end of an interval that is drawn."""
    intervals = [entry["intervals"][score] for entry in entries]
    intervals += [entry.get("interval") for entry in people.values()]
    ends = [interval[1] for interval in intervals if interval is not None]
    values = [entry[score] for entry in entries]
    values += [entry["people"] for entry in people.values() if entry.get("people") is not None]
    return max([*ends, *values], default=1.0)


def _axis(figure: go.Figure, score: str, largest: float) -> None:
    """From the smallest value that a score can have to its end, with the middle."""
    low, high = (scaled(bound, score) for bound in bounds_of(score))
    if is_share(score):
        high = next((end for end in _ENDS if end >= scaled(largest, score)), high)
    ticks = [low, (low + high) / 2, high]
    room = 0.04 * (high - low)
    figure.update_xaxes(
        range=[low - room, high + room],
        domain=[0, _DRAWN],
        tickvals=ticks,
        ticktext=[f"{tick:g}%" if is_share(score) else number(tick, "g") for tick in ticks],
        fixedrange=True,
        zeroline=False,
        tickangle=0,
    )


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
    figure = laid_out(figure, 28 * max(1, len(words)) + 20)
    return plot.keyed(
        figure,
        ("square", colours.ink, "people gave this word, and how often"),
        ("square", colours.pale, "nobody gave it"),
    )


def changes(entries: Sequence[dict[str, Any]], score: str) -> go.Figure:
    """Change of each group's score with another model or intervention; pale where not clear.

    Args:
        entries: as `changes.differences` returns them, with `name` of the row.
    """
    colours = palette()
    shown = [entry for entry in entries if entry["change"] is not None]
    figure = go.Figure()
    figure.add_vline(x=0, line={"color": colours.muted, "width": 1, "dash": "dot"})
    for position, entry in enumerate(shown):
        colour = colours.ink if entry["side"] else unsettled()
        _interval(figure, entry["interval"], score, position, colour)
        figure.add_trace(
            go.Scatter(
                x=[scaled(entry["change"], score)],
                y=[position],
                mode="markers+text",
                marker={"color": colour, "size": 11},
                text=[_change(entry["change"], score)],
                textposition="top center",
                hovertemplate=f"{safe(entry['name'])}: {value_text(entry['before'], score)} → "
                f"{value_text(entry['after'], score)}<br>"
                f"{confidence_text(entry['interval'], score) or 'no interval'}<extra></extra>",
            )
        )
    ends = [abs(end) for entry in shown for end in (*(entry["interval"] or ()), entry["change"])]
    reach = 1.15 * scaled(max([*ends, 0.05]), score)
    unit = " (percentage points)" if is_share(score) else ""
    figure.update_xaxes(
        title=f"← less agreement · change{unit} · more →", zeroline=False, range=[-reach, reach]
    )
    named_rows(figure, [entry["name"] for entry in shown], _LABEL, " × ")
    figure = laid_out(figure, _ROW * max(1, len(shown)) + 60).update_layout(margin={"b": 48})
    clear = {bool(entry["side"]) for entry in shown}
    found = [("dot", colours.ink, "clear")] if True in clear else []
    found += [("dot", unsettled(), "pale: not clear")] if False in clear else []
    return plot.keyed(figure, *found, ("line", colours.muted, "95% CI"))


def _interval(
    figure: go.Figure, interval: Sequence[float] | None, score: str, position: int, colour: str
) -> None:
    if interval is not None:
        x = [scaled(end, score) for end in interval]
        _line(figure, x, [position] * 2, {"color": colour, "width": 2})


def _line(
    figure: go.Figure, x: list[float], y: list[float], line: dict[str, Any], hover: str = ""
) -> None:
    shown = {"hovertemplate": hover} if hover else {"hoverinfo": "skip"}
    figure.add_trace(go.Scatter(x=x, y=y, mode="lines", line=line, **shown))


def _dot(figure: go.Figure, entry: dict[str, Any], score: str, position: int) -> None:
    colour, interval = palette().ink, entry["intervals"][score]
    _interval(figure, interval, score, position, colour)
    bounds = confidence_text(interval, score) or "no interval"
    figure.add_trace(
        go.Scatter(
            x=[scaled(entry[score], score)],
            y=[position],
            mode="markers",
            marker={"color": colour, "size": 11},
            hovertemplate=f"{safe(entry['group'])}: {value_text(entry[score], score)}<br>{bounds}"
            f"<br>{counted(entry['n_annotators'], 'annotator')}, "
            f"{behind(entry, score)}<extra></extra>",
        )
    )


def _value(figure: go.Figure, text: str, position: int) -> None:
    """Write the score of a row at the right edge."""
    figure.add_annotation(
        x=_DRAWN,
        xref="paper",
        y=position,
        text=text,
        showarrow=False,
        xanchor="left",
        xshift=4,
        font={"size": 13, "color": palette().text},
    )


def _change(value: float, score: str) -> str:
    if abs(value) <= _ROUNDING:
        return difference_text(0.0, score)
    text = difference_text(value, score)
    return text if text.startswith("−") else f"+{text}"
