"""Telling a running process from a later one that was given the same number.

A mark is the process number with the moment the process started. On Linux the moment is taken as
the system counts it, since the machine started: clock times shift when the clock is set. Elsewhere
it is the time of day that the system has kept.
"""

from __future__ import annotations

from pathlib import Path

from engine.core.child_processes import ask_to_end, end_all

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")  # Linux alone has one
_TICKS = 100  # a second, in which Linux counts


def mark_of(pid: int) -> str | None:
    """The mark of a process; None if there is none, or it has ended."""
    import psutil

    try:
        process = psutil.Process(pid)
        ended = process.status() in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
        return None if ended else f"{pid} {_start(process.create_time())}"
    except psutil.Error:
        return None


def _start(created: float) -> str:
    """The moment a process started, as its mark has it.

    Args:
        created: seconds since 1970, by the clock as it is now.
    """
    import psutil

    try:
        boot = _BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return f"{created:.3f}"
    ticks = (created - psutil.boot_time()) * _TICKS
    return f"{ticks:.0f} {boot}"


def is_alive(mark: str | None) -> bool:
    """Whether the process that was given this mark still runs."""
    return mark is not None and mark_of(pid_of(mark)) == mark


def pid_of(mark: str) -> int:
    """The process number in a mark."""
    return int(mark.split(" ", 1)[0])


def ask_to_stop(mark: str | None) -> None:
    """Ask a process to stop in its own time, unless it has ended; never a stranger.

    Args:
        mark: of a process that leads its own group.
    """
    if mark is not None and is_alive(mark):
        ask_to_end(pid_of(mark))


def end_for_good(mark: str | None) -> None:
    """End a process and its children at once, unless it has ended; never a stranger.

    Args:
        mark: of a process that leads its own group.
    """
    if mark is not None and is_alive(mark):
        end_all(pid_of(mark))
