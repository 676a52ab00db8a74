"""Killing the worker of a job, its runner or both, and resuming the job."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from unittest.mock import patch

from engine.core.errors import BiascopeError
from engine.storage import jobs
from engine.storage.jobs.processes import end_for_good, is_alive
from tests.faults.repeating import count_kills
from tests.faults.stored import Outcome, kept_in, kill_problem, resumed_problem
from tests.faults.tally import Tally
from tests.faults.workload import Work

WORKER, RUNNER, BOTH = "the worker", "the runner", "both"
_PATIENCE = 900.0  # seconds until something that must happen is given up
_IN_A_ROW = 4  # kills before a job may finish
_FIRST_GUESS = 10.0  # seconds of a job, until one has finished


class _TimedOutError(Exception):
    """Something that must happen did not; its text says what."""


def kill_jobs(
    count: int, tally: Tally, folder: Path, expected: Sequence[tuple[Work, Outcome, float]]
) -> None:
    """Kill jobs at random moments, resume them, and compare what they leave.

    Args:
        count: kills; a job that had ended before its moment is none.
        tally: that they are counted in.
        folder: empty; for caches.
        expected: commands, what they leave undisturbed, and the seconds they take when forked.
    """
    seconds = _FIRST_GUESS

    def attempt(draw: random.Random, place: Path, most: int) -> tuple[int, str]:
        nonlocal seconds
        work, whole, _ = expected[draw.randrange(len(expected))]
        with patch.dict(os.environ, {"BIASCOPE_CACHE": str(place)}):
            killing = _Killing(draw, work, whole, place, seconds)
            problem = killing.run(most)
        seconds = killing.seconds
        return killing.kills, problem and f"{work.arguments[0]}, {problem}"

    count_kills("job", count, tally, folder, attempt)


class _Killing:
    """One job that is killed some times in a row, and then finishes.

    Args:
        seconds: that a job takes, about.
    """

    def __init__(
        self, draw: random.Random, work: Work, whole: Outcome, cache: Path, seconds: float
    ) -> None:
        self.draw, self.work, self.whole, self.cache = draw, work, whole, cache
        self.seconds = seconds
        self.kills = 0
        self._number = 0

    def run(self, most: int) -> str:
        """Returns what was wrong; empty where nothing was."""
        arguments: list[str | jobs.Output] = list(self.work.arguments)
        if self.work.table:
            arguments += [self.work.table, jobs.Output("table.csv")]
        try:
            self._number = jobs.submit(self.work.measure, arguments)
            for _ in range(min(most, self.draw.randint(1, _IN_A_ROW))):
                problem = self._killed()
                if problem:
                    return problem
                if self._job.state == "done":
                    break
                jobs.resume(self._number)
            return self._end()
        except _TimedOutError as error:
            self._end_processes()
            return str(error)
        except BiascopeError as error:
            self._end_processes()
            return f"a job could not be handled: {error}"

    @property
    def _job(self) -> jobs.Job:
        return jobs.job(self._number)

    def _killed(self) -> str:
        """Kill the job at a random moment, and look at what it left."""
        self._until(lambda: is_alive(self._job.worker) or not self._job.active, "it had a worker")
        if self.draw.random() < 0.5:  # while it measures; otherwise most kills meet imports
            self._until(lambda: self._job.total > 0 or not self._job.active, "it had begun")
            time.sleep(self.draw.random() * 2)
        else:
            time.sleep(self.draw.random() * self.seconds)
        job = self._job
        if job.state == "done":
            return ""
        target = self.draw.choice((WORKER, WORKER, RUNNER, BOTH))
        for mark in {WORKER: (job.worker,), RUNNER: (job.runner,)}.get(
            target, (job.runner, job.worker)
        ):
            end_for_good(mark)
        self.kills += 1
        self._until(lambda: not self._job.active, f"it had ended after {target} was killed")
        job = self._job
        if job.state not in ("interrupted", "done"):
            return f"after {target} was killed the job is {job.state}: {job.message}"
        if job.state == "interrupted" and not job.resumable:
            return "an interrupted job cannot be resumed"
        return kill_problem(self.cache, self.work.measure, job.done, self.whole.rows)

    def _end(self) -> str:
        kept = kept_in(self.cache, self.work.measure) if self.kills else 0
        self._until(lambda: not self._job.active, "it had finished")
        job = self._job
        if job.state != "done":
            return f"resumed, the job is {job.state}: {job.message}"
        if not self.kills and job.started is not None and job.finished is not None:
            self.seconds = job.finished - job.started
        self._until(lambda: not is_alive(job.runner), "its runner had left")
        report = (job.folder / "output").read_text("utf-8")
        table = job.folder / "table.csv" if self.work.table else None
        return resumed_problem(self.cache, report, table, kept, self.whole)

    def _until(self, reached: Callable[[], object], what: str) -> None:
        end = time.monotonic() + _PATIENCE
        while not reached():
            if time.monotonic() > end:
                raise _TimedOutError(f"waited {_PATIENCE:.0f} s until {what}")
            time.sleep(0.05)

    def _end_processes(self) -> None:
        for job in jobs.jobs():
            for mark in (job.runner, job.worker):
                end_for_good(mark)
