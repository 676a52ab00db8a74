"""What `python -m engine` does differently as a job's worker: report, and stop when asked.

The runner names the job in the environment. Progress goes to the list of jobs a few times a
second at most; that it cannot be written never costs a result. SIGTERM, on Windows Ctrl+Break,
ends a measurement after the chunk it is at, so nothing computed is lost, and anything else at once.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections import deque
from functools import cache
from typing import Any

from engine.core.errors import StorageError
from engine.storage.jobs.processes import mark_of
from engine.storage.jobs.table import RUNNING, rows, writing

JOB = "BIASCOPE_JOB"

_BETWEEN = 0.4  # seconds between reports
_RECENT = 30.0  # seconds that the pace is taken over
_PATIENCE = 20.0  # seconds that a chunk may go on; the runner asks every second


@cache
def this_worker() -> Worker | None:
    """This process as a worker; None where a person started it."""
    # Taken out, so that processes this one starts do not report in its name.
    job = os.environ.pop(JOB, "")
    return Worker(int(job)) if job.isdigit() else None


class Worker:
    """One job's worker, from its own point of view.

    Args:
        job: number of the job.
    """

    def __init__(self, job: int) -> None:
        self._job = job
        self._mark = mark_of(os.getpid())
        self._measuring = False
        self._begun = False
        self._asked_at: float | None = None
        self._reported = 0.0
        self._expected: float | None = None
        self._seen: deque[tuple[float, int]] = deque()
        for name in ("SIGTERM", "SIGBREAK"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), self._asked)

    def begin(self, total: int, unit: str = "") -> None:
        """Start counting.

        A job that is resumed keeps the count that it ended with until the first report, rather
        than showing none of it for a moment.

        Args:
            total: of all items, as far as is known.
            unit: of the count, empty for items.
        """
        self._seen.clear()
        self._expected = None
        self._measuring = True
        first, self._begun = not self._begun, True
        left = self._left(total) if first else 0
        self._write(done=left, total=total, unit=unit, pace=None)

    def _left(self, total: int) -> int:
        """How many of as many items the list has as finished, from an earlier start of the job."""
        with contextlib.suppress(StorageError):
            for entry in rows("id = ? AND total = ?", (self._job, total)):
                return entry.done
        return 0

    def expect(self, pace: float) -> None:
        """Note the pace of earlier work, until that of this one is known.

        Args:
            pace: items a second.
        """
        self._expected = pace
        self._write(pace=pace)

    def report(self, done: int, total: int) -> None:
        """Note progress; stops here if the job was asked to, with everything kept.

        The first report of a count is where the pace begins: what the store knew came at no cost.

        Raises:
            KeyboardInterrupt: if the job was asked to stop, or is no longer this worker's.
        """
        now = time.monotonic()
        if self._seen and self._seen[-1][1] == done:
            self._seen.clear()  # nothing was computed meanwhile, as while a model loads
        self._seen.append((now, done))
        while len(self._seen) > 2 and now - self._seen[0][0] > _RECENT:
            self._seen.popleft()
        self._measuring = done < total
        if self._asked_at is not None:
            raise KeyboardInterrupt
        if done >= total or now - self._reported >= _BETWEEN:
            self._reported = now
            self._write(done=done, total=total, pace=self._pace() or self._expected)

    def note(self, sentence: str) -> None:
        """Note something that the list should show, for example that nothing could be kept."""
        self._write(message=" ".join(sentence.split()))

    def _pace(self) -> float | None:
        (first, done), (last, more) = self._seen[0], self._seen[-1]
        return (more - done) / (last - first) if last > first and more > done else None

    def _write(self, **values: Any) -> None:
        values["reported"] = time.time()
        marks = ", ".join(f"{name} = ?" for name in values)
        changed = 1
        with contextlib.suppress(StorageError), writing() as connection:
            changed = connection.execute(
                f"UPDATE job SET {marks}, worker = ? "
                "WHERE id = ? AND state = ? AND coalesce(worker, ?) = ?",
                (*values.values(), self._mark, self._job, RUNNING, self._mark, self._mark),
            ).rowcount
        if not changed:
            # The runner was killed and the job given up, or given to another worker.
            raise KeyboardInterrupt

    def _asked(self, *_: object) -> None:
        """Asked to stop: continue to the end of a chunk, but not for ever."""
        now = time.monotonic()
        if not self._measuring or now - (self._asked_at or now) > _PATIENCE:
            raise KeyboardInterrupt
        self._asked_at = self._asked_at or now
