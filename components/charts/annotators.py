"""Figures of the Annotators page: groups by language, groups by score, one sentence, two models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.colour import between
from components.shares import percent, whole_percent
from components.theme import ink_on, laid_out, palette, safe

_ROW = 46  # pixels a row of dots
_CELL = 62  # pixels a row of cells
_LABEL, _NARROW = 34, 21  # characters; the second in a figure of half the width
_NOTHING = 1e-9  # a change that is only rounding
_MOST_BOUNDED = 5  # groups against groups; with more, the intervals are told by hovering


def by_language(
    entries: Sequence[dict[str, Any]],
    languages: Mapping[str, str],
    score: str,
    high: float,
    narrow: bool = False,
) -> go.Figure:
    """Groups by languages; each cell has the score, its interval, annotators and sentences.

    Args:
        entries: of `figures.group_figures`.
        languages: code -> what the column is called; the order of the columns.
        high: the score that has the full colour, the same for every figure beside this one.
        narrow: whether the figure has half the width.
    """
    colours = palette()
    groups = list(dict.fromkeys(entry["group"] for entry in entries))
    found = {(entry["group"], entry["language"]): entry for entry in entries}
    shares = [
        [_share(found.get((group, code), {}).get(score), high) for code in languages]
        for group in groups
    ]
    figure = go.Figure(
        go.Heatmap(
            z=[[0.0 if share is None else share for share in row] for row in shares],
            x=[*range(len(languages))],
            y=[*range(len(groups))],
            zmin=0,
            zmax=1,
            colorscale=[[0, colours.middle], [1, colours.ink]],
            showscale=False,
            xgap=3,
            ygap=3,
            customdata=[
                [_cell_hover(found.get((group, code)), score) for code in languages]
                for group in groups
            ],
            hovertemplate="%{customdata}<extra></extra>",
        )
    )
    cells = [
        (column, row, _cell_text(found.get((group, code)), score), shares[row][column] or 0.0)
        for row, group in enumerate(groups)
        for column, code in enumerate(languages)
    ]
    _written(figure, cells)
    figure.update_xaxes(
        side="top",
        tickvals=[*range(len(languages))],
        ticktext=[safe(name).replace(", ", "<br>") for name in languages.values()],
        tickangle=0,
        fixedrange=True,
        showgrid=False,
        zeroline=False,
    )
    _named_rows(figure, groups, _NARROW if narrow else _LABEL)
    return laid_out(figure, _CELL * max(1, len(groups)) + 56).update_layout(margin={"t": 48})


def _written(figure: go.Figure, cells: Sequence[tuple[int, int, str, float]]) -> None:
    """Text inside coloured cells.

    Args:
        cells: column, row, text, and how far the ground is from the middle to ink, 0 to 1.
    """
    colours = palette()
    grounds = [between(colours.middle, colours.ink, share) for *_, share in cells]
    figure.add_trace(
        go.Scatter(
            x=[column for column, *_ in cells],
            y=[row for _, row, *_ in cells],
            mode="text",
            text=[text for _, _, text, _ in cells],
            textfont={"size": 12, "color": [ink_on(ground) for ground in grounds]},
            hoverinfo="skip",
        )
    )


def _named_rows(figure: go.Figure, names: Sequence[str], most: int = _LABEL) -> None:
    figure.update_yaxes(
        range=[len(names) - 0.5, -0.5],
        tickvals=[*range(len(names))],
        ticktext=[safe(_short(name, most)) for name in names],
        fixedrange=True,
        showgrid=False,
        zeroline=False,
    )


def _share(value: float | None, high: float) -> float | None:
    return None if value is None else min(1.0, max(0.0, value / high if high > 0 else 0.0))


def _cell_text(entry: dict[str, Any] | None, score: str) -> str:
    if entry is None:
        return "–"
    if entry[score] is None:
        return "undefined"
    bounds = entry["intervals"][score]
    told = f"{signed(bounds[0])} to {signed(bounds[1])}" if bounds else "no interval"
    size = f"n {entry['n_annotators']} × {behind(entry, score)}"
    return f"<b>{signed(entry[score])}</b><br>{told}<br>{size}"


def _cell_hover(entry: dict[str, Any] | None, score: str) -> str:
    if entry is None:
        return "no annotators"
    return (
        f"{safe(entry['group'])}: {entry['n_annotators']} annotators, {behind(entry, score)} "
        f"sentences, {entry['n_answers']} answers"
    )


def behind(entry: dict[str, Any], score: str) -> int:
    """Sentences that a score of a group rests on."""
    name = "n_correlated" if score in ("spearman", "kendall") else "n_sentences"
    return int(entry[name])


def signed(value: float) -> str:
    """A figure with two decimals and a true minus."""
    return f"{value:.2f}".replace("-", "−")


def dots(
    entries: Sequence[dict[str, Any]],
    score: str,
    bounds: tuple[float, float],
    before: Sequence[dict[str, Any]] = (),
    people: Mapping[str, dict[str, Any]] | None = None,
) -> go.Figure:
    """Groups of one language with intervals, best first; the human ceiling as a line a group.

    Args:
        entries: of `figures.group_figures`, of one language.
        bounds: smallest and largest value that is drawn.
        before: the same of the model compared with, drawn as rings.
        people: group -> its entry of `people.ceilings`.
    """
    colours = palette()
    shown = [entry for entry in entries if entry[score] is not None]
    shown.sort(key=lambda entry: -entry[score])
    places = {entry["group"]: place for place, entry in enumerate(shown)}
    figure = go.Figure()
    for group, place in places.items():
        ceiling = (people or {}).get(group, {}).get("people")
        if ceiling is not None:
            _ceiling(figure, ceiling, place)
    rings = [entry for entry in before if entry["group"] in places and entry[score] is not None]
    for entry in shown:
        _dot(figure, entry, score, places[entry["group"]], bounds)
        _value(figure, entry[score], places[entry["group"]])
    figure.add_trace(
        go.Scatter(
            x=[entry[score] for entry in rings],
            y=[places[entry["group"]] for entry in rings],
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
    _named_rows(figure, list(places), _NARROW)
    return laid_out(figure, _ROW * max(1, len(shown)) + 44).update_layout(margin={"b": 32, "r": 52})


def _ceiling(figure: go.Figure, value: float, place: int) -> None:
    figure.add_trace(
        go.Scatter(
            x=[value, value],
            y=[place - 0.22, place + 0.22],
            mode="lines",
            line={"color": palette().muted, "width": 3, "dash": "dot"},
            hovertemplate="one person of the group: %{x:.2f}<extra></extra>",
        )
    )


def _dot(
    figure: go.Figure,
    entry: dict[str, Any],
    score: str,
    place: int,
    bounds: tuple[float, float],
) -> None:
    colour, interval = palette().ink, entry["intervals"][score]
    if interval is not None:
        figure.add_trace(
            go.Scatter(
                x=[min(max(end, bounds[0]), bounds[1]) for end in interval],
                y=[place, place],
                mode="lines",
                line={"color": colour, "width": 2},
                hoverinfo="skip",
            )
        )
    told = f"95 %: {signed(interval[0])} to {signed(interval[1])}" if interval else "no interval"
    figure.add_trace(
        go.Scatter(
            x=[entry[score]],
            y=[place],
            mode="markers",
            marker={"color": colour, "size": 11},
            hovertemplate=f"{safe(entry['group'])}: {signed(entry[score])}<br>{told}<br>"
            f"{entry['n_annotators']} annotators, {behind(entry, score)} sentences<extra></extra>",
        )
    )


def _value(figure: go.Figure, value: float, place: int) -> None:
    """The figure of a row, in a column of its own on the right."""
    figure.add_annotation(
        x=1,
        xref="paper",
        y=place,
        text=signed(value),
        showarrow=False,
        xanchor="left",
        xshift=8,
        font={"size": 13, "color": palette().text},
    )


def candidates(words: pd.DataFrame) -> go.Figure:
    """The model's likeliest words of one sentence; in ink where somebody gave them.

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
    _named_rows(figure, words["word"].tolist())
    return laid_out(figure, 28 * max(1, len(words)) + 20)


