"""Style sheets that lay a page out while one of its containers is there.

In the style sheet of all pages, their rules would need `:has` for something deep below the page,
and with it the browser styles everything again at each change: a typed sentence took 40 ms longer.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import streamlit as st


def while_here(sheet: Path) -> None:
    """Lay the page out by a style sheet of ours, until the container it is drawn in goes.

    Args:
        sheet: CSS; it also hides the place where it is drawn.
    """
    st.html(_element(sheet))


@cache
def _element(sheet: Path) -> str:
    """The sheet next to something else: alone, Streamlit would put it where it stays."""
    return f"<i></i><style>{sheet.read_text(encoding='utf-8')}</style>"
