"""Priority: background work pauses between two batches while a user waits for an answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

_answers = threading.Condition()
_foreground = 0
_thread = threading.local()


@contextmanager
def in_background() -> Iterator[None]:
    """Give what this thread computes meanwhile a lower priority than what users wait for."""
    before = _in_background()
    _thread.in_background = True
    try:
        yield
    finally:
        _thread.in_background = before


@contextmanager
def in_foreground() -> Iterator[None]:
    """Mark what is computed meanwhile as waited for, unless this thread works in the background."""
    global _foreground
    if _in_background():
        yield
        return
    with _answers:
        _foreground += 1
    try:
        yield
    finally:
        with _answers:
            _foreground -= 1
            _answers.notify_all()


def wait_for_foreground() -> None:
    """In a background thread, wait until no user waits for an answer."""
    if _in_background():
        with _answers:
            _answers.wait_for(lambda: not _foreground)


def _in_background() -> bool:
    return getattr(_thread, "in_background", False)
