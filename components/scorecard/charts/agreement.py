"""How alike measures order the models: one shaded cell for each pair of measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.frame.present.labels import named_rows, short
from components.frame.present.numbers import interval_text, p_text, signed
from components.frame.present.theme import between, ink_on, laid_out, palette, safe
from components.scorecard.grid import Grid
from engine.scorecard.blocks import even
from engine.scorecard.words import MEASURED, REFUSED, Entry

_CELL, _HEAD, _LABEL, _LINE, _NARROW = 46, 92, 26, 16, 30


def heatmap(entries: Sequence[Mapping[str, Any]], titles: Mapping[str, str]) -> go.Figure:
    """Draw τ-b of all pairs of measures; a correlation is no bias, so it is shaded in ink.

    Args:
        entries: of the report, those with a figure.
        titles: measure -> what it is called, in the order of the rows.
    """
    colours = palette()
    known = {(one["first"], one["second"]): one for one in entries}
    known |= {(one["second"], one["first"]): one for one in entries}
    names = [name for name in titles if any(name in pair for pair in known)]
    shade = {pair: abs(one["tau"]) for pair, one in known.items() if one["tau"] is not None}
    places = [(row, column) for row in range(len(names)) for column in range(len(names))]
    figure = go.Figure(
        go.Heatmap(
            z=[[shade.get((row, column), 0.0) for column in names] for row in names],
            zmin=0,
            zmax=1,
            colorscale=[[0, colours.middle], [1, colours.ink]],
            showscale=False,
            xgap=3,
            ygap=3,
            customdata=[
                [_hover(known.get((row, column)), titles) for column in names] for row in names
            ],
            hovertemplate="%{customdata}<extra></extra>",
        )
    )
    grounds = [
        between(colours.middle, colours.ink, shade.get((names[row], names[column]), 0.0))
        for row, column in places
    ]
    figure.add_trace(
        go.Scatter(
            x=[column for _, column in places],
            y=[row for row, _ in places],
            mode="text",
            text=[_text(known.get((names[row], names[column]))) for row, column in places],
            textfont={"size": 12, "color": [ink_on(ground) for ground in grounds]},
            hoverinfo="skip",
        )
    )
    figure.update_xaxes(
        side="top",
        tickvals=[*range(len(names))],
        ticktext=["<br>".join(map(safe, wrapped(titles[name], _LINE, 4))) for name in names],
        tickangle=0 if len(names) <= 8 else -90,
        tickfont={"size": 11},
        fixedrange=True,
        showgrid=False,
        zeroline=False,
    )
    rows = ["\n".join(wrapped(titles[name], _LABEL, 2)) for name in names]
    named_rows(figure, rows, _LABEL, "\n")
    height = _CELL * max(1, len(names)) + _HEAD + (_NARROW if len(names) > 8 else 0)
    return laid_out(figure, height).update_layout(margin={"t": _HEAD})


def _text(entry: Mapping[str, Any] | None) -> str:
    if entry is None or entry["tau"] is None:
        return ""
    return f"<b>{signed(entry['tau'], 1)}</b><br>{entry['n_contestants']}"


def _hover(entry: Mapping[str, Any] | None, titles: Mapping[str, str]) -> str:
    if entry is None:
        return ""
    pair = f"{safe(titles[entry['first']])} and<br>{safe(titles[entry['second']])}"
    if entry["tau"] is None:
        return f"{pair}<br>{safe(str(entry['problem']))}"
    bounds = interval_text(entry["interval"], "+.2f")
    figure = ", ".join(filter(None, [f"τ-b {signed(entry['tau'])}", bounds]))
    p = entry.get("p_holm")
    test = "" if p is None else f"{p_text(p)} (Holm)"
    return "<br>".join(filter(None, [pair, figure, f"{entry['n_contestants']} models", test]))


# --- lines --------------------------------------------------------------------------------
# How the figure is divided: measures in lines, the rows of each line, names in short lines.

LABEL = 28  # characters of a name in one line
_WIDE, _WIDEST = 3, 5  # measures in one line that a telephone, or half a screen, has no room for


def lines(grid: Grid) -> list[list[Entry]]:
    """The measures in the lines of the figure, as many in each as fit.

    Those that only imported models have are lines of their own. One without any figure so far is
    left out; the table has it.
    """
    drawn = [one for one in grid.measures if any(map(_says_something, grid.column(one["name"])))]
    asked = _asked(grid)
    shown = [one for one in drawn if one["name"] in asked]
    others = [one for one in drawn if one["name"] not in asked]
    return [line for group in (shown, others) for line in even(group)]


def across(grid: Grid) -> int:
    """Measures in the longest line."""
    return max((len(line) for line in lines(grid)), default=0)


def room(grid: Grid) -> str:
    """What the style sheet calls a figure that a narrow screen has to scroll; or just `figure`."""
    if across(grid) < _WIDE:
        return "figure"
    return "wide_figure" if across(grid) < _WIDEST else "widest_figure"


def _asked(grid: Grid) -> set[str]:
    """The measures that models of this machine are measured in."""
    own = {one["id"] for one in grid.contestants if one["origin"] == MEASURED}
    return {cell["measure"] for cell in grid.report["cells"] if cell["contestant"] in own}


def rows_of(grid: Grid, line: Sequence[Entry]) -> list[Entry]:
    """The contestants of a line: those with anything to show, and all that are measured in it."""
    asked = _asked(grid)
    return [
        one
        for one in grid.contestants
        if any(_says_something(grid.cell(one["id"], each["name"])) for each in line)
        or (one["origin"] == MEASURED and any(each["name"] in asked for each in line))
    ]


def _says_something(cell: Entry | None) -> bool:
    return cell is not None and (cell["value"] is not None or cell["status"] == REFUSED)


def wrapped(text: str, letters: int, most: int) -> list[str]:
    """A text in lines of whole words; what does not fit is cut."""
    found = [""]
    for word in text.split():
        longer = f"{found[-1]} {word}".strip()
        if len(longer) <= letters or not found[-1]:
            found[-1] = longer
        else:
            found.append(word)
    if len(found) > most:
        found = [*found[: most - 1], " ".join(found[most - 1 :])]
    return [short(line, letters) for line in found]


def name_lines(name: str) -> list[str]:
    """A name in one line or, if it is long and has a comma, in two."""
    head, comma, rest = name.partition(", ")
    if comma and len(name) > LABEL:
        return [short(f"{head},", LABEL), short(rest, LABEL)]
    return [short(name, LABEL)]


def row_name(name: str) -> str:
    """The same as plotly reads it."""
    return "<br>".join(safe(line) for line in name_lines(name))
