"""The queue as people use it: submit, list, cancel, resume, forget."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass

import engine.storage.jobs.spawn as spawn
from engine.core.errors import BiascopeError
from engine.core.file_names import portable_name
from engine.storage.jobs.processes import ask_to_stop, end_for_good, is_alive, mark_of
from engine.storage.jobs.table import (
    CANCELLED,
    INTERRUPTED,
    QUEUED,
    RUNNING,
    Job,
    rows,
    run_folder,
    selected,
    writing,
)
from engine.storage.private_files import open_private, private_folder
from engine.storage.store import cache_folder


@dataclass(frozen=True)
class Input:
    """A file that belongs to a job: kept in its folder, so nobody changes it half-way."""

    name: str
    data: bytes


@dataclass(frozen=True)
class Output:
    """A file that a job writes into its folder."""

    name: str


def submit(title: str, argv: Sequence[str | Input | Output]) -> int:
    """Add work to the queue, and start a runner if none is running.

    Args:
        title: shown in the list of jobs, for example `CrowS-Pairs · CPS`.
        argv: what follows `python -m engine`; an `Input` or `Output` stands for the path of a
            file in the job's folder. It never passes through a shell.

    Returns:
        The number of the job.
    """
    if not argv:
        raise ValueError("a job needs a command")
    now = time.time()
    with writing() as connection:
        cursor = connection.execute(
            "INSERT INTO job (title, argv, state, place, created) VALUES (?, '[]', ?, ?, ?)",
            (" ".join(title.split()), QUEUED, now, now),
        )
        number = int(cursor.lastrowid or 0)
        words = _written(number, argv)
        connection.execute("UPDATE job SET argv = ? WHERE id = ?", (json.dumps(words), number))
    start_next()
    return number


def _written(number: int, argv: Sequence[str | Input | Output]) -> list[str]:
    """The plain command line, with the job's own files written."""
    folder = run_folder(number)
    shutil.rmtree(folder, ignore_errors=True)  # of a list of jobs that was deleted
    private_folder(folder, cache_folder())
    words = []
    for part in argv:
        if isinstance(part, str):
            words.append(part)
            continue
        path = folder.resolve() / portable_name(part.name)
        if isinstance(part, Input):
            with open_private(path, "wb") as stream:
                stream.write(part.data)
        words.append(str(path))
    return words


def jobs() -> list[Job]:
    """All jobs, in the order of the queue; those whose process is gone are marked so."""
    found = rows()
    for entry in found:
        if entry.stopping and not is_alive(entry.runner):
            press(entry)  # its runner, which would have done so, is gone
    if any(abandoned(entry) for entry in found):
        with writing() as connection:
            settle(connection)
        found = rows()
    waiting = any(entry.state == QUEUED for entry in found)
    if waiting and not any(entry.state == RUNNING for entry in found):
        with contextlib.suppress(BiascopeError):  # to be listed, a job need not be started
            spawn.runner_unless_just_started()
    return found


def job(number: int) -> Job:
    """One job."""
    return _only([entry for entry in jobs() if entry.id == number], number)


def cancel(number: int) -> None:
    """Take a job out of the queue, or ask its worker to stop; what is finished is kept."""
    with writing() as connection:
        found = _only(selected(connection, "id = ?", (number,)), number)
        if not found.active:
            raise BiascopeError(f"Job {number} is {found.state}; there is nothing to cancel.")
        if found.state == QUEUED:
            end(connection, found, CANCELLED, "")
        else:
            connection.execute(
                "UPDATE job SET stop_asked = coalesce(stop_asked, ?) WHERE id = ?",
                (time.time(), number),
            )
    for entry in rows("id = ?", (number,)):
        press(entry)


def resume(number: int) -> None:
    """Put a job that did not finish at the end of the queue again, with the same command."""
    with writing() as connection:
        settle(connection)
        found = _only(selected(connection, "id = ?", (number,)), number)
        if not found.resumable:
            raise BiascopeError(f"Job {number} is {found.state}; there is nothing to resume.")
        connection.execute(
            "UPDATE job SET state = ?, place = ?, message = '', pace = NULL, runner = NULL, "
            "worker = NULL, started = NULL, reported = NULL, stop_asked = NULL, finished = NULL "
            "WHERE id = ?",
            (QUEUED, time.time(), number),
        )
    start_next()


def forget_job(number: int) -> None:
    """Delete a job that has ended from the list, with its folder; results stay in the store."""
    with writing() as connection:
        settle(connection)
        found = _only(selected(connection, "id = ?", (number,)), number)
        if found.active:
            raise BiascopeError(f"Job {number} is {found.state}; cancel it first.")
        connection.execute("DELETE FROM job WHERE id = ?", (number,))
    shutil.rmtree(found.folder, ignore_errors=True)


def start_next() -> None:
    """Start a runner where something waits and nothing runs."""
    found = rows("state IN (?, ?)", (QUEUED, RUNNING))
    if any(entry.state == RUNNING and not abandoned(entry) for entry in found):
        return
    if any(entry.state == QUEUED for entry in found):
        spawn.runner()


def _only(found: list[Job], number: int) -> Job:
    if not found:
        raise BiascopeError(f"There is no job {number}; `jobs list` shows those there are.")
    return found[0]


# --- claims -------------------------------------------------------------------------------
# Claims: which runner works on which job, and what became of jobs whose process is gone.
#
# Every change of a state is one transaction that names the state it changes from, so two
# runners never claim one job, and a late report of a runner that was given up changes nothing.

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
    """Ask the worker of a job that is to stop; after `GRACE` it is ended for good."""
    if found.stopping and found.stop_asked is not None:
        late = time.time() - found.stop_asked > GRACE
        (end_for_good if late else ask_to_stop)(found.worker)


def abandoned(found: Job) -> bool:
    """Whether a job is listed as running and none of its processes is."""
    return found.state == RUNNING and not is_alive(found.runner) and not is_alive(found.worker)


_KEPT = "; what was finished is kept."


def settle(connection: sqlite3.Connection) -> None:
    """Mark the jobs whose process is gone."""
    for found in selected(connection, "state = ?", (RUNNING,)):
        if abandoned(found):
            end(connection, found, INTERRUPTED, f"Its process is gone{_KEPT}")


def end(connection: sqlite3.Connection, found: Job, state: str, message: str) -> None:
    """Note how a job ended; one that was asked to stop and did not finish is cancelled."""
    if found.stop_asked is not None and state == INTERRUPTED:
        state, message = CANCELLED, ""
    if found.total and not found.done:  # it counted, and came to nothing
        message = message.replace(_KEPT, "; nothing was finished.")
    connection.execute(
        "UPDATE job SET state = ?, message = ?, finished = ? WHERE id = ?",
        (state, message, time.time(), found.id),
    )
