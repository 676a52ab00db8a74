"""Which cell is open: chosen by its model and its measure, or by a click on its dot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from components.frame.present import explain
from components.scorecard.grid import Entry, Grid

MODEL, MEASURE = "cell_model", "cell_measure"  # of the boxes, in the session and the address


def choose(grid: Grid) -> Entry | None:
    """Draw the boxes; the cell, None where the report has none of it."""
    names, titles = grid.names, grid.titles
    first = _first(grid)
    models = [names[one["id"]] for one in grid.contestants]
    measures = [titles[one["name"]] for one in grid.measures]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        model = _box("Model", models, MODEL, names[first["contestant"]] if first else models[0])
        measure = _box(
            "Measure", measures, MEASURE, titles[first["measure"]] if first else measures[0]
        )
    contestant = next(one for one, name in names.items() if name == model)
    return grid.cell(contestant, next(one for one, title in titles.items() if title == measure))


def _box(label: str, options: list[str], key: str, first: str) -> str:
    if st.session_state.get(key) not in options:  # of another table
        st.session_state.pop(key, None)
    chosen = st.selectbox(
        label,
        options,
        index=options.index(first),
        key=key,
        bind="query-params",
        persist_state="session",
        width=420,
    )
    return chosen if chosen in options else first


def _first(grid: Grid) -> Entry | None:
    """The first cell with a value, in the order of the screen."""
    for measure in grid.measures:
        if found := grid.values(measure["name"]):
            return found[0]
    return None


def clicked(selection: Mapping[str, Any], grid: Grid) -> None:
    """Open the cell that was clicked on; for the callback of the figure.

    Args:
        selection: as Streamlit gives it: `points`, each with its `customdata`.
    """
    for point in selection.get("points", []):
        contestant, measure, *_ = point.get("customdata") or ("", "")
        if grid.cell(contestant, measure) is not None:
            st.session_state[MODEL] = grid.names[contestant]
            st.session_state[MEASURE] = grid.titles[measure]
            name, title = grid.names[contestant], grid.titles[measure]
            st.toast(explain.plain(f"Opened below under One cell: {name}, {title}."))
            return
