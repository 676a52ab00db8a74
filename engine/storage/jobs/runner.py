"""The runner: a detached process that works through the queue, one job after another.

Started as `python -m engine.storage.jobs.runner`. It computes nothing itself: each job is a
`python -m engine …` of its own, so a job that runs out of memory or is killed leaves a
runner that reports it and continues. It ends when nothing waits.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from pathlib import Path

from engine.core.child_processes import OWN_GROUP, interpreter, signal_name
from engine.core.program import run_module
from engine.core.project import PROJECT
from engine.storage.jobs.processes import mark_of
from engine.storage.jobs.queue import begun, claim, ended, press_again
from engine.storage.jobs.table import DONE, FAILED, INTERRUPTED, Job
from engine.storage.jobs.worker import JOB
from engine.storage.private_files import open_private, private_folder
from engine.storage.store import cache_folder

# Stopped from outside or by a lack of memory: worth resuming. Other signals are crashes.
_STOPPED = ("SIGINT", "SIGTERM", "SIGHUP")
_INTERRUPTED = 130  # exit code of a command that was asked to stop
# Exit codes on Windows, which has no signals: after Ctrl+Break, and as psutil ends a process.
_BREAK, _ENDED = 0xC000013A, 15
_LOOK = 1.0  # seconds between looks at whether a job was cancelled
_LONGEST = 500  # characters of a message
# By default torch's threads spin while they wait for each other. Beside another program that keeps
# one of two cores busy, a step of training then took up to ten times as long.
_PATIENT = {"OMP_WAIT_POLICY": "passive"}


def main() -> None:
    """Work through the queue."""
    _give_way()
    me = mark_of(os.getpid())
    while me is not None and (job := claim(me)) is not None:
        ended(job.id, me, *_worked(job, me))


def _give_way() -> None:
    """Let the screen be answered first."""
    import psutil

    with contextlib.suppress(psutil.Error, OSError):
        psutil.Process().nice(getattr(psutil, "BELOW_NORMAL_PRIORITY_CLASS", 5))


def _worked(job: Job, me: str) -> tuple[str, str]:
    """Run one job to its end.

    Returns:
        State and message.
    """
    log = job.folder / "log"
    _, variables = interpreter()
    try:
        private_folder(job.folder, cache_folder())
        with (
            open_private(job.folder / "output", "wb") as output,
            open_private(log, "wb") as errors,
        ):
            worker = subprocess.Popen(
                [*run_module(), *job.argv],
                cwd=PROJECT,
                env={**_PATIENT, **os.environ, **variables, JOB: str(job.id)},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
                **OWN_GROUP,
            )
    except OSError as error:
        return FAILED, f"The worker could not be started ({error.strerror})."
    begun(job.id, me, worker.pid)
    while True:
        try:
            return outcome(worker.wait(_LOOK), log)
        except subprocess.TimeoutExpired:
            press_again(job.id)


def outcome(code: int, log: Path) -> tuple[str, str]:
    """State and message of a job whose worker ended.

    Args:
        code: exit code; below 0, the number of the signal that ended it.
    """
    if code == 0:
        return DONE, ""
    name = signal_name(code)
    if name == "SIGKILL" or code == _ENDED:
        return INTERRUPTED, "The worker was killed, perhaps for want of memory."
    if name in _STOPPED or code in (_INTERRUPTED, _BREAK):
        return INTERRUPTED, "The worker was stopped; what was finished is kept."
    if name:
        return FAILED, f"The worker crashed ({name})."
    return FAILED, _last_line(log) or f"The worker ended with exit code {code}."


def _last_line(log: Path) -> str:
    """The error message of a command that failed: the last line on stderr."""
    with log.open("rb") as stream:
        stream.seek(0, os.SEEK_END)
        stream.seek(max(0, stream.tell() - 16 * _LONGEST))
        lines = stream.read().decode("utf-8", errors="replace").split("\n")
    messages = [line.strip() for line in lines if line.strip()]
    return messages[-1][:_LONGEST] if messages else ""


if __name__ == "__main__":
    main()
