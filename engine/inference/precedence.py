"""Who goes first: background work waits between two batches while somebody waits for an answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

_answers = threading.Condition()
_waited_for = 0
_thread = threading.local()


@contextmanager
def in_background() -> Iterator[None]:
    """What this thread computes meanwhile gives way to what people wait for."""
    before = _gives_way()
    _thread.gives_way = True
    try:
        yield
    finally:
        _thread.gives_way = before


@contextmanager
def waited_for() -> Iterator[None]:
    """Somebody waits for what is computed meanwhile, unless this thread works in the background."""
    global _waited_for
    if _gives_way():
        yield
        return
    with _answers:
        _waited_for += 1
    try:
        yield
    finally:
        with _answers:
            _waited_for -= 1
            _answers.notify_all()


def give_way() -> None:
    """In a background thread, wait until nobody waits for an answer."""
    if _gives_way():
        with _answers:
            _answers.wait_for(lambda: not _waited_for)


def _gives_way() -> bool:
    return getattr(_thread, "gives_way", False)
