"""Python's cycle collector is kept from looking through libraries and weights.

A collection stops all threads meanwhile, so the libraries are set aside once they are loaded. What
a measurement held is collected once it is released.
"""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager

_LOCK = threading.Lock()
_inside = 0
_read = _aside = False  # whether something was read, and whether it is set aside
_due = False  # whether something was released that may be among what is set aside


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

    A full collection would look through some 450,000 objects of the libraries each time. They are
    still freed when nothing refers to them, but for cycles, and networks are cycles: later calls do
    nothing, unless something watched was released since.
    """
    global _aside
    with _LOCK:
        if _inside or not _read or (_aside and not _due):
            return
        _aside = True
    collect()


def collect() -> None:
    """Collect all cycles that nothing refers to, also among what was set aside."""
    global _due
    with _LOCK:
        _due = False
        gc.unfreeze()
        gc.collect()
        if _aside:
            gc.freeze()


def watch(read: object) -> None:
    """Collect once more after this was released, whoever releases it and when.

    Args:
        read: holds cycles, and is in none itself.
    """
    weakref.finalize(read, _note_release)


def _note_release() -> None:
    """Takes no lock: it may run wherever the last name of an object ends, in `collect` too."""
    global _due
    _due = True
