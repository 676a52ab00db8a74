"""A table of figures in percent, with its rows as a CSV."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from components.frame.present import download
from engine.files.export import csv_text

_HEIGHT, _ROW = 320, 36  # pixels


def draw(
    shown: pd.DataFrame, rows: pd.DataFrame, formats: Mapping[str, str], file: str, key: str
) -> None:
    """Draw the table and the button for its rows.

    Args:
        shown: the columns as they are named on screen.
        rows: what the CSV holds.
        formats: column of numbers -> how they are written.
        file: name of the CSV.
        key: of the table, and of the button with another ending.
    """
    st.dataframe(
        shown,
        key=f"{key}_table",
        hide_index=True,
        placeholder="",
        height=min(_HEIGHT, _ROW * (len(shown) + 1)),
        column_config={
            name: st.column_config.NumberColumn(format=written) for name, written in formats.items()
        },
    )
    download.button("CSV", lambda: csv_text(rows), file, "text/csv", f"{key}_csv")
