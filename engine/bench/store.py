"""Speed of the result store: filling it, reading it, pruning it, and how large its log grows."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.bench.timing import seconds
from engine.core.project import PROJECT
from engine.storage.store import Context, Store
from engine.storage.write_ahead import log_size

BATCH = 1000  # results written together
SHARES = (2, 10)  # the store is pruned to a half and to a tenth
_TEXT = "y" * 120  # makes a value of a size as of a short sentence's
_CONTEXTS = 50


@dataclass(frozen=True)
class StoreSpeed:
    """Times in seconds, sizes in bytes.

    Args:
        filled: writing all results.
        read: reading one batch of them.
        size: of the file.
        pruned: share of the size that was left -> time.
    """

    results: int
    filled: float
    read: float
    size: int
    pruned: dict[str, float]


@dataclass(frozen=True)
class LogGrowth:
    """What several processes that write without pause do to the write-ahead log.

    Args:
        written: results.
        largest: bytes of the log.
        size: bytes of the file at the end.
    """

    writers: int
    seconds: float
    written: int
    largest: int
    size: int


def store_speed(results: int, folder: Path) -> StoreSpeed:
    """Time a store of so many results.

    Args:
        results: in whole batches.
        folder: for the store and one copy of it.
    """
    path = folder / "results.sqlite"
    batches = max(1, results // BATCH)
    store = Store(path)

    def fill() -> None:
        for number in range(batches):
            store.put(_context(number), _batch(number))

    filled = seconds(fill)
    items = [item for item, _ in _batch(batches // 2)]
    read = seconds(lambda: store.get(_context(batches // 2), items))
    store.close()
    size = path.stat().st_size
    pruned = {f"1/{share}": _pruned(path, size // share) for share in SHARES}
    return StoreSpeed(batches * BATCH, filled, read, size, pruned)


def log_growth(writers: int, duration: float, folder: Path) -> LogGrowth:
    """Let processes write for a time, and watch the log.

    Args:
        duration: seconds.
    """
    path = folder / "log.sqlite"
    # A forked process would share the connection and the threads of this one.
    begin = [sys.executable, "-c", f"from {__name__} import write_on; write_on()", str(path)]
    running = [
        subprocess.Popen([*begin, str(number), str(duration)], cwd=PROJECT)
        for number in range(writers)
    ]
    largest = 0
    while any(process.poll() is None for process in running):
        largest = max(largest, log_size(path))
        time.sleep(0.02)
    store = Store(path)
    found = store.info()
    store.close()
    return LogGrowth(writers, duration, found.results, largest, path.stat().st_size)


def _pruned(path: Path, limit: int) -> float:
    copy = Path(shutil.copy(path, path.with_name("copy.sqlite")))
    store = Store(copy)
    taken = seconds(lambda: store.prune(limit))
    store.close()
    copy.unlink()
    return taken


def write_on() -> None:
    """Write results without pause: path, number of the writer and seconds are the arguments."""
    path, writer, duration = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    store, number, end = Store(path), 0, time.monotonic() + duration
    while time.monotonic() < end:
        store.put(_context(writer), _batch(number, 50, writer))
        number += 1
    store.close()


def _context(number: int) -> Context:
    return Context.of({"checkpoint": f"model {number % _CONTEXTS}"}, "pairs", 1, {})


def _batch(number: int, size: int = BATCH, writer: int = 0) -> list[tuple[Any, Any]]:
    return [
        (
            {"sent_more": f"The nurse {writer} {number} {place} was tired.", "sent_less": "x" * 60},
            {"score": place * 0.5, "text": _TEXT},
        )
        for place in range(size)
    ]
