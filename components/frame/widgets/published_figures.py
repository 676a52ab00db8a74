"""What papers printed of the measure that a page shows, labelled as published."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.frame.present import explain
from engine.scorecard.published import Published, published_parts

_NOTE = (
    "As printed, of the checkpoints and the data of their day; what differs from the figures of "
    "this page is in the last column. They are shown for reference and are ranked with nothing."
)


def draw(*columns: str) -> None:
    """Draw the printed figures of some measures in a closed box; nothing where there are none.

    Args:
        columns: names of measures as the Scorecard has them, such as `pairs:crows-pairs:cps`.
    """
    found = [figure for column in columns for figure in published_parts(column)]
    if not found:
        return
    with st.expander("Published figures"):
        st.dataframe(table(found), hide_index=True, key=f"published_{columns[0]}")
        explain.note(_NOTE)


def table(figures: list[Published]) -> pd.DataFrame:
    """One row a figure; columns that are empty throughout are left out."""
    frame = pd.DataFrame(
        [
            {
                "Measure": figure.measure,
                "Model": figure.label,
                "Part": figure.part,
                "Published": figure.value,
                "Sign": "not printed" if figure.absolute else "",
                "Low": None if figure.interval is None else figure.interval[0],
                "High": None if figure.interval is None else figure.interval[1],
                "n": figure.n,
                "Source": figure.source,
                "What differs": figure.note,
            }
            for figure in figures
        ]
    ).astype({"n": "Int64"})
    empty = [name for name in frame if frame[name].isna().all() or (frame[name] == "").all()]
    return frame.drop(columns=empty)
