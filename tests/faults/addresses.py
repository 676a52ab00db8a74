"""Odd addresses, opened on the app's own server: every page is drawn, and no fault is logged."""

from __future__ import annotations

import os
from pathlib import Path
from unittest.mock import patch
from urllib.parse import quote

from hypothesis import strategies as st

from engine.bench.app import Server, running
from tests.faults.repeating import OnCase, each_drawn
from tests.faults.sessions import NotDrawnError, visit
from tests.faults.tally import Tally
from tests.faults.texts import ODD_HEADS, ODD_NUMBER, ODD_TEXT, joined, odd_names

KIND = "address"

_PAGES = ("", "home", "probe", "pairs", "heads", "cabm", "annotators", "lab", "methods")
# Settings that links hold, of today and of before.
_KEYS = (
    *("model", "compare", "heads", "dtype", "text", "top_k", "targets", "groups", "words", "tab"),
    *("data", "measure", "variant", "path", "columns", "k", "clip", "colour", "contexts", "asked"),
    *("units", "look_in", "looking", "map", "fold", "least", "sentences", "weighting", "threshold"),
    *("seed", "order", "hide", "max_pieces", "$$ID", "biascope_session", "embed", "", " ", "__x"),
)


def addresses(count: int, tally: Tally, folder: Path, on_case: OnCase | None = None) -> None:
    """Open odd addresses one after another.

    Args:
        tally: that they are counted in.
        folder: empty; for the cache of the server.
    """
    if not count:
        return
    with patch.dict(os.environ, {"HF_HUB_OFFLINE": "1"}), running(folder) as server:

        def judge(number: int, address: tuple[str, str]) -> None:
            page, query = address
            logged = len(server.faults())
            problem = _opened(server, page, query)
            faults = server.faults()
            if len(faults) > logged:
                problem = problem or f"a fault was logged: {faults[-1]}"
            if problem:
                tally.add_bad(KIND, number, f"{problem}, at {page}?{query[:120]}")
            else:
                tally.add(KIND, "drawn")

        each_drawn(ODD_ADDRESS, range(count), tally.seed, judge, on_case)


def _pair(key: str, value: str, plain: bool) -> str:
    return f"{_quoted(key[:50])}={value[:3000] if plain else _quoted(value[:3000])}"


def _quoted(text: str) -> str:
    return quote(text, errors="surrogatepass")


def _opened(server: Server, page: str, query: str) -> str:
    try:
        visit(server.url, page, query)
    except NotDrawnError as error:
        return f"not drawn: {error}"
    return ""


_VALUE = st.one_of(ODD_TEXT, ODD_HEADS, ODD_NUMBER, odd_names())
_PAIR = st.builds(_pair, st.one_of(*[st.sampled_from(_KEYS)] * 9, ODD_TEXT), _VALUE, st.booleans())
# Name of a page, and what stands behind the question mark.
ODD_ADDRESS = st.tuples(
    st.sampled_from(_PAGES), joined(_PAIR, "&", "&", "&&", ";", least=1, most=5)
)
