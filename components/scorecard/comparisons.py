"""Pairs of models in one measure: the difference on the same items, and whether it is clear."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components.frame.present import explain
from components.frame.widgets.choice_box import choose
from components.scorecard.detectable import detectable_text, narrower_note
from components.scorecard.grid import BOX, Grid
from components.scorecard.table import draw_rows
from components.scorecard.wording import (
    COMPARED,
    difference_text,
    listed_once,
    p_alone,
)
from engine.core.wording import part_of
from engine.scorecard.words import Entry
from engine.statistics import LEVEL

MEASURE = "compared_measure"
_NAME, _INTERVAL, _NUMBER = 200, 120, 92  # pixels of a column


def draw_comparisons(grid: Grid) -> None:
    """Draw the box that chooses the measure, and its pairs."""
    tested = {entry["measure"] for entry in grid.report["comparisons"]}
    measures = [one for one in grid.measures if one["name"] in tested]
    if not measures:
        st.markdown(
            ":gray[Two models are compared once both have a figure from the same items of one "
            "measure, and neither is too weak to be judged. Choose two or more models or masks "
            "above.]"
        )
        return
    titles = [grid.titles[one["name"]] for one in measures]
    measure = measures[titles.index(choose("Measure of the pairs", titles, MEASURE, BOX))]
    frame = comparison_rows(grid, measure)
    clear = int(frame["clear"].eq("yes").sum())
    st.caption(f"{part_of(clear, len(frame), 'difference', 'are')} clear ({_test(grid, measure)}).")
    draw_rows(frame, "scorecard_pairs", column_config=_widths(frame))
    notes = [entry.get("note", "") for entry in _of(grid, measure)]
    for note in listed_once([*notes, narrower_note(_of(grid, measure))]):
        st.caption(explain.plain(note))
    explain.reading(COMPARED)


def comparison_rows(grid: Grid, measure: Entry) -> pd.DataFrame:
    """One row a pair of models, the clearest first."""
    found: list[dict[str, Any]] = []
    for entry in sorted(
        _of(grid, measure), key=lambda one: 2.0 if one["p_holm"] is None else one["p_holm"]
    ):
        p = entry["p_holm"]
        difference, interval = difference_text(entry["difference"], entry["interval"], measure)
        found.append(
            {
                "first model": grid.names.get(entry["first"], entry["first"]),
                "second model": grid.names.get(entry["second"], entry["second"]),
                "difference": difference,
                "95% CI": interval or "none",
                "p, Holm": p_alone(p),
                "clear": "yes" if p is not None and p < LEVEL else "no",
                "detectable": detectable_text(entry, measure),
                "n": entry["n"],
            }
        )
    return pd.DataFrame(found)


def _widths(frame: pd.DataFrame) -> dict[str, Any]:
    """Room for every interval, and for names as far as it goes."""
    column = st.column_config.TextColumn
    wide = {name: column(width=_NAME) for name in ("first model", "second model")}
    return {
        name: wide.get(name) or column(width=_INTERVAL if name == "95% CI" else _NUMBER)
        for name in map(str, frame)
        if name != "n"
    }


def _test(grid: Grid, measure: Entry) -> str:
    """What the pairs were tested with (markdown)."""
    return explain.plain(f"{_of(grid, measure)[0]['test']}, Holm-corrected")


def _of(grid: Grid, measure: Entry) -> list[Entry]:
    """The comparisons of a measure."""
    return [one for one in grid.report["comparisons"] if one["measure"] == measure["name"]]
