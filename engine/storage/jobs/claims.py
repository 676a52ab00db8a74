"""Claims: which runner works on which job, and what became of jobs whose process is gone.

Every change of a state is one transaction that names the state it changes from, so two
runners never claim one job, and a late report of a runner that was given up changes nothing.
"""

from __future__ import annotations

import signal
import sqlite3
import time

from engine.storage.jobs.processes import is_alive, mark_of, signal_group
from engine.storage.jobs.table import (
    CANCELLED,
    INTERRUPTED,
    QUEUED,
    RUNNING,
    Job,
    rows,
    selected,
    writing,
)

# Seconds a worker has to stop; it stops at the end of what it is computing.
GRACE = 45.0


def claim(runner: str) -> Job | None:
    """Take the next job for a runner; None if none waits or another runner is active.

    Args:
        runner: mark of the process that asks.
    """
    with writing() as connection:
        settle(connection)
        if selected(connection, "state = ?", (RUNNING,)):
            return None
        waiting = selected(connection, "state = ?", (QUEUED,))
        if not waiting:
            return None
        connection.execute(
            "UPDATE job SET state = ?, runner = ?, worker = NULL, started = ? WHERE id = ?",
            (RUNNING, runner, time.time(), waiting[0].id),
        )
        return waiting[0]


def begun(number: int, runner: str, worker: int) -> None:
    """Note the process that works on a claimed job."""
    with writing() as connection:
        connection.execute(
            "UPDATE job SET worker = ? WHERE id = ? AND runner = ? AND state = ?",
            (mark_of(worker), number, runner, RUNNING),
        )


def ended(number: int, runner: str, state: str, message: str) -> None:
    """Note how a claimed job ended."""
    with writing() as connection:
        for found in selected(connection, "id = ? AND runner = ?", (number, runner)):
            if found.state == RUNNING:
                end(connection, found, state, message or found.message)


def press_again(number: int) -> None:
    """Press a claimed job's worker if it was asked to stop and still runs."""
    for found in rows("id = ? AND state = ?", (number, RUNNING)):
        press(found)


def press(found: Job) -> None:
    """Signal the worker of a job that was asked to stop: first kindly, after `GRACE` for good."""
    if found.stopping and found.stop_asked is not None:
        late = time.time() - found.stop_asked > GRACE
        signal_group(found.worker, signal.SIGKILL if late else signal.SIGTERM)


def abandoned(found: Job) -> bool:
    """Whether a job is listed as running and none of its processes is."""
    return found.state == RUNNING and not is_alive(found.runner) and not is_alive(found.worker)


def settle(connection: sqlite3.Connection) -> None:
    """Mark the jobs whose process is gone."""
    for found in selected(connection, "state = ?", (RUNNING,)):
        if abandoned(found):
            end(connection, found, INTERRUPTED, "Its process is gone; what was finished is kept.")


def end(connection: sqlite3.Connection, found: Job, state: str, message: str) -> None:
    """Note how a job ended; one that was asked to stop and did not finish is cancelled."""
    if found.stop_asked is not None and state == INTERRUPTED:
        state, message = CANCELLED, ""
    connection.execute(
        "UPDATE job SET state = ?, message = ?, finished = ? WHERE id = ?",
        (state, message, time.time(), found.id),
    )
