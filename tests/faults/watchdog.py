"""Ending what takes too long."""

from __future__ import annotations

import faulthandler
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

LIMIT = 20.0  # seconds of one case, of the processor's time
# Times as long by the clock: on a busy machine little of it is ours, but a wait ends too.
_WAITING = 15
_FOR_GOOD = 30  # then the process is ended: something does not return to Python


class TookTooLongError(BaseException):
    """Not an `Exception`, so that no code under test takes it for one of its own."""


@contextmanager
def limited(seconds: float = LIMIT) -> Iterator[None]:
    """Interrupt the block after a time; only in the main thread of a process.

    Args:
        seconds: of the processor's time; by the clock it may take longer.

    Raises:
        TookTooLongError: in the block, where it is at that moment.
    """

    def interrupt(*_: object) -> None:
        raise TookTooLongError

    before = {number: signal.signal(number, interrupt) for number in _TIMERS.values()}
    faulthandler.dump_traceback_later(_FOR_GOOD * seconds, exit=True, file=_errors())
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, _WAITING * seconds)
    try:
        yield
    finally:
        for timer in _TIMERS:
            signal.setitimer(timer, 0)
        faulthandler.cancel_dump_traceback_later()
        for number, handler in before.items():
            signal.signal(number, handler)


_TIMERS = {signal.ITIMER_PROF: signal.SIGPROF, signal.ITIMER_REAL: signal.SIGALRM}


def _errors() -> int:
    """Where the process itself complains, whatever `sys.stderr` is at the moment."""
    return 2 if sys.__stderr__ is None else sys.__stderr__.fileno()
