"""Export of a result: data, figure, the command that reproduces it, and the link."""

from __future__ import annotations

import json
import math
from typing import Any
from urllib.parse import urlencode

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.present.theme import standalone
from engine.datasets.files.export import csv_text


def row(
    name: str,
    frame: pd.DataFrame,
    figure: go.Figure | None,
    command: str,
    manifest: dict[str, Any],
    title: str = "",
    hint: str = "",
) -> None:
    """Buttons under a result.

    Args:
        name: stem of the files, and key of the buttons.
        frame: the tidy data behind the figure.
        command: what to type to get the same numbers without the screen.
        manifest: spec, measure, version, libraries; goes into the JSON and the popover.
        title: what the figure shows, written above the exported figure.
        hint: what to know before running the command.
    """
    with st.container(horizontal=True, gap="small", key=f"export_{name}"):
        with st.popover("Data", icon=":material/download:"):
            st.download_button(
                "CSV",
                lambda: csv_text(frame),
                f"biascope-{name}.csv",
                "text/csv",
                key=f"{name}_csv",
                on_click="ignore",
            )
            st.download_button(
                "JSON with manifest",
                lambda: as_json(frame, manifest),
                f"biascope-{name}.json",
                "application/json",
                key=f"{name}_json",
                on_click="ignore",
            )
        if figure is not None:
            # Made now: when the button is pressed, the user's theme is no longer known.
            page = standalone(figure, title or name)
            st.download_button(
                "Figure",
                lambda: page.to_html(include_plotlyjs=True),
                f"biascope-{name}.html",
                "text/html",
                key=f"{name}_html",
                icon=":material/download:",
                on_click="ignore",
                help="One HTML file that opens offline. The camera icon in the figure's toolbar "
                "saves an SVG here and a PNG in that file.",
            )
        with st.popover("Reproduce", icon=":material/terminal:"):
            st.code(command, language="bash", wrap_lines=True)
            if hint:
                st.caption(hint)
            st.json(manifest, expanded=False)
        with st.popover("Link", icon=":material/link:"):
            st.code(link(), language=None, wrap_lines=True)
            st.caption("Opens this view again on this machine; the address holds all settings.")


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
