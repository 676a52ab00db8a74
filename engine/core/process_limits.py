"""Limits of a process that works for another one: it ends with it, and uses only so much."""

from __future__ import annotations

import contextlib
import os
import resource
import signal

_GRACE = 5  # seconds of computing between the signal that says what happened and the end
_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of Linux


def end_with(parent: int) -> None:
    """Have this process end when the one that started it ends; Linux alone can.

    Args:
        parent: its process id.
    """
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before it was watched
        raise SystemExit(1)


def set_limits(written: int, seconds: int, memory: int | None = None) -> None:
    """Limit this process and those that it starts, from now on.

    Args:
        written: bytes of the largest file it may write.
        seconds: of computing, on all processors together.
        memory: bytes of address space; None for no limit.
    """
    limits = [
        (resource.RLIMIT_FSIZE, written, written),
        (resource.RLIMIT_CPU, seconds, seconds + _GRACE),
        (resource.RLIMIT_CORE, 0, 0),
    ]
    if memory is not None:
        limits.append((resource.RLIMIT_AS, memory, memory))
    for limit, value, most in limits:
        with contextlib.suppress(ValueError, OSError):  # some systems have no such limit
            resource.setrlimit(limit, (value, most))
