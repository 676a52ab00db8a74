"""Odd addresses, opened on the app's own server: every page is drawn, and no fault is logged."""

from __future__ import annotations

import os
import random
from pathlib import Path
from unittest.mock import patch
from urllib.parse import quote

from engine.bench.app import Server, running
from tests.faults.repeating import OnCase, numbered
from tests.faults.sessions import NotDrawnError, visit
from tests.faults.tally import Tally, draw_of
from tests.faults.texts import odd_heads, odd_name, odd_number, odd_text

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
        logged = 0
        for number in numbered(count, on_case):
            page, query = odd_address(draw_of(tally.seed, KIND, number))
            problem = _opened(server, page, query)
            faults = server.faults()
            if len(faults) > logged:
                problem = problem or f"a fault was logged: {faults[-1]}"
            logged = len(faults)
            if problem:
                tally.add_bad(KIND, number, f"{problem}, at {page}?{query[:120]}")
            else:
                tally.add(KIND, "drawn")


def odd_address(draw: random.Random) -> tuple[str, str]:
    """Name of a page, and what stands behind the question mark."""
    parts = []
    for _ in range(draw.randint(1, 5)):
        key = draw.choice(_KEYS) if draw.random() < 0.9 else odd_text(draw)[:50]
        value = draw.choice((odd_text, odd_heads, odd_number, odd_name))(draw)[:3000]
        plain = draw.random() < 0.3
        parts.append(f"{_quoted(key)}={value if plain else _quoted(value)}")
    return draw.choice(_PAGES), draw.choice(("&", "&", "&&", ";")).join(parts)


def _quoted(text: str) -> str:
    return quote(text, errors="surrogatepass")


def _opened(server: Server, page: str, query: str) -> str:
    try:
        visit(server.url, page, query)
    except NotDrawnError as error:
        return f"not drawn: {error}"
    return ""
