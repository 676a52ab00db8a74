"""Ending what takes too long."""

from __future__ import annotations

import faulthandler
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

LIMIT = 20.0  # seconds of one case
_FOR_GOOD = 10  # times as long, and the process is ended: something does not return to Python


class TookTooLongError(BaseException):
    """Not an `Exception`, so that no code under test takes it for one of its own."""


@contextmanager
def limited(seconds: float = LIMIT) -> Iterator[None]:
    """Interrupt the block after a time; only in the main thread of a process.

    Raises:
        TookTooLongError: in the block, where it is at that moment.
    """

    def interrupt(*_: object) -> None:
        raise TookTooLongError

    before = signal.signal(signal.SIGALRM, interrupt)
    faulthandler.dump_traceback_later(_FOR_GOOD * seconds, exit=True, file=_errors())
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        faulthandler.cancel_dump_traceback_later()
        signal.signal(signal.SIGALRM, before)


def _errors() -> int:
    """Where the process itself complains, whatever `sys.stderr` is at the moment."""
    return 2 if sys.__stderr__ is None else sys.__stderr__.fileno()
