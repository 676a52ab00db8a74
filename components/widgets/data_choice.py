"""The box that chooses what a page measures: data sets by name, or the user's own file."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

OWN = "Your own file"


def pick(label: str, titles: Mapping[str, str], key: str, width: int) -> str:
    """Draw the box; sets that are not on this machine are offered too.

    Args:
        titles: name -> title on screen; the first is chosen at first.
        key: of the choice, also in the address.
        width: in pixels.
    """
    chosen: str | None = st.selectbox(
        label,
        [*titles],
        format_func=titles.__getitem__,
        key=key,
        bind="query-params",
        persist_state="session",
        width=width,
    )
    return chosen or next(iter(titles))
