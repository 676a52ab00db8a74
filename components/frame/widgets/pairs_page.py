"""The way from another page to Pairs, with a file of pairs open there."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from components.frame import session
from components.frame.shell.keys import MODEL_BAR, PAIRS_DATA, PAIRS_FILE
from components.frame.widgets.data_choice import OWN

_PAGE = "pages/pairs.py"


def link(path: Path, label: str) -> None:
    """Draw a link to the Pairs page with a file, under the model of the model bar.

    It may be read there without another click: this machine wrote it for this user.

    Args:
        path: of a file of pairs.
    """
    session.confirm("file", str(path))
    model = {key: st.query_params[key] for key in MODEL_BAR if key in st.query_params}
    st.page_link(
        _PAGE,
        label=label,
        icon=":material/compare_arrows:",
        query_params={**model, PAIRS_DATA: OWN, PAIRS_FILE: str(path)},
    )
