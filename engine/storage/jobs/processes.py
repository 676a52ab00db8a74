"""Telling a running process from a later one that was given the same number.

A mark is the process number with the moment the process started. The moment is taken as the
system counts it, in ticks since the machine started: clock times shift when the clock is set.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from pathlib import Path

_PROC = Path("/proc")
_DEAD = ("Z", "X")  # ended, and only waiting to be noticed


def mark_of(pid: int) -> str | None:
    """The mark of a process; None if there is none, or it has ended."""
    found = _from_proc(pid) if (_PROC / "self" / "stat").exists() else _from_ps(pid)
    if found is None or found[0].startswith(_DEAD):
        return None
    return f"{pid} {found[1]}"


def is_alive(mark: str | None) -> bool:
    """Whether the process that was given this mark still runs."""
    return mark is not None and mark_of(pid_of(mark)) == mark


def pid_of(mark: str) -> int:
    """The process number in a mark."""
    return int(mark.split(" ", 1)[0])


def signal_group(mark: str | None, number: int) -> None:
    """Signal a process and its children, unless it has ended; never a stranger.

    Args:
        mark: of a process that leads its own group.
    """
    if mark is not None and is_alive(mark):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid_of(mark), number)


def _from_proc(pid: int) -> tuple[str, str] | None:
    """State letter and start of a process, where the system lists processes as files."""
    try:
        text = (_PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
        boot = (_PROC / "sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return None
    # The name stands in brackets and may hold anything, brackets included.
    fields = text.rpartition(")")[2].split()
    return fields[0], f"{fields[19]} {boot}"


def _from_ps(pid: int) -> tuple[str, str] | None:
    found = subprocess.run(
        ["ps", "-o", "state=,lstart=", "-p", str(pid)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LC_ALL": "C"},
    )
    state, _, start = found.stdout.strip().partition(" ")
    return (state, " ".join(start.split())) if start else None
