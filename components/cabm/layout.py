"""Shared by the tabs of the CABM page: a figure beside its explanation, and the export row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.cabm.scored import Scored
from components.frame.present import layout
from components.frame.widgets import export

__all__ = ["export_row", "figure_and_words", "view"]


def figure_and_words(line: str, read: str) -> tuple[DeltaGenerator, DeltaGenerator]:
    """Draw a line on what is shown, a card for the figure and one on how to read it.

    Returns:
        The card for the figure, and the card beside it.
    """
    return layout.figure_and_words(line, read, "cabm")


def export_row(
    name: str,
    frame: pd.DataFrame,
    figure: go.Figure,
    scored: Scored,
    title: str,
    more: dict[str, Any] | None = None,
) -> None:
    """Draw buttons that export a tab's data, figure and command.

    Args:
        name: stem of the files.
        title: of the figure, before the model's name.
        more: entries added to the manifest.
    """
    export.row(
        f"cabm-{name}",
        frame,
        figure,
        scored.command,
        scored.manifest | (more or {}),
        f"{title}, {scored.label}",
    )


def view(key: str, names: Sequence[str]) -> str:
    """Draw a row of views of a tab, of which only the chosen one is computed.

    Args:
        key: of the choice, also in the address.
        names: the first is chosen at first.
    """
    chosen: str | None = st.radio(
        "View",
        names,
        key=key,
        bind="query-params",
        persist_state="session",
        horizontal=True,
        label_visibility="collapsed",
    )
    return chosen or names[0]
