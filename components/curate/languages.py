"""The language of subtitles: one that has word lists, or another with lists of the user's own."""

from __future__ import annotations

import streamlit as st

from components.frame import session
from engine.core.languages import language_name

_OTHER = "other"
_CODE = "curate_code"


def ask() -> str:
    """Draw the box, and a field for the code of another language.

    Returns:
        A code such as `en`; empty while none is written.
    """
    chosen = st.selectbox(
        "Language",
        [*session.list_languages(), _OTHER],
        format_func=lambda code: "Another language" if code == _OTHER else language_name(code),
        key="curate_language",
        persist_state="session",
        width=200,
        help="It decides how files without a known encoding are read, and which word lists are "
        "used. For another language, give lists of your own.",
    )
    if chosen != _OTHER:
        return chosen or "en"
    code = st.text_input(
        "Its code", key=_CODE, persist_state="session", placeholder="fi", max_chars=3, width=110
    )
    return (code or "").strip().lower()
