"""The same cells as a table, for keyboards and screen readers, and for whoever reads numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd
import streamlit as st

from components.scorecard.grid import Entry, Grid
from components.scorecard.wording import ORIGINS, cell_text
from engine.core.wording import counted
from engine.scorecard.words import MEASURED, tier_letter

KEY = "scorecard_table"
MODEL, HEALTH, ORIGIN = "model", "health", "from"
_HEIGHT, _MOST = 430, 12  # pixels; rows that need no more
_CELL, _NAME, _SHORT = 280, 260, 110  # pixels
_HEALTH = {"green": "passes", "amber": "weak", "red": "refused"}


def draw(grid: Grid) -> None:
    """Draw the table."""
    frame = rows(grid)
    st.caption(
        f"{counted(len(frame), 'model')} × {counted(len(grid.measures), 'measure')}: value, "
        "95% confidence interval, n and tier."
    )
    st.dataframe(
        frame,
        key=KEY,
        hide_index=True,
        placeholder="",
        height="content" if len(frame) <= _MOST else _HEIGHT,
        column_config=_widths(grid, frame.columns),
        alt="All cells: value, 95% CI, n and tier of each model in each measure",
    )


def rows(grid: Grid) -> pd.DataFrame:
    """One row a model, one column a measure, each cell in words and numbers."""
    titles = grid.titles
    found = [
        {MODEL: grid.names[one["id"]], HEALTH: health_text(one), ORIGIN: origin_text(one)}
        | {
            titles[each["name"]]: cell_text(grid.cell(one["id"], each["name"]), each)
            for each in grid.measures
        }
        for one in grid.contestants
    ]
    frame = pd.DataFrame(found, columns=[MODEL, HEALTH, ORIGIN, *_titles(grid)])
    if not frame[HEALTH].any():
        frame = frame.drop(columns=HEALTH)
    if all(one["origin"] == MEASURED for one in grid.contestants):
        frame = frame.drop(columns=ORIGIN)
    return frame


def numbers(grid: Grid) -> pd.DataFrame:
    """The cells in numbers, one row each: what a spreadsheet can use."""
    titles, measures = grid.titles, {one["name"]: one for one in grid.measures}
    found = []
    for cell in (cell for name in measures for cell in grid.column(name)):
        if cell is None:
            continue
        low, high = cell["interval"] or (None, None)
        tier = None if cell.get("tier") is None else tier_letter(cell["tier"])
        found.append(
            {
                MODEL: grid.names[cell["contestant"]],
                "measure": titles[cell["measure"]],
                "value": cell["value"],
                "unit": measures[cell["measure"]]["unit"],
                "low": low,
                "high": high,
                "n": cell["n"],
                "rank": cell["rank"],
                "tier": tier,
                ORIGIN: ORIGINS.get(cell["status"], cell["status"]),
                "problem": cell["problem"],
            }
        )
    return pd.DataFrame(found)


def _titles(grid: Grid) -> list[str]:
    return [grid.titles[one["name"]] for one in grid.measures]


def health_text(contestant: Entry) -> str:
    """What the health check says of a model, in a word."""
    return _HEALTH.get(str(contestant["health"]), "")


def origin_text(contestant: Entry) -> str:
    """Where the figures of a contestant come from."""
    return ORIGINS.get(str(contestant["origin"]), "")


def _widths(grid: Grid, columns: Iterable[str]) -> dict[str, Any]:
    column = st.column_config.TextColumn
    about = {
        grid.titles[one["name"]]: f"{one['variant']}. Higher: {one['higher']}."
        for one in grid.measures
    }
    return {
        name: column(width=_NAME, pinned=True)
        if name == MODEL
        else column(width=_CELL if name in about else _SHORT, help=about.get(name))
        for name in columns
    }


# --- plain table --------------------------------------------------------------------------
# A plain table of the page, as high as its rows need and no higher than a screen.

_PLAIN_TABLE_HEIGHT, _PLAIN_TABLE_MOST = 300, 8  # pixels; rows that need no more


def table(frame: pd.DataFrame, key: str) -> None:
    """Draw the rows.

    Args:
        key: of the table.
    """
    st.dataframe(
        frame,
        key=key,
        hide_index=True,
        placeholder="",
        height="content" if len(frame) <= _PLAIN_TABLE_MOST else _PLAIN_TABLE_HEIGHT,
    )
