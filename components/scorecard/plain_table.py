"""A plain table of the page, as high as its rows need and no higher than a screen."""

from __future__ import annotations

import pandas as pd
import streamlit as st

_HEIGHT, _ROW, _HEAD = 317, 35, 37  # pixels


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
        height=min(_HEIGHT, _ROW * len(frame) + _HEAD),
    )
