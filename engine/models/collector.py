"""Python's cycle collector, which is kept from looking through libraries and weights."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_LOCK = threading.Lock()
_inside = 0
_read = _aside = False  # whether something was read, and whether it is set aside


@contextmanager
def collector_paused() -> Iterator[None]:
    """Collect no cycles inside; also where several threads load at once.

    Importing torch and transformers makes millions of objects that stay, and the collector
    looks through all of them again and again: a fifth of the whole import.
    """
    global _inside, _read
    with _LOCK:
        _inside += 1
        gc.disable()
    try:
        yield
    finally:
        with _LOCK:
            _inside -= 1
            _read = True
            if not _inside:
                gc.enable()


def set_aside() -> None:
    """Take everything made so far out of all later collections, once a model has been read.

    A server collects after every run of a page, and would look through some 450,000 objects of
    the libraries each time. They are still freed when nothing refers to them, but for cycles.
    Later calls do nothing.
    """
    global _aside
    with _LOCK:
        if _aside or _inside or not _read:
            return
        _aside = True
    gc.collect()
    gc.freeze()
