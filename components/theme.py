"""Colours and figure layout: one diverging pair, ink for the model's own output.

Orange means toward the stereotype (or more), blue away from it (or less); neither is used
for anything else. Everything that is merely the model speaking is drawn in ink.
"""

from __future__ import annotations

import html
from dataclasses import dataclass

import plotly.graph_objects as go
import streamlit as st


@dataclass(frozen=True)
class Palette:
    """Colours of one theme; `scale` runs from away (blue) over nothing to toward (orange)."""

    ink: str
    pale: str
    text: str
    muted: str
    line: str
    toward: str
    away: str
    middle: str

    @property
    def scale(self) -> list[list[float | str]]:
        """Plotly colour scale, away to toward."""
        return [[0.0, self.away], [0.5, self.middle], [1.0, self.toward]]


LIGHT = Palette(
    ink="#40454f",
    pale="#a9abb0",
    text="#12161f",
    muted="#5b6270",
    line="#e0dcd3",
    toward="#c2571a",
    away="#2f6ca8",
    middle="#f7f5f1",
)
DARK = Palette(
    ink="#c9c7c1",
    pale="#6b6f78",
    text="#e9e6df",
    muted="#b4b8c0",
    line="#363a43",
    toward="#dd8a52",
    away="#6c9fd3",
    middle="#2d3139",
)


def palette() -> Palette:
    """The colours of the theme the reader looks at."""
    return DARK if st.context.theme.type == "dark" else LIGHT


def safe(text: str) -> str:
    """Text for a figure, where plotly would otherwise read its pseudo-HTML."""
    return html.escape(text, quote=False)


def laid_out(figure: go.Figure, height: int) -> go.Figure:
    """A figure with the project's margins, font sizes and without decoration."""
    colours = palette()
    figure.update_layout(
        height=height,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        font={"size": 14, "color": colours.text},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        showlegend=False,
        hoverlabel={"font": {"size": 13}},
        bargap=0.28,
    )
    return figure


# Toolbar: pictures of the figure, nothing that only confuses.
CONFIG = {
    "displaylogo": False,
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d", "zoomIn2d", "zoomOut2d"],
    "toImageButtonOptions": {"format": "svg", "scale": 2},
}
