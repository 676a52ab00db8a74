"""Files that are made when their button is pressed, and stay until the browser has fetched them.

Streamlit tells the browser the address of such a file and forgets the file with the second run
of any page that ends after that. A list of jobs that refreshes itself runs every second, and so
does that of every other window: a browser on a busy machine then asks too late. So each file is
given to Streamlit once more outside of any run, under one of a few places that it keeps.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from itertools import count

import streamlit as st
from streamlit import runtime

_KEPT = 8  # files; a figure is a file of 5 MB
_turns = count()
# It would say in the terminal, at each press, that no run is under way.
logging.getLogger("streamlit.runtime.scriptrunner_utils.script_run_context").addFilter(
    lambda _: False
)


def button(
    label: str,
    make: Callable[[], str | bytes],
    file: str,
    kind: str,
    key: str | None = None,
    icon: str | None = None,
    tip: str | None = None,
    *,
    quiet: bool = False,
    disabled: bool = False,
) -> None:
    """Draw a button that downloads a file made when it is pressed; the page is not run again.

    Args:
        make: called outside of any run, so without what belongs to the user's session.
        file: name of the file.
        kind: its media type, such as `text/csv`.
        key: of the button; by default Streamlit makes one of what the button says.
        tip: tooltip.
        quiet: drawn as text, beside something that matters more.
    """
    st.download_button(
        label,
        partial(_kept, make, file, kind),
        file,
        kind,
        key=key,
        icon=icon,
        on_click="ignore",
        help=tip,
        type="tertiary" if quiet else "secondary",
        disabled=disabled,
    )


def _kept(make: Callable[[], str | bytes], file: str, kind: str) -> str | bytes:
    """The content; as one of the last few files, Streamlit keeps it whatever runs meanwhile."""
    made = make()
    if runtime.exists():
        place = f"download {next(_turns) % _KEPT}"
        files = runtime.get_instance().media_file_mgr
        data = made.encode() if isinstance(made, str) else made
        files.add(data, kind, place, file_name=file, is_for_static_download=True)
    return made
