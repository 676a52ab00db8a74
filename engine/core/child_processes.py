"""Processes that this one starts: in a group of their own, and ended with all that they started.

Where a system has groups of processes, a signal reaches the whole of one, also what its first
process has left behind. Windows has none: there the processes that a process has started are
looked up, and Ctrl+Break takes the place of SIGTERM.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

# For `subprocess.Popen`: no Ctrl+C of the terminal reaches it, and on Windows it opens no window.
# Each system leaves out what it does not know.
OWN_GROUP: Mapping[str, Any] = {
    "start_new_session": True,
    "creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    | getattr(subprocess, "CREATE_NO_WINDOW", 0),
}
_KILL = 9  # SIGKILL, which Windows does not name
_ASKING = getattr(signal, "CTRL_BREAK_EVENT", signal.SIGTERM)


def interpreter(system: str = sys.platform) -> tuple[str, dict[str, str]]:
    """What starts this Python again, as the very process that is started.

    In a virtual environment on Windows, `python.exe` starts another process for the work, and
    signals and process ids would be those of the wrong one.

    Args:
        system: as `sys.platform` names it.

    Returns:
        The program, and variables that it needs beside others.

    Source: `multiprocessing.popen_spawn_win32`, which does the same.
    """
    base = getattr(sys, "_base_executable", sys.executable)
    if system != "win32" or base == sys.executable:
        return sys.executable, {}
    return base, {"__PYVENV_LAUNCHER__": sys.executable}


def ask_to_end(pid: int) -> None:
    """Ask a process that leads its own group to end in its own time.

    On Windows only the process that started it can ask, which shares its console.
    """
    import psutil

    with suppress(OSError, psutil.Error):  # it has ended
        if hasattr(os, "killpg"):
            os.killpg(pid, signal.SIGTERM)
        elif psutil.Process(pid).ppid() == os.getpid():
            os.kill(pid, _ASKING)


def end_all(pid: int) -> None:
    """End a process that leads its own group at once, with those that it started."""
    import psutil

    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, _KILL)
        return
    with suppress(psutil.Error):
        leader = psutil.Process(pid)
        for process in (*leader.children(recursive=True), leader):
            with suppress(psutil.Error):
                process.kill()


def signal_name(code: int) -> str:
    """The signal that ended a process, such as `SIGKILL`; empty where none did.

    Args:
        code: exit status as `subprocess` has it, below 0 for a signal.
    """
    try:
        return signal.Signals(-code).name if code < 0 else ""
    except ValueError:
        return f"signal {-code}"
