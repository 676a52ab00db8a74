"""A plain table of the page, as high as its rows need and no higher than a screen."""

from __future__ import annotations

import pandas as pd
import streamlit as st

_HEIGHT, _MOST = 300, 8  # pixels; rows that need no more


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
        height="content" if len(frame) <= _MOST else _HEIGHT,
    )
