"""Files of a result: its data for programs and spreadsheets, its figure as picture or page."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame import session
from components.frame.present import download, plot
from components.frame.present.theme import CONFIG, palette, standalone
from components.frame.widgets.figure_files import draw_figure_files
from components.frame.widgets.result import Result
from engine.files.export import csv_text, known_cells
from engine.files.spreadsheets import COMMA, POINT, csv_for_excel, decimal_sign, xlsx

_EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_OFFLINE = "One HTML file that opens offline, with the figure as it is shown here."
_COMMA = (
    "Numbers as 1,5 and columns separated by semicolons, as Excel expects them in German, French, "
    "Spanish and many other languages. Off: 1.5 and commas."
)
_DPI = "A PNG is three times as large as on the screen; a PDF is made by the browser's printing."


def place_for(awaited: str) -> DeltaGenerator:
    """The place of a result that is still computed, with what is said of it until then.

    Args:
        awaited: markdown; empty where nothing is computed.
    """
    place = st.empty()
    if awaited:
        place.caption(awaited)
    return place


def draw_data(results: Sequence[Result], awaited: str = "") -> DeltaGenerator:
    """Draw the popover with the tables of all results of a section.

    Args:
        awaited: see `place_for`, whose place is given back.
    """
    with st.popover("Data", icon=":material/download:"):
        place = place_for(awaited)
        for result in results:
            if len(results) > 1 or awaited:
                draw_result(result)
            else:
                _data(result)
    return place


def draw_result(result: Result) -> None:
    """Draw the buttons of one of several tables, below its title."""
    st.markdown(f"**{result.label}**")
    _data(result)


def _data(result: Result) -> None:
    with st.container(horizontal=True, gap="small"):
        download.button(
            "CSV",
            lambda: csv_text(result.frame),
            f"{result.file}.csv",
            "text/csv",
            f"{result.name}_csv",
        )
        download.button(
            "JSON with manifest",
            lambda: as_json(result.frame, result.manifest),
            f"{result.file}.json",
            "application/json",
            f"{result.name}_json",
        )
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        download.button(
            "Excel",
            lambda: xlsx(result.frame, _about(result)),
            f"{result.file}.xlsx",
            _EXCEL,
            f"{result.name}_xlsx",
        )
        # Whoever uploads a table with semicolons has a spreadsheet that expects them; a key of its
        # own, since a toggle that is drawn already keeps its first value.
        own = bool(st.session_state.get(session.state.SEMICOLONS))
        has_comma = st.toggle(
            "Decimal comma and semicolons",
            value=own or decimal_sign(st.context.locale) == COMMA,
            key=f"{result.name}_decimal_comma{'_own' * own}",
            help=_COMMA,
        )
        download.button(
            "CSV for Excel",
            lambda: csv_for_excel(result.frame, COMMA if has_comma else POINT),
            f"{result.file}-excel.csv",
            "text/csv",
            f"{result.name}_excel_csv",
        )


def _about(result: Result) -> dict[str, str]:
    """What stands on the second sheet of an Excel file."""
    manifest = json.dumps(result.manifest, ensure_ascii=False, default=str)
    return {
        "Result": result.title or result.name,
        "Data and model": result.about,
        "Command": result.command,
        "Manifest": manifest,
    }


def draw_figures(results: Sequence[Result], awaited: str = "") -> DeltaGenerator:
    """Draw the popover with the figures of all results of a section; nothing without any.

    A figure that is not on the page is drawn in it.

    Args:
        awaited: see `place_for`, whose place is given back.
    """
    if not results and not awaited:
        return st.empty()
    alone = len(results) == 1 and not awaited
    with st.popover("Figure" if alone else "Figures", icon=":material/image:"):
        place = place_for(awaited)
        for result in results:
            if alone:
                _figure(result)
            else:
                draw_figure(result)
        st.caption(_DPI)
    return place


def draw_figure(result: Result) -> None:
    """Draw the buttons of one of several figures, below its title."""
    st.markdown(f"**{result.label}**")
    _figure(result)


def _figure(result: Result) -> None:
    marks = plot.written_key(result.figure)
    colours = palette()  # when the button is pressed, the user's theme is no longer known
    drawn = result.drawn_as or f"{result.name}_preview"
    draw_figure_files(drawn, result.file, result.heading, marks, name=f"{result.name}_pictures")
    download.button(
        "HTML",
        lambda: standalone(result.figure, result.heading, marks, colours).to_html(
            include_plotlyjs=True, config=CONFIG
        ),
        f"{result.file}.html",
        "text/html",
        f"{result.name}_html",
        tip=_OFFLINE,
    )
    if not result.drawn_as:
        # The page shows these values without Plotly; pictures are made of what Plotly has drawn. A
        # copy, since the figure's own words go into a pin.
        shown = go.Figure(result.figure)
        plot.draw_figure(shown, key=drawn, title=result.heading, says=result.alt or result.said)


def as_json(frame: pd.DataFrame, manifest: dict[str, Any]) -> str:
    """Rows and manifest as one JSON text, numbers to their last digit; missing ones are null."""
    rows = finite_cells(frame).to_dict(orient="records")
    return json.dumps(
        {"manifest": manifest, "rows": rows}, ensure_ascii=False, indent=1, allow_nan=False
    )


def finite_cells(frame: pd.DataFrame) -> pd.DataFrame:
    """The same cells as objects; what is missing or infinite is None."""
    return known_cells(frame).replace([math.inf, -math.inf], None)
