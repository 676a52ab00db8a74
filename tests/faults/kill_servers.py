"""Killing the app's server while it starts, works or answers, and starting it again."""

from __future__ import annotations

import random
import threading
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlencode

from engine.bench.app import Server, running
from engine.core.errors import BiascopeError
from engine.core.wording import counted
from tests.faults.repeating import count_kills
from tests.faults.sessions import NotDrawnError, visit
from tests.faults.stored import Rows, rows_of, store_problem
from tests.faults.tally import Tally

_IN_A_ROW = 3  # kills before a server may finish
_PATIENCE = 900.0  # seconds until the results of an undisturbed server are given up
_QUIET = 3.0  # seconds without a new result, after which a server is taken to be done
_ASKED = (
    ("", ""),
    ("probe", urlencode({"text": "The carpenter said that [MASK] was late."})),
    ("probe", urlencode({"text": "The librarian told us that [MASK] was late.", "top_k": 12})),
)


def kill_servers(count: int, tally: Tally, folder: Path) -> None:
    """Kill servers at random moments, start them again, and compare what is stored.

    Args:
        count: kills.
        tally: that they are counted in.
        folder: empty; for caches.
    """
    started = time.perf_counter()
    problem = _answered(folder / "whole", None)
    if problem:
        raise BiascopeError(f"The undisturbed server failed: {problem}")
    seconds = time.perf_counter() - started - _QUIET
    expected = rows_of(folder / "whole")

    def attempt(draw: random.Random, place: Path, most: int) -> tuple[int, str]:
        return _case(draw, place, expected, seconds, most)

    count_kills("server", count, tally, folder, attempt)


def _case(
    draw: random.Random, cache: Path, expected: Rows, seconds: float, most: int
) -> tuple[int, str]:
    """Kill a server some times in a row, then let it answer everything.

    Returns:
        Number of kills, and what was wrong.
    """
    stored: Rows = {}
    kills = min(most, draw.randint(1, _IN_A_ROW))
    for number in range(1, kills + 1):
        with running(cache, wait=False) as server:
            asking = threading.Thread(target=_ask_all, args=(server,), daemon=True)
            asking.start()
            time.sleep(draw.random() * seconds)
            server.process.kill()
            server.process.wait()
            asking.join()
        problem = store_problem(cache, expected)
        if problem:
            return number, problem
        before, stored = stored, rows_of(cache)
        if any(key not in stored for key in before):
            return number, "results of before are gone"
    return kills, _answered(cache, expected)


def _answered(cache: Path, expected: Rows | None) -> str:
    """Let a server answer everything; what was wrong, or different from what is expected.

    Args:
        expected: None to wait until nothing more is stored.
    """
    try:
        with running(cache) as server:
            for page, query in _ASKED:
                visit(server.url, page, query, _PATIENCE)
            rows = _settled(cache, expected)
    except (BiascopeError, NotDrawnError) as error:
        return f"it does not start or answer: {error}"
    if faults := server.faults():
        return f"a fault was logged: {faults[-1]}"
    if expected is not None and rows != expected:
        differ = counted(len(rows), "result", "differ")
        return f"{differ} from the {len(expected)} of the undisturbed server"
    return "" if rows else "it stored nothing"


def _settled(cache: Path, expected: Rows | None) -> Rows:
    """Results once the threads of the server that work on are done."""
    end = time.monotonic() + _PATIENCE
    rows, since = rows_of(cache), time.monotonic()
    while time.monotonic() < end and rows != expected:
        quiet = _QUIET if expected is None else _PATIENCE / 4
        if rows and time.monotonic() - since > quiet:
            break
        time.sleep(0.2)
        found = rows_of(cache)
        if found != rows:
            rows, since = found, time.monotonic()
    return rows


def _ask_all(server: Server) -> None:
    """Open the pages of a server that may be gone at any moment."""
    while server.process.poll() is None:
        with suppress(NotDrawnError):
            for page, query in _ASKED:
                visit(server.url, page, query)
            return
        time.sleep(0.1)
