"""Priority: background work pauses between two batches while a user waits for an answer.

And turns: of many people's measurements, a few compute at once and the others wait between two
chunks. Each that computes needs memory of its own, and all at once would not be faster.

A pause lasts a few seconds at most: the health check of a model waits so long between two batches.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_TURNS = 2 * max(2, os.cpu_count() or 2)  # more than cores: not all of a chunk uses them
_LONGEST = 5.0  # seconds that background work waits; what it holds cannot be freed meanwhile
_turns = threading.BoundedSemaphore(_TURNS)
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


@contextmanager
def in_turn() -> Iterator[None]:
    """Compute one chunk once a turn is free; a background thread needs none, since it may pause."""
    if _in_background():
        yield
        return
    with _turns:
        yield


def wait_for_foreground() -> None:
    """In a background thread, wait until no user waits for an answer, but not for ever.

    On a server of many people somebody always waits.
    """
    if _in_background():
        with _answers:
            _answers.wait_for(lambda: not _foreground, _LONGEST)


def _in_background() -> bool:
    return getattr(_thread, "in_background", False)
