"""Models by categories: the flag rate in every cell, shaded, and the tier below it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.arena.figures import rate_interval
from components.frame.present import plot
from components.frame.present.labels import short
from components.frame.present.shaded_cells import shaded_cells
from components.frame.present.theme import laid_out, palette, safe
from engine.core.wording import counted, tier_letter
from engine.measures.arena.few import flagged_text

_ROW, _GAP = 62, 26  # pixels: a row, and the part of it that holds the model's name
_HEAD, _UPRIGHT = 50, 150  # pixels above the rows: for heads of two lines, and for upright ones
_LABEL = 44  # characters of a model's name
_LINE, _COLUMNS = 11, 5  # characters and columns up to which heads lie flat on a telephone
_LONGEST = 22  # characters of an upright head
Cell = Mapping[str, Any]


def models_by_category(
    names: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[Cell | None]]
) -> go.Figure:
    """Flag rates and tiers; the stronger a cell's shade, the more often its model is flagged.

    A model's name stands above its cells, which so have the whole width of a narrow screen.

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
    figure.data[0].ygap = _GAP
    bare = {"fixedrange": True, "showgrid": False, "zeroline": False, "ticks": ""}
    flat = len(columns) <= _COLUMNS and all(
        len(line) <= _LINE for column in columns for line in _lines(column)
    )
    figure.update_xaxes(
        side="top",
        tickangle=0 if flat else -90,
        tickvals=[*range(len(columns))],
        ticktext=[
            "<br>".join(map(safe, _lines(column))) if flat else safe(short(column, _LONGEST))
            for column in columns
        ],
        tickfont={"size": 11},
        range=[-0.5, len(columns) - 0.5],
        **bare,
    )
    figure.update_yaxes(showticklabels=False, range=[len(names) - 0.66, -0.66], **bare)
    for row, name in enumerate(names):
        figure.add_annotation(
            text=safe(short(name, _LABEL)),
            x=0,
            xref="paper",
            xanchor="left",
            y=row,
            yanchor="bottom",
            yshift=(_ROW - _GAP) / 2 + 1,
            showarrow=False,
            font={"size": 13, "color": palette().text},
        )
    head = _HEAD if flat else _UPRIGHT
    laid_out(figure, _ROW * max(1, len(names)) + head)
    # Exactly what the rows leave: in higher ones the names would lie over their cells.
    figure.update_layout(margin={"t": head, "b": 0})
    return plot.keyed(figure, ("square", palette().shade, "the stronger, the more often flagged"))


def cell_text(cell: Cell | None) -> str:
    """Flag rate and tier: `36.3% · tier A`; a single model has no tier."""
    if cell is None:
        return "none"
    tier = f" · tier {tier_letter(cell['tier'])}" if cell["tier"] else ""
    return f"{flagged_text(cell['flag_rate'], cell['n'])}{tier}"


def _lines(column: str) -> list[str]:
    """A head in lines, broken after its slashes."""
    *before, last = column.split("/")
    return [*(f"{part}/" for part in before), last]


def _hover(name: str, column: str, cell: Cell | None) -> str:
    about = f"<b>{safe(name)}</b>, {safe(column)}"
    if cell is None:
        return f"{about}: no sentence that all models have a figure for"
    interval = rate_interval(cell["interval"], cell["n"]) or "no interval"
    tier = f"<br>rank {cell['rank']}, tier {tier_letter(cell['tier'])}" if cell["tier"] else ""
    return (
        f"{about}: {flagged_text(cell['flag_rate'], cell['n'])}<br>{interval}, "
        f"{counted(cell['n'], 'sentence')}{tier}"
    )
