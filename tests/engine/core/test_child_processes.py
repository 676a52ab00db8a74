"""Processes are asked, ended with what they started, and named by what ended them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import psutil
import pytest

from engine.core import child_processes
from engine.core.child_processes import OWN_GROUP, ask_to_end, end_all, interpreter, signal_name

LIMIT = 60
# A process that starts another one, tells its number and waits.
PARENT = (
    "import subprocess, sys, time\n"
    "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
    "print(child.pid, flush=True)\ntime.sleep(600)"
)


@pytest.fixture
def without_groups(monkeypatch):
    """As on Windows."""
    monkeypatch.delattr(os, "killpg")


@pytest.mark.process
@pytest.mark.parametrize("system", ["", "without_groups"])
def test_a_process_is_ended_with_those_it_started(system, request):
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, **OWN_GROUP)
    child = psutil.Process(int(parent.stdout.readline()))
    if system:
        request.getfixturevalue(system)
    end_all(parent.pid)
    assert signal_name(parent.wait(LIMIT)) == "SIGKILL"
    psutil.wait_procs([child], timeout=LIMIT)
    assert not child.is_running() or child.status() == psutil.STATUS_ZOMBIE
    end_all(parent.pid)  # nothing is there any more
    parent.stdout.close()


@pytest.mark.process
@pytest.mark.parametrize("system", ["", "without_groups"])
def test_a_process_is_asked_to_end(system, request):
    with subprocess.Popen(["sleep", "600"], **OWN_GROUP) as process:
        if system:
            request.getfixturevalue(system)
        ask_to_end(process.pid)
        assert signal_name(process.wait(LIMIT)) == "SIGTERM"
        ask_to_end(process.pid)


def test_only_a_signal_has_a_name():
    assert [signal_name(code) for code in (0, 2, 130, 0xC000013A)] == [""] * 4
    assert signal_name(-signal.SIGXCPU) == "SIGXCPU"
    assert signal_name(-250) == "signal 250"


def test_a_virtual_environment_of_windows_is_started_without_its_launcher(monkeypatch):
    assert interpreter("linux") == (sys.executable, {})
    monkeypatch.setattr(child_processes.sys, "_base_executable", r"C:\Python311\python.exe")
    monkeypatch.setattr(child_processes.sys, "executable", r"C:\b\.venv\Scripts\python.exe")
    assert interpreter("win32") == (
        r"C:\Python311\python.exe",
        {"__PYVENV_LAUNCHER__": r"C:\b\.venv\Scripts\python.exe"},
    )
    monkeypatch.setattr(child_processes.sys, "_base_executable", sys.executable)
    assert interpreter("win32") == (sys.executable, {})
