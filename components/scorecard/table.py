"""The same cells as a table, published figures below, for keyboards and screen readers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd
import streamlit as st

from components.scorecard.grid import Grid, is_weak
from components.scorecard.wording import ABSOLUTE, ORIGINS, cell_text, not_ranked, side_text
from engine.core.wording import counted
from engine.scorecard.blank import blank_cell, blank_contestant
from engine.scorecard.exports.contents import items_of
from engine.scorecard.words import MEASURED, MISSING, PUBLISHED, Entry, Report, tier_letter

KEY = "scorecard_table"
MODEL, HEALTH, ORIGIN = "model", "health", "from"
NOT_YET = "not measured yet"
_HEIGHT, _MOST = 430, 12  # pixels; rows that need no more
_CELL, _NAME, _SHORT = 280, 260, 110  # pixels
_HEALTH = {"green": "passes", "amber": "weak", "red": "refused"}


def draw_scorecard_table(grid: Grid) -> None:
    """Draw the table."""
    frame = table_rows(grid)
    st.caption(
        f"{counted(len(frame), 'model')} × {counted(len(grid.measures), 'measure')}: value, "
        "95% confidence interval, n and tier."
    )
    draw_rows(
        frame,
        KEY,
        _MOST,
        _HEIGHT,
        column_config=_widths(grid, frame.columns),
        alt="All cells: value, 95% CI, n and tier of each model in each measure",
    )


def table_rows(grid: Grid) -> pd.DataFrame:
    """One row a model, one column a measure, each cell in words and numbers."""
    titles = grid.titles
    begun = {cell["contestant"] for cell in grid.report["cells"] if cell["status"] != MISSING}
    found = [
        {
            MODEL: grid.names[one["id"]],
            HEALTH: _HEALTH.get(str(one["health"]), ""),
            ORIGIN: ORIGINS.get(str(one["origin"]), "") if one["id"] in begun else NOT_YET,
        }
        | {
            titles[each["name"]]: cell_text(grid.cell(one["id"], each["name"]), each)
            for each in grid.measures
        }
        for one in grid.contestants
    ]
    names = [titles[one["name"]] for one in grid.measures]
    frame = pd.DataFrame(found, columns=[MODEL, HEALTH, ORIGIN, *names])
    if not frame[HEALTH].any():
        frame = frame.drop(columns=HEALTH)
    if frame[ORIGIN].eq(ORIGINS[MEASURED]).all():
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
        side = side_text(cell, measures[cell["measure"]], is_weak(grid, cell))
        found.append(
            {
                MODEL: grid.names[cell["contestant"]],
                "measure": titles[cell["measure"]],
                "value": cell["value"],
                "unit": measures[cell["measure"]]["unit"],
                "low": low,
                "high": high,
                "n": items_of(cell),
                "rank": cell["rank"],
                "tier": tier,
                "side": side,
                ORIGIN: ORIGINS.get(cell["status"], cell["status"]),
                "problem": cell["problem"] or not_ranked(cell),
            }
        )
    table = pd.DataFrame(found)
    return table.astype({"n": "Int64"}) if found else table


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
# A plain table of the page is as high as its rows need and no higher than a screen.


def draw_rows(frame: pd.DataFrame, key: str, most: int = 8, pixels: int = 300, **more: Any) -> None:
    """Draw the rows.

    Args:
        most: rows that need no more room than they have.
        pixels: of the height where there are more.
        more: options of Streamlit's own.
    """
    st.dataframe(
        frame,
        key=key,
        hide_index=True,
        placeholder="",
        height="content" if len(frame) <= most else pixels,
        **more,
    )


# --- published ----------------------------------------------------------------------------
# Published figures are rows of their own below the models, where the same measure is shown.

_AUTHORS = re.compile(r"\(([^()]*\d{4})\)(.*)")
_KEY = "published"  # of the switch, in the session and the address


def draw_published_switch(report: Report) -> bool:
    """Draw the switch of the published figures, where there are any."""
    if not report["published"]:
        return False
    return st.toggle(
        f"{counted(len(report['published']), 'published figure')} of these measures",
        key=_KEY,
        bind="query-params",
        persist_state="session",
        help="Printed in papers, of the checkpoints and variants of their day: for orientation, "
        "never ranked with the models here.",
    )


def with_published(report: Report) -> Report:
    """The report with a contestant for every published model, and a cell for each figure."""
    figures = [entry for entry in report["published"] if entry.get("value") is not None]
    if not figures:
        return report
    measures = {one["name"]: one for one in report["measures"]}
    ids: dict[tuple[str, str], str] = {}
    contestants, cells = [], []
    labels = [str(one["label"]) for one in report["contestants"]]
    labels += [label for label, _ in {_key(figure) for figure in figures}]
    for figure in figures:
        if figure["measure"] not in measures:
            continue
        key = _key(figure)
        if key not in ids:
            ids[key] = f"published {len(ids) + 1}"
            label = key[0] if labels.count(key[0]) == 1 else f"{key[0]}, {_paper(key[1])}"
            note = str(figure.get("note") or "")
            known = {"id": ids[key], "source": key[1], "note": note}
            contestants.append(blank_contestant(label, PUBLISHED, **known))
        cells.append(_cell(ids[key], figure, measures[figure["measure"]]))
    return {
        **report,
        "contestants": [*report["contestants"], *contestants],
        "cells": [*report["cells"], *cells],
    }


def _key(figure: Mapping[str, Any]) -> tuple[str, str]:
    return str(figure["label"]), str(figure["source"])


def _paper(source: str) -> str:
    """Authors and year of a source, and its table: `Yang et al. 2023, table 1`."""
    found = _AUTHORS.search(source)
    return source if found is None else f"{found[1]}{found[2]}"


def _cell(contestant: str, figure: Entry, measure: Entry) -> dict[str, Any]:
    return blank_cell(
        contestant,
        measure,
        figure["value"],
        PUBLISHED,
        interval=figure.get("interval"),
        n=figure.get("n"),
        notes=[text for text in (figure.get("note"),) if text],
        parts=[],
        detail={ABSOLUTE: True} if figure.get("absolute") else {},
    )
