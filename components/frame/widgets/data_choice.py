"""Boxes that choose one of several named things, kept in the address, and the way to Pairs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import streamlit as st

from components.frame import session
from components.frame.shell.subject import PAIRS_DATA, PAIRS_FILE, is_of_model_bar
from components.frame.widgets import linked_box

OWN = "Your own file"


def pick(
    label: str,
    titles: Mapping[str, str],
    key: str,
    width: int | Literal["stretch"] = "stretch",
    help_text: str | None = None,
    old: Mapping[str, str] = linked_box.NO_NAMES,
    first: str | None = None,
) -> str:
    """Draw the box; sets that are not on this machine are offered too.

    Args:
        titles: name -> title on screen.
        key: of the choice, also in the address.
        width: in pixels, or all there is.
        help_text: shown at the question mark.
        old: name in links of earlier versions -> name.
        first: what is chosen at first; by default the first of all.
    """
    linked_box.take_from_link(label, key, titles, old)
    first = first or next(iter(titles))
    chosen: str | None = st.selectbox(
        label,
        [*titles],
        index=[*titles].index(first),
        format_func=titles.__getitem__,
        key=key,
        bind="query-params",
        persist_state="session",
        width=width,
        help=help_text,
    )
    return chosen or first


def name_in_links(key: str, title: str) -> None:
    """Have the links of this page name a choice, which the address leaves out if it is the usual.

    Args:
        key: of the box that it is chosen in.
        title: on screen.
    """
    st.session_state.setdefault(session.state.NAMED_IN_LINKS, {})[key] = title


# --- pairs page ---------------------------------------------------------------------------
# Another page leads to Pairs by a link, with a file of pairs open there.

_PAGE = "pages/pairs.py"


def link(path: Path, label: str) -> None:
    """Draw a link to the Pairs page with a file, under the model of the model bar.

    It may be read there without another click: this machine wrote it for this user.

    Args:
        path: of a file of pairs.
    """
    session.confirm("file", str(path))
    model = {key: st.query_params.get_all(key) for key in st.query_params if is_of_model_bar(key)}
    st.page_link(
        _PAGE,
        label=label,
        icon=":material/compare_arrows:",
        query_params={**model, PAIRS_DATA: OWN, PAIRS_FILE: str(path)},
    )
