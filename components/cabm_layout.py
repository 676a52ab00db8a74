"""What the tabs of the CABM page share: a figure with the words beside it, intervals as text."""

from __future__ import annotations

from typing import Any

import pandas as pd
import plotly.graph_objects as go
from streamlit.delta_generator import DeltaGenerator

from components import export, heads_layout
from components.cabm_scored import Scored
from components.numbers import between, number, p_text

__all__ = ["between", "bracketed", "figure_and_words", "number", "p_text", "take_away"]


def figure_and_words(line: str, read: str) -> tuple[DeltaGenerator, DeltaGenerator]:
    """A line on what is shown, a card for the figure and one on how to read it.

    Returns:
        Where the figure goes, and where what belongs beside it goes.
    """
    return heads_layout.figure_and_words(line, read, "cabm")


def bracketed(bounds: list[float] | None) -> str:
    """An interval behind its number; empty where there is none."""
    if bounds is None:
        return ""
    return f" ({number(bounds[0], '+.2f')} to {number(bounds[1], '+.2f')})"


def take_away(
    name: str,
    frame: pd.DataFrame,
    figure: go.Figure,
    scored: Scored,
    what: str,
    more: dict[str, Any] | None = None,
) -> None:
    """Buttons to take a tab's data, figure and command away.

    Args:
        name: of the files.
        what: the figure shows, before the model's name.
        more: what the manifest says beside what was measured.
    """
    export.row(
        f"cabm-{name}",
        frame,
        figure,
        scored.command,
        scored.manifest | (more or {}),
        f"{what}, {scored.label}",
    )
