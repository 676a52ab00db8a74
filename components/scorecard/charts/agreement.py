"""How alike measures order the models: one shaded cell for each pair of measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.frame.present import plot
from components.frame.present.labels import named_rows
from components.frame.present.numbers import interval_text, p_text, signed
from components.frame.present.shaded_cells import shaded_cells
from components.frame.present.theme import laid_out, safe
from components.scorecard.charts.lines import wrapped
from engine.core.wording import counted

_CELL, _HEAD, _LABEL, _LINE, _NARROW = 46, 92, 26, 16, 30


def heatmap(entries: Sequence[Mapping[str, Any]], titles: Mapping[str, str]) -> go.Figure:
    """Draw τ-b of all pairs of measures; a correlation is no bias, so it is shaded in ink.

    Args:
        entries: of the report, those with a figure.
        titles: measure -> what it is called, in the order of the rows.
    """
    known = {(one["first"], one["second"]): one for one in entries}
    known |= {(one["second"], one["first"]): one for one in entries}
    names = [name for name in titles if any(name in pair for pair in known)]
    pairs = [[known.get((row, column)) for column in names] for row in names]
    figure = shaded_cells(
        [[_shade(entry) for entry in line] for line in pairs],
        [[_text(entry) for entry in line] for line in pairs],
        [[_hover(entry, titles) for entry in line] for line in pairs],
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
    figure = laid_out(figure, height).update_layout(margin={"t": _HEAD})
    said = "each cell: rank correlation τ-b (−1 to 1), and models behind it"
    return plot.keyed(figure, ("text", "", said))


def _shade(entry: Mapping[str, Any] | None) -> float:
    return 0.0 if entry is None or entry["tau"] is None else abs(entry["tau"])


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
    bounds = interval_text(entry["interval"], "+.2f") or "no interval"
    figure = f"τ-b {signed(entry['tau'])}, {bounds}"
    p = entry.get("p_holm")
    test = "" if p is None else f"{p_text(p)} (Holm)"
    return "<br>".join(filter(None, [pair, figure, counted(entry["n_contestants"], "model"), test]))
