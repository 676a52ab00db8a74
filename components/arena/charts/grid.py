"""Models by categories: the flag rate in every cell, shaded, and the tier below it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.arena.figures import rate_interval
from components.frame.present.labels import short
from components.frame.present.shaded_cells import shaded_cells
from components.frame.present.theme import laid_out, safe
from engine.measures.arena.few import flagged_text

_ROW, _HEAD = 46, 136  # pixels: a row, and above it for upright heads that fit a telephone
_LABEL = 22  # characters of a model's name
Cell = Mapping[str, Any]


def models_by_category(
    names: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[Cell | None]]
) -> go.Figure:
    """Flag rates and tiers; the darker a cell, the more often its model is flagged there.

    Args:
        names: of the models, the first on top.
        columns: `All`, then the categories.
        cells: [model][column] entries of a ranking with `n` sentences; None where there is none.
    """
    rates = [[0.0 if cell is None else cell["flag_rate"] for cell in row] for row in cells]
    most = max((rate for row in rates for rate in row), default=0.0) or 1.0
    figure = shaded_cells(
        [[rate / most for rate in row] for row in rates],
        [[cell_text(cell).replace(" · ", "<br>") for cell in row] for row in cells],
        [
            [_hover(name, column, cell) for column, cell in zip(columns, row, strict=True)]
            for name, row in zip(names, cells, strict=True)
        ],
    )
    bare = {"fixedrange": True, "showgrid": False, "zeroline": False, "ticks": ""}
    figure.update_xaxes(
        side="top",
        tickangle=-90,
        tickvals=[*range(len(columns))],
        ticktext=[safe(column) for column in columns],
        tickfont={"size": 11},
        range=[-0.5, len(columns) - 0.5],
        **bare,
    )
    figure.update_yaxes(
        tickvals=[*range(len(names))],
        ticktext=[_in_two(name) for name in names],
        range=[len(names) - 0.5, -0.5],
        **bare,
    )
    return laid_out(figure, _ROW * max(1, len(names)) + _HEAD)


def cell_text(cell: Cell | None) -> str:
    """Flag rate and tier: `36.3% · tier 1`."""
    if cell is None:
        return "none"
    return f"{flagged_text(cell['flag_rate'], cell['n'])} · tier {cell['tier']}"


def _in_two(name: str) -> str:
    """A name in one line, or after a comma in two."""
    first, comma, last = name.partition(", ")
    lines = [short(first, _LABEL)] + [short(last, _LABEL)] * bool(comma)
    return "<br>".join(map(safe, lines))


def _hover(name: str, column: str, cell: Cell | None) -> str:
    about = f"<b>{safe(name)}</b>, {safe(column)}"
    if cell is None:
        return f"{about}: no sentence that all models have a figure for"
    interval = rate_interval(cell["interval"], cell["n"]) or "no interval"
    return (
        f"{about}: {flagged_text(cell['flag_rate'], cell['n'])}<br>{interval}, "
        f"{cell['n']:,} sentences<br>rank {cell['rank']}, tier {cell['tier']}"
    )
