"""Python's cycle collector, held still while libraries and weights are read."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_LOCK = threading.Lock()
_inside = 0


@contextmanager
def collector_paused() -> Iterator[None]:
    """Collect no cycles inside; also where several threads load at once.

    Importing torch and transformers makes millions of objects that stay, and the collector
    looks through all of them again and again: a fifth of the whole import.
    """
    global _inside
    with _LOCK:
        _inside += 1
        gc.disable()
    try:
        yield
    finally:
        with _LOCK:
            _inside -= 1
            if not _inside:
                gc.enable()