def changes(entries: Sequence[dict[str, Any]]) -> go.Figure:
    """What another model or an intervention changes for each group, around no change.

    Args:
        entries: of `figures.differences`, with `name` of the row.
    """
    colours = palette()
    shown = [entry for entry in entries if entry["change"] is not None]
    figure = go.Figure()
    figure.add_vline(x=0, line={"color": colours.muted, "width": 1, "dash": "dot"})
    for place, entry in enumerate(shown):
        change, interval = entry["change"], entry["interval"]
        colour = colours.ink
        if abs(change) > _NOTHING:
            colour = colours.toward if change > 0 else colours.away
        if interval is not None:
            figure.add_trace(
                go.Scatter(
                    x=interval,
                    y=[place, place],
                    mode="lines",
                    line={"color": colour, "width": 2},
                    hoverinfo="skip",
                )
            )
        figure.add_trace(
            go.Scatter(
                x=[change],
                y=[place],
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
    _named_rows(figure, [entry["name"] for entry in shown])
    return laid_out(figure, _ROW * max(1, len(shown)) + 60).update_layout(margin={"b": 48})


def _change(value: float) -> str:
    return "0.00" if abs(value) <= _NOTHING else f"{value:+.2f}".replace("-", "−")


def group_against_group(pairs: pd.DataFrame) -> go.Figure:
    """How often two annotators, one of each group, gave the same answer.

    Args:
        pairs: of `people.group_against_group`: `group`, `other`, `share`, `low`, `high`,
            `sentences`.
    """
    colours = palette()
    groups = list(dict.fromkeys(pairs["group"]))
    place = {group: number for number, group in enumerate(groups)}
    shares = [[0.0] * len(groups) for _ in groups]
    hover = [[""] * len(groups) for _ in groups]
    cells: list[tuple[int, int, str, float]] = []
    figure = go.Figure()
    top = float(pairs["share"].max(skipna=True)) if pairs["share"].notna().any() else 1.0
    for entry in pairs.to_dict("records"):
        known = entry["share"] == entry["share"]
        share = entry["share"] / top if known and top > 0 else 0.0
        shares[place[entry["group"]]][place[entry["other"]]] = share
        bounded = entry["low"] == entry["low"]
        text = f"<b>{whole_percent(entry['share'])}</b>" if known else "–"
        told = (
            f"{whole_percent(entry['low'])} to {whole_percent(entry['high'])}"
            if known and bounded
            else ""
        )
        if told and len(groups) <= _MOST_BOUNDED:
            text += f"<br>{told}"
        hover[place[entry["group"]]][place[entry["other"]]] = (
            f"{safe(entry['group'])} and {safe(entry['other'])}"
            + (f": {whole_percent(entry['share'])}" if known else ": no two answers to compare")
            + (f"<br>95 %: {told}" if told else "")
        )
        cells.append((place[entry["other"]], place[entry["group"]], text, share))
    figure.add_trace(
        go.Heatmap(
            z=shares,
            x=[*range(len(groups))],
            y=[*range(len(groups))],
            zmin=0,
            zmax=1,
            colorscale=[[0, colours.middle], [1, colours.ink]],
            showscale=False,
            xgap=3,
            ygap=3,
            customdata=hover,
            hovertemplate="%{customdata}<extra></extra>",
        )
    )
    _written(figure, cells)
    figure.update_xaxes(
        side="top",
        tickvals=[*range(len(groups))],
        ticktext=[safe(_short(group)).replace(" × ", " ×<br>") for group in groups],
        tickangle=0 if len(groups) <= _MOST_BOUNDED else None,
        fixedrange=True,
        showgrid=False,
    )
    _named_rows(figure, groups)
    return laid_out(figure, 54 * max(1, len(groups)) + 72).update_layout(margin={"t": 60})


def _short(text: str, most: int = _LABEL) -> str:
    """A label that leaves room for the figure."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
