"""Who computes first: background work pauses between two batches while a user waits for an answer.

And a moment longer: an answer must be drawn, by a browser that often has the same cores, and what a
page computes comes a moment after the click that asks for it.

And turns: of many people's measurements, a few compute at once and the others wait between two
chunks. Each that computes needs memory of its own, and all at once would not be faster.

A pause lasts a few seconds at most: the health check of a model waits so long between two
batches.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

_TURNS = 2 * max(2, os.cpu_count() or 2)  # more than cores: not all of a chunk uses them
_LONGEST = 5.0  # seconds that background work waits; what it holds cannot be freed meanwhile
_MOMENT = 0.3  # seconds in which a page comes to its question, or an answer is drawn
_turns = threading.BoundedSemaphore(_TURNS)
_answers = threading.Condition()
_foreground = 0
_held_until = 0.0  # as `time.monotonic` counts
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
        hold_background()
        with _answers:
            _foreground -= 1
            _answers.notify_all()


def hold_background() -> None:
    """Have background work pause for a moment: a user asked for something, or sees it drawn."""
    global _held_until
    with _answers:
        _held_until = time.monotonic() + _MOMENT


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
    if not _in_background():
        return
    end = time.monotonic() + _LONGEST
    with _answers:
        while (now := time.monotonic()) < end and (_foreground or now < _held_until):
            _answers.wait((end if _foreground else min(end, _held_until)) - now)


def _in_background() -> bool:
    return getattr(_thread, "in_background", False)
