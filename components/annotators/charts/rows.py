"""Figures of the Annotators page: groups, words and changes as rows, the language map, numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.frame.present.labels import named_rows, short
from components.frame.present.numbers import bracketed, interval_text, number, percent
from components.frame.present.theme import laid_out, palette, ring, safe
from engine.measures.agreement.scores import POOLED, bounds_of

_ROW = 46  # pixels per row
_LABEL, _NARROW = 34, 21  # characters; the second in a figure of half the width
_DRAWN = 0.86  # of the width; the values are written to the right of it
_ROUNDING = 1e-9  # smaller changes are rounding errors


def dots(
    entries: Sequence[dict[str, Any]],
    score: str,
    before: Sequence[dict[str, Any]] = (),
    people: Mapping[str, dict[str, Any]] | None = None,
) -> go.Figure:
    """Groups of one language with intervals, best first, each with its human ceiling.

    The axis has all values that the score can have.

    Args:
        entries: as `figures.group_figures` returns them, for one language.
        before: entries of the model compared with, drawn as rings.
        people: group -> its entry of `people.ceilings`.
    """
    shown = [entry for entry in entries if entry[score] is not None]
    shown.sort(key=lambda entry: -entry[score])
    positions = {entry["group"]: position for position, entry in enumerate(shown)}
    figure = go.Figure()
    for group, position in positions.items():
        ceiling = (people or {}).get(group, {}).get("people")
        if ceiling is not None:
            _ceiling(figure, ceiling, score, position)
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
    _axis(figure, score)
    named_rows(figure, list(positions), _NARROW, " × ")
    return laid_out(figure, _ROW * max(1, len(shown)) + 44).update_layout(margin={"b": 32})


def _axis(figure: go.Figure, score: str) -> None:
    """From the smallest value that a score can have to the largest, with the middle."""
    low, high = (scaled(bound, score) for bound in bounds_of(score))
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
    return laid_out(figure, 28 * max(1, len(words)) + 20)


def changes(entries: Sequence[dict[str, Any]], score: str) -> go.Figure:
    """Change of each group's score with another model or intervention; pale where not clear.

    Args:
        entries: as `figures.differences` returns them, with `name` of the row.
    """
    colours = palette()
    shown = [entry for entry in entries if entry["change"] is not None]
    figure = go.Figure()
    figure.add_vline(x=0, line={"color": colours.muted, "width": 1, "dash": "dot"})
    for position, entry in enumerate(shown):
        interval = entry["interval"]
        colour = colours.ink if is_clear(entry) else colours.muted
        if interval is not None:
            figure.add_trace(
                go.Scatter(
                    x=[scaled(end, score) for end in interval],
                    y=[position, position],
                    mode="lines",
                    line={"color": colour, "width": 2},
                    hoverinfo="skip",
                )
            )
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
                f"{confidence_text(interval, score) or 'no interval'}<extra></extra>",
            )
        )
    ends = [abs(end) for entry in shown for end in (*(entry["interval"] or ()), entry["change"])]
    reach = 1.15 * scaled(max([*ends, 0.05]), score)
    unit = " (percentage points)" if is_share(score) else ""
    figure.update_xaxes(
        title=f"← less agreement · change{unit} · more →", zeroline=False, range=[-reach, reach]
    )
    named_rows(figure, [entry["name"] for entry in shown], _LABEL, " × ")
    return laid_out(figure, _ROW * max(1, len(shown)) + 60).update_layout(margin={"b": 48})


def is_clear(entry: Mapping[str, Any]) -> bool:
    """Whether the interval of a change leaves out 0."""
    interval = entry["interval"]
    return interval is not None and not interval[0] <= 0 <= interval[1]


def _ceiling(figure: go.Figure, value: float, score: str, position: int) -> None:
    figure.add_trace(
        go.Scatter(
            x=[scaled(value, score)] * 2,
            y=[position - 0.22, position + 0.22],
            mode="lines",
            line={"color": palette().muted, "width": 3, "dash": "dot"},
            hovertemplate=f"human ceiling: {value_text(value, score)}<extra></extra>",
        )
    )


def _dot(figure: go.Figure, entry: dict[str, Any], score: str, position: int) -> None:
    colour, interval = palette().ink, entry["intervals"][score]
    if interval is not None:
        figure.add_trace(
            go.Scatter(
                x=[scaled(end, score) for end in interval],
                y=[position, position],
                mode="lines",
                line={"color": colour, "width": 2},
                hoverinfo="skip",
            )
        )
    bounds = confidence_text(interval, score) or "no interval"
    figure.add_trace(
        go.Scatter(
            x=[scaled(entry[score], score)],
            y=[position],
            mode="markers",
            marker={"color": colour, "size": 11},
            hovertemplate=f"{safe(entry['group'])}: {value_text(entry[score], score)}<br>{bounds}"
            f"<br>{entry['n_annotators']} annotators, {behind(entry, score)}<extra></extra>",
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


# --- map ----------------------------------------------------------------------------------
# The language map shows sentences in a plane, with lines between translations.

_HEIGHT = 480
_LONGEST = 90  # characters of a sentence in a hover
# Languages differ by shape, because the two colours of this project mean more and less.
_SYMBOLS = ("circle", "diamond-open", "square", "triangle-up-open", "cross", "star-open")


def language_map(
    sentences: pd.DataFrame,
    positions: Sequence[Sequence[float]],
    languages: Mapping[str, str],
    axes: tuple[str, str],
) -> go.Figure:
    """Every sentence as a point in its language's shape, with lines between translations.

    Args:
        sentences: `sentence_id`, `sentence`, `language`, one row per point.
        positions: [sentence][2].
        languages: code -> name.
        axes: titles.
    """
    colours = palette()
    frame = sentences.assign(x=[x for x, *_ in positions], y=[y for _, y, *_ in positions])
    figure = go.Figure(_translation_lines(frame))
    for place, (code, name) in enumerate(languages.items()):
        rows = frame[frame["language"] == code]
        figure.add_trace(
            go.Scatter(
                x=rows["x"],
                y=rows["y"],
                mode="markers",
                name=safe(name),
                marker={
                    "size": 9,
                    "symbol": _SYMBOLS[place % len(_SYMBOLS)],
                    "color": (colours.ink, colours.muted)[place // len(_SYMBOLS) % 2],
                    "line": {"width": 1.5},
                },
                text=[_hover(text) for text in rows["sentence"]],
                hovertemplate=f"{safe(name)}<br>%{{text}}<extra></extra>",
            )
        )
    figure.update_xaxes(title=safe(axes[0]), zeroline=False, showticklabels=False, showgrid=False)
    figure.update_yaxes(title=safe(axes[1]), zeroline=False, showticklabels=False, showgrid=False)
    return laid_out(figure, _HEIGHT).update_layout(
        showlegend=True, legend={"orientation": "h", "y": 1.08}, margin={"b": 40, "l": 40, "t": 40}
    )


def _translation_lines(frame: pd.DataFrame) -> go.Scatter:
    """One thin line through the translations of each sentence."""
    x: list[float | None] = []
    y: list[float | None] = []
    for _, rows in frame.groupby("sentence_id", sort=False):
        for (first, start), (second, end) in pairwise(zip(rows["x"], rows["y"], strict=True)):
            x += [first, second, None]
            y += [start, end, None]
    return go.Scatter(
        x=x,
        y=y,
        mode="lines",
        line={"color": palette().pale, "width": 0.6},
        hoverinfo="skip",
        showlegend=False,
    )


def _hover(text: str) -> str:
    return safe(short(text, _LONGEST))


# --- words --------------------------------------------------------------------------------
# These functions write numbers as text: shares in percent, other scores with two decimals.

_FINE = ("p_at_any",)  # shares of a hundred candidates are small
_NO_SHARE = ("mrr",)


def is_share(score: str) -> bool:
    """Whether a score is a share of sentences, words or answers."""
    return bounds_of(score) == (0.0, 1.0) and score not in _NO_SHARE


def scaled(value: float, score: str) -> float:
    """A score as it is drawn: a share in percent."""
    return 100 * value if is_share(score) else value


def value_text(value: float, score: str) -> str:
    """A score: `42%`, or `−0.31` with a true minus."""
    return number(scaled(value, score), _spec(score)) + "%" * is_share(score)


def difference_text(value: float, score: str) -> str:
    """A difference of two scores without its sign: `21 points`, or `0.31`."""
    return number(scaled(value, score), _spec(score)) + " points" * is_share(score)


def ends_text(interval: Sequence[float] | None, score: str) -> str:
    """The ends of an interval below a heading that names it: `[22, 62]`; empty without one."""
    return bracketed(_ends(interval, score), _spec(score))


def confidence_text(interval: Sequence[float] | None, score: str) -> str:
    """An interval, `95% CI [22, 62]`; empty without one."""
    return interval_text(_ends(interval, score), _spec(score))


def behind(entry: dict[str, Any], score: str) -> str:
    """What a group's score is computed from: `24 sentences`, or words of sentences."""
    sentences = f"{entry['n_sentences']:,} sentences"
    return f"{entry['pooled_n']:,} words of {sentences}" if score in POOLED else sentences


def signed(value: float) -> str:
    """A number with two decimals and a true minus."""
    return number(value, ".2f")


def _ends(interval: Sequence[float] | None, score: str) -> list[float] | None:
    return None if interval is None else [scaled(bound, score) for bound in interval]


def _spec(score: str) -> str:
    if not is_share(score):
        return ".2f"
    return ".1f" if score in _FINE else ".0f"
