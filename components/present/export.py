"""Export of results: data, figures, the commands that reproduce them, and the link."""

from __future__ import annotations

import json
import math
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.present import download, explain
from components.present.theme import CONFIG, standalone
from engine.datasets.files.export import csv_text
from engine.datasets.registry import named_in

_OFFLINE = (
    "One HTML file that opens offline, with the figure as it is shown here. The camera icon in "
    "its toolbar saves it as an SVG."
)


@dataclass(frozen=True)
class Result:
    """One result of a section: a table, the figure drawn of it, and what reproduces both.

    Args:
        name: stem of the files, and key of the buttons.
        frame: the tidy data behind the figure.
        figure: as the page shows it, with the model that is compared with.
        command: what to type to get the same numbers without the screen.
        manifest: spec, measure, version, libraries; goes into the JSON and the popover.
        title: what the figure shows, written above the exported figure.
        hint: what to know before running the command.
    """

    name: str
    frame: pd.DataFrame
    figure: go.Figure | None
    command: str
    manifest: dict[str, Any]
    title: str = ""
    hint: str = ""

    @property
    def label(self) -> str:
        """Names the result among those of its section (markdown)."""
        return explain.plain(self.title or self.name)


def row(
    name: str,
    frame: pd.DataFrame,
    figure: go.Figure | None,
    command: str,
    manifest: dict[str, Any],
    title: str = "",
    hint: str = "",
) -> None:
    """Draw the buttons under one result; the arguments are those of `Result`."""
    section(name, [Result(name, frame, figure, command, manifest, title, hint)])


def section(name: str, results: Sequence[Result]) -> None:
    """Draw one row of buttons for all results of a section.

    Args:
        name: key of the row.
        results: in the order of the page; their names differ.
    """
    with st.container(horizontal=True, gap="small", key=f"export_{name}"):
        with st.popover("Data", icon=":material/download:"):
            for result in results:
                _data(result, len(results) > 1)
        _figures([result for result in results if result.figure is not None])
        with st.popover("Reproduce", icon=":material/terminal:"):
            for result in results:
                _reproduce(result, len(results) > 1)
        with st.popover("Link", icon=":material/link:"):
            st.code(link(), language=None, wrap_lines=True)
            st.caption(
                "Opens this view again on this machine: the address holds all settings. A file "
                "that you uploaded is not in it; it has to be uploaded again."
            )


def _data(result: Result, titled: bool) -> None:
    if titled:
        st.markdown(f"**{result.label}**")
    with st.container(horizontal=True, gap="small"):
        download.button(
            "CSV",
            lambda: csv_text(result.frame),
            f"biascope-{result.name}.csv",
            "text/csv",
            f"{result.name}_csv",
        )
        download.button(
            "JSON with manifest",
            lambda: as_json(result.frame, result.manifest),
            f"biascope-{result.name}.json",
            "application/json",
            f"{result.name}_json",
        )


def _figures(results: Sequence[Result]) -> None:
    """A button for one figure; a popover with a button each for several."""
    if len(results) == 1:
        _figure(results[0], "Figure", ":material/download:")
    elif results:
        with st.popover("Figures", icon=":material/download:"):
            st.caption(_OFFLINE)
            for result in results:
                _figure(result, result.label)


def _figure(result: Result, label: str, icon: str | None = None) -> None:
    # Made now: when the button is pressed, the user's theme is no longer known.
    page = standalone(result.figure, result.title or result.name)
    download.button(
        label,
        lambda: page.to_html(include_plotlyjs=True, config=CONFIG),
        f"biascope-{result.name}.html",
        "text/html",
        f"{result.name}_html",
        icon,
        _OFFLINE if icon else None,
    )


def _reproduce(result: Result, titled: bool) -> None:
    if titled:
        st.markdown(f"**{result.label}**")
    st.code(result.command, language="bash", wrap_lines=True)
    for text in (result.hint, where_data_is(result.command)):
        if text:
            st.caption(text)
    st.json(result.manifest, expanded=False)


def where_data_is(command: str) -> str:
    """How a command finds the public data sets that it names (markdown); empty without one."""
    sets = named_in(shlex.split(command)[4:])  # the fourth word is what the engine is to do
    if not sets:
        return ""
    titles = " and ".join(explain.plain(found.title) for found in sets)
    gets = " and ".join(f"`python -m engine datasets get {found.name}`" for found in sets)
    return (
        f"The command looks for {titles} in the folder that `BIASCOPE_DATA` names, then in the "
        f"cache. On a machine without it, set `BIASCOPE_DATA` or run {gets} first."
    )


def as_json(frame: pd.DataFrame, manifest: dict[str, Any]) -> str:
    """Rows and manifest as one JSON text, numbers to their last digit; missing ones are null."""
    known = frame.astype(object).where(frame.notna(), None)
    rows = known.replace([math.inf, -math.inf], None).to_dict(orient="records")
    return json.dumps(
        {"manifest": manifest, "rows": rows}, ensure_ascii=False, indent=1, allow_nan=False
    )


def link() -> str:
    """The address that restores this view."""
    query = urlencode({key: st.query_params.get_all(key) for key in st.query_params}, doseq=True)
    base = (st.context.url or "").split("?")[0]
    return f"{base}?{query}" if query else base
