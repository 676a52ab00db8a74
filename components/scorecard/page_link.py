"""The way from a cell to the page that shows its measure in full."""

from __future__ import annotations

import streamlit as st

from components.frame.shell.keys import HEADS, MODEL
from components.frame.shell.pages import PAGES
from components.scorecard.grid import Entry
from engine.scorecard.words import MEASURED


def draw(measure: Entry, contestant: Entry) -> None:
    """Draw the link, with the model and its masked heads set; only for what was measured here."""
    page = measure.get("page")
    if not page or contestant["origin"] != MEASURED or not contestant["spec"]:
        return
    entry = next((one for one in PAGES if f"/{one.name}" == page["path"]), None)
    if entry is None:
        return
    spec = contestant["spec"]
    settings = {str(key): str(value) for key, value in (page.get("settings") or {}).items()}
    model = {MODEL: str(spec["checkpoint"])}
    if spec.get("masked_heads"):
        model[HEADS] = ", ".join(map(str, spec["masked_heads"]))
    with st.container(key="next_step_cell", width="content"):
        st.page_link(
            entry.path,
            label=f"Open on {entry.title}",
            icon=":material/arrow_forward:",
            query_params=settings | model,
        )
