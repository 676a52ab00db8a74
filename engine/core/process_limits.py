"""Limits of a process that works for another one: it ends with it, and uses only so much.

What a system cannot do is left out: Linux alone ends a process with another one, and Windows has no
such limits. Whoever starts the process still ends it after a time.
"""

from __future__ import annotations

import contextlib
import os
import sys

_GRACE = 5  # seconds of computing between the signal that says what happened and the end
_DEATH_SIGNAL, _KILL = 1, 9  # PR_SET_PDEATHSIG of Linux, and SIGKILL


def end_with(parent: int) -> None:
    """Have this process end when the one that started it ends; Linux alone can.

    Args:
        parent: its process id.
    """
    import ctypes

    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_DEATH_SIGNAL, _KILL)
    if os.getppid() != parent:  # it ended before it was watched
        raise SystemExit(1)


def set_limits(written: int, seconds: int, memory: int | None = None) -> None:
    """Limit this process and those that it starts, from now on, as far as the system can.

    Args:
        written: bytes of the largest file it may write.
        seconds: of computing, on all processors together.
        memory: bytes of address space; None for no limit.
    """
    try:
        import resource
    except ImportError:  # Windows
        return
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


def most_resident() -> float | None:
    """Most memory that was resident for this process, 10^9 bytes; None where it is not known."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used * (1 if sys.platform == "darwin" else 1024) / 1e9
