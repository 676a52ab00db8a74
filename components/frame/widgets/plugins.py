"""What was added to Biascope on this machine: measures, data sets and evaluators of plug-ins."""

from __future__ import annotations

import streamlit as st

from components.frame.present.explain import plain
from engine.plugins.loading import load
from engine.plugins.plugin import Plugin
from engine.server import shared

ANCHOR, TITLE = "plug-ins", "Plug-ins"


def shown() -> list[Plugin]:
    """Those that the page lists; what is left out concerns who runs a shared server alone."""
    return [one for one in load() if not (one.problem and shared.is_shared())]


def draw_plugins(found: list[Plugin]) -> None:
    """List plug-ins, and why any is left out."""
    st.header(TITLE, anchor=ANCHOR)
    st.markdown(
        "These were added to Biascope on this machine and are not part of it. Their numbers are as "
        "good as their code."
    )
    st.markdown("\n".join(f"- {_line(one)}" for one in found))


def _line(one: Plugin) -> str:
    if one.problem:
        return plain(one.refusal)
    named = plain(f"{one.kind or 'plug-in'}, {_from(one)}")
    return f"**{plain(one.name)}**: {named}"


def _from(one: Plugin) -> str:
    if one.is_file and shared.is_shared():
        return "from a file"
    return f"from {one.place}"
