"""Commands in processes of their own, which can be killed at any moment.

The commands run as `python -m engine` runs them, in processes forked from one that has
imported the libraries, since importing them takes longer than the work. Their chunks aim at a
fraction of the usual time, so that a short run has many.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import runpy
import select
import sys
import time
from dataclasses import dataclass
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from engine.core.errors import BiascopeError
from tests.faults.stored import Outcome, outcome_in
from tests.faults.workload import Work

CHUNK_SECONDS = 0.05
_IMPORTED = (
    *(
        "torch",
        "transformers",
        "pandas",
        "engine.cli",
        "engine.models.loading",
        "engine.flow.measurement",
    ),
    *(
        "engine.measures.pairs.scoring",
        "engine.measures.perplexity.masked",
        "engine.measures.health.check",
    ),
)
_PATIENCE = 900.0  # seconds until an undisturbed command is given up
_REPORTED = re.compile(rb"(\d+) of \d+")


@dataclass
class Run:
    """A command in a process of its own.

    Args:
        screen: terminal that its progress is written to.
    """

    process: ForkServerProcess
    screen: int
    output: Path
    shown: bytes = b""

    def watch(self, seconds: float) -> bool:
        """Read its progress for a time; returns whether it still runs."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and self.process.is_alive():
            self._read(min(left, 0.02))
        return self.process.is_alive()

    def kill(self) -> int:
        """Kill it; returns the number of items it had reported as finished."""
        self.process.kill()
        return self.end()

    def end(self) -> int:
        """Wait for its end; returns the number of items it reported as finished."""
        while self.process.is_alive():
            self._read(0.02)
        self.process.join()
        while self._read(0):
            pass
        os.close(self.screen)
        reported = [int(number) for number in _REPORTED.findall(self.shown)]
        return reported[-1] if reported else 0

    def _read(self, seconds: float) -> bool:
        if not select.select([self.screen], [], [], seconds)[0]:
            return False
        try:
            part = os.read(self.screen, 65536)
        except OSError:  # how a terminal says that nobody writes to it any more
            time.sleep(seconds)
            return False
        self.shown += part
        return bool(part)


def start(work: Work, folder: Path) -> Run:
    """Start a command with the cache of a folder."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(_IMPORTED))
    screen, other_end = os.openpty()
    output, arguments = folder / "output.json", list(work.arguments)
    if work.table:
        arguments += [work.table, str(folder / "table.csv")]
    output.unlink(
        missing_ok=True
    )  # of an earlier start: that it is there says the process has begun
    process = context.Process(
        target=_command, args=(arguments, str(folder / "cache"), str(output), os.ttyname(other_end))
    )
    process.start()
    run = Run(process, screen, output)
    _opened(run, other_end)
    return run


def _opened(run: Run, other_end: int) -> None:
    """Keep the terminal until the process has it too, or is gone."""
    while run.process.is_alive() and not run.output.exists():
        time.sleep(0.002)
    os.close(other_end)


def finished(work: Work, folder: Path) -> tuple[str, str]:
    """Let a command run to its end.

    Returns:
        Its report, and what was wrong; one of them is empty.
    """
    run = start(work, folder)
    if run.watch(_PATIENCE):
        run.kill()
        return "", f"it did not end within {_PATIENCE:.0f} s"
    run.end()
    if run.process.exitcode:
        said = run.shown.decode(errors="replace").strip()
        return "", f"it ended with exit code {run.process.exitcode}: {said}"
    return run.output.read_text("utf-8"), ""


def undisturbed(work: Work, folder: Path) -> tuple[Outcome, float]:
    """What a command leaves that nobody kills, and how many seconds it takes."""
    folder.mkdir(parents=True)
    started = time.perf_counter()
    report, problem = finished(work, folder)
    if problem:
        raise BiascopeError(f"The undisturbed `{work.arguments[0]}` failed: {problem}")
    taken = time.perf_counter() - started
    return outcome_in(folder / "cache", report, table_of(work, folder)), taken


def table_of(work: Work, folder: Path) -> Path | None:
    """Where a command writes its table."""
    return folder / "table.csv" if work.table else None


def _command(arguments: list[str], cache: str, output: str, screen: str) -> None:
    """Run a command of the engine in this process, which does nothing else."""
    import torch

    import engine.flow.measurement

    os.environ.update(BIASCOPE_CACHE=cache, HF_HUB_OFFLINE="1")
    torch.set_num_threads(1)
    vars(engine.flow.measurement)["_CHUNK_SECONDS"] = CHUNK_SECONDS
    for number, place in ((1, output), (2, screen)):
        opened = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOCTTY, 0o600)
        os.dup2(opened, number)
    sys.stdout, sys.stderr = (
        os.fdopen(1, "w", encoding="utf-8"),
        os.fdopen(2, "w", encoding="utf-8"),
    )
    sys.argv = ["engine", *arguments]
    runpy.run_module("engine", run_name="__main__")
