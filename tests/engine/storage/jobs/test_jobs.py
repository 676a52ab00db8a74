"""Jobs are queued, killed, cancelled and resumed, and nothing is lost.

Where the order of the queue is tested, this process claims jobs as a runner does; else runner and
worker are processes. A job that has to run until a test says otherwise reads a file that its
process cannot open before (`held_file`). Waiting has a limit only so that a fault does not hold
the run for ever.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from multiprocessing.process import BaseProcess
from pathlib import Path

import psutil
import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.core.errors import BiascopeError, StorageError
from engine.storage import jobs
from engine.storage.jobs import processes, spawn, table
from engine.storage.jobs import queue as claims
from engine.storage.jobs.processes import end_for_good, is_alive, mark_of
from engine.storage.jobs.runner import outcome
from engine.storage.jobs.worker import JOB, Worker
from engine.storage.store import default_store
from tests.forked import command, fork

ROOT = Path(__file__).parents[4]
LIMIT = 300.0
NOBODY = "1 0 no-machine"  # the mark of a process that never was
ME = mark_of(os.getpid())


def until(reached: Callable[[], object], what: str) -> None:
    """Wait for something that other processes do."""
    end = time.monotonic() + LIMIT
    while not reached():
        if time.monotonic() > end:
            listed = [(job.id, job.state, job.message) for job in jobs.jobs()]
            pytest.fail(f"timed out waiting until {what}: {listed}")
        time.sleep(0.05)


def until_state(number: int, *states: str) -> jobs.Job:
    until(lambda: jobs.job(number).state in states, f"job {number} is {' or '.join(states)}")
    return jobs.job(number)


def until_working(number: int) -> jobs.Job:
    until(lambda: is_alive(jobs.job(number).worker), f"job {number} has a worker")
    return jobs.job(number)


@pytest.fixture(autouse=True)
def _nothing_stays_behind(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Only tests of processes have a runner."""
    monkeypatch.setattr(spawn, "_BETWEEN", 0.5)
    if not request.node.get_closest_marker("process"):
        monkeypatch.setattr(spawn, "runner", lambda: None)
    yield
    with suppress(StorageError):
        for job in table.rows():
            if job.worker != ME:
                with suppress(BiascopeError):
                    jobs.cancel(job.id)
            for mark in {job.runner, job.worker} - {ME}:
                end_for_good(mark)


@pytest.fixture
def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file without a sentence that a job waits for."""
    path = tmp_path / "held.txt"
    path.touch()
    _mark(path).touch()
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent / "held_file"))
    monkeypatch.setenv("HELD_FILE", str(path))
    return path


def _mark(held: Path) -> Path:
    return held.with_name(f"{held.name}.wait")


def let_go(held: Path) -> None:
    """End the job that waits: it finds no sentence."""
    _mark(held).unlink()


def waiting_job(held: Path, title: str = "waits") -> int:
    return jobs.submit(title, ["pppl", str(held)])


def quick_job(title: str = "quick") -> int:
    return jobs.submit(title, ["cache", "info", "--json"])


def claimed() -> int:
    """Claim the next job for this process; its number."""
    job = claims.claim(ME)
    assert job is not None
    return job.id


def end_claimed(number: int, state: str) -> jobs.Job:
    claims.ended(number, ME, state, "It was so.")
    return jobs.job(number)


def change(statement: str, *values: object) -> None:
    with table.writing() as connection:
        connection.execute(statement, values)


# --- one job ----------------------------------------------------------------------------


def test_there_are_no_jobs_at_first_and_looking_makes_no_file(cache_folder):
    assert jobs.jobs() == []
    assert not list(cache_folder.iterdir())


@pytest.mark.main_path
@pytest.mark.process
def test_a_job_runs_to_its_end_and_its_output_is_kept():
    number = quick_job("  What is\nstored ")
    done = until_state(number, "done", "failed")
    assert done.state == "done", done.message
    assert done.title == "What is stored"
    assert json.loads((done.folder / "output").read_text())["results"] == 0
    assert done.created <= done.started <= done.finished
    until(lambda: not is_alive(done.runner), "the runner has left")


@pytest.mark.main_path
@pytest.mark.process
def test_a_failing_job_says_why_in_one_line_and_nothing_goes_through_a_shell(tmp_path):
    file = f"$(touch {tmp_path}/c); touch d"
    number = jobs.submit("$(touch a); `touch b`", ["pppl", file])
    assert until_state(number, "failed").message == f"There is no file {file}."
    assert not list(tmp_path.iterdir())


def test_files_of_a_job_are_its_own_and_go_with_it(tmp_path):
    mine = tmp_path / "mine.txt"
    mine.write_text("")
    number = jobs.submit(
        "own files",
        ["pppl", jobs.Input("../mine.txt", b""), "--seed", "1", jobs.Output("scores.csv")],
    )
    job = end_claimed(claimed(), "failed")
    assert job.argv[1] == str(job.folder.resolve() / "mine.txt")
    assert job.argv[-1] == str(job.folder.resolve() / "scores.csv")
    assert (job.folder / "mine.txt").read_bytes() == b""
    jobs.forget_job(number)
    assert jobs.jobs() == []
    assert not job.folder.exists()
    assert mine.exists()


def test_a_job_without_a_command_is_a_callers_bug():
    with pytest.raises(ValueError, match="needs a command"):
        jobs.submit("nothing", [])


def test_a_number_that_is_not_there_is_said_so():
    for act in (jobs.job, jobs.cancel, jobs.resume, jobs.forget_job):
        with pytest.raises(BiascopeError, match="There is no job 7"):
            act(7)


@pytest.mark.parametrize(
    ("code", "state"),
    [
        (0, "done"),
        (2, "failed"),
        (1, "failed"),
        (130, "interrupted"),
        (-signal.SIGTERM, "interrupted"),
        (-signal.SIGKILL, "interrupted"),
        (-signal.SIGSEGV, "failed"),
        (-250, "failed"),  # the number of no signal
        (0xC000013A, "interrupted"),  # Windows: STATUS_CONTROL_C_EXIT, after Ctrl+Break
        (15, "interrupted"),  # Windows: as TerminateProcess is asked to end it
    ],
)
def test_how_a_worker_ended_decides_whether_to_resume(code, state, tmp_path):
    log = tmp_path / "log"
    log.write_text("a warning\nWhat was wrong.\n\n")
    found, message = outcome(code, log)
    assert found == state
    assert bool(message) == (code != 0)
    assert ("What was wrong." in message) == (code in (1, 2))


def test_a_worker_that_said_nothing_is_named_by_its_exit_code(tmp_path):
    (tmp_path / "log").touch()
    assert outcome(3, tmp_path / "log") == ("failed", "The worker ended with exit code 3.")


# --- the queue --------------------------------------------------------------------------


def test_of_many_runners_one_gets_the_job():
    number = quick_job()
    gate = threading.Barrier(8)
    found = []

    def ask() -> None:
        gate.wait()
        found.append(claims.claim(ME))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [job.id for job in found if job is not None] == [number]


def test_a_waiting_job_is_cancelled_at_once_and_never_runs():
    first, second = quick_job(), quick_job()
    assert claimed() == first
    jobs.cancel(second)
    assert jobs.job(second).state == "cancelled"
    end_claimed(first, "done")
    assert claims.claim(ME) is None
    assert jobs.job(second).started is None


@pytest.mark.main_path
@pytest.mark.process
def test_cancelling_stops_the_worker_and_the_queue_goes_on(held):
    first, second = waiting_job(held), quick_job()
    worker = until_working(first).worker
    assert jobs.job(second).state == "queued"
    jobs.cancel(first)
    stopped = until_state(first, "cancelled")
    assert stopped.message == ""
    assert not is_alive(worker)
    assert until_state(second, "done").started >= stopped.finished


@pytest.mark.main_path
@pytest.mark.process
def test_a_worker_that_does_not_stop_is_ended_for_good():
    script = "import signal, time; signal.signal(15, signal.SIG_IGN); print(flush=True)\n"
    deaf = subprocess.Popen(
        [sys.executable, "-c", script + "while True: time.sleep(1)"],
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    deaf.stdout.readline()
    number = running_job(worker=mark_of(deaf.pid))
    jobs.cancel(number)
    assert jobs.job(number).stopping
    change("UPDATE job SET stop_asked = stop_asked - ?", claims.GRACE + 1)
    jobs.jobs()
    assert deaf.wait(LIMIT) == -signal.SIGKILL
    deaf.stdout.close()
    assert jobs.job(number).state == "cancelled"


def test_only_what_did_not_finish_can_be_resumed():
    done, running = quick_job(), quick_job()
    end_claimed(claimed(), "done")
    claimed()
    for number in (done, running):
        with pytest.raises(BiascopeError, match="nothing to resume"):
            jobs.resume(number)
    with pytest.raises(BiascopeError, match="nothing to cancel"):
        jobs.cancel(done)
    with pytest.raises(BiascopeError, match="cancel it first"):
        jobs.forget_job(running)


def test_a_resumed_job_waits_at_the_end_of_the_queue():
    failed, first, second = quick_job(), quick_job(), quick_job()
    assert end_claimed(claimed(), "failed").message == "It was so."
    assert claimed() == first
    jobs.resume(failed)
    assert [job.id for job in jobs.jobs()] == [first, second, failed]
    assert jobs.job(failed).message == ""
    assert claims.claim(ME) is None  # while the first runs
    end_claimed(first, "done")
    assert claimed() == second
    end_claimed(second, "done")
    assert claimed() == failed


# --- what does not survive --------------------------------------------------------------


def running_job(runner: str = NOBODY, worker: str | None = None) -> int:
    """A row that says a job runs, as a process that is gone would have left it."""
    change(
        "INSERT INTO job (title, argv, state, place, created, started, runner, worker) "
        "VALUES ('left', '[\"cache\", \"info\"]', 'running', 0, 0, 0, ?, ?)",
        runner,
        worker,
    )
    return table.rows()[-1].id


def test_a_job_whose_process_is_gone_is_interrupted_and_can_be_resumed():
    number = running_job()
    found = jobs.job(number)
    assert found.state == "interrupted"
    assert "gone" in found.message
    jobs.resume(number)
    assert claimed() == number


@pytest.mark.parametrize(("done", "said"), [(0, "nothing was finished"), (3, "is kept")])
def test_a_job_says_whether_anything_of_it_was_finished(done, said):
    number = running_job()
    change("UPDATE job SET done = ?, total = 9 WHERE id = ?", done, number)
    assert said in jobs.job(number).message


def test_a_job_whose_worker_lives_goes_on_without_its_runner():
    assert jobs.job(running_job(worker=ME)).state == "running"


@pytest.mark.process
def test_a_process_number_that_is_used_again_is_not_mistaken_for_the_worker():
    with subprocess.Popen(["sleep", "600"], start_new_session=True) as stranger:
        pid, _, start = mark_of(stranger.pid).partition(" ")
        assert is_alive(f"{pid} {start}")
        earlier = f"{pid} 1{start}"
        assert not is_alive(earlier)
        number = running_job(worker=earlier)
        jobs.cancel(number)
        end_for_good(earlier)
        assert jobs.job(number).state == "cancelled"
        assert stranger.poll() is None
        end_for_good(f"{pid} {start}")
        assert stranger.wait(LIMIT) == -signal.SIGKILL


@pytest.mark.process
def test_a_process_that_ended_is_gone_before_anyone_has_taken_notice():
    ended = subprocess.Popen(["true"])
    until(lambda: mark_of(ended.pid) is None, "the process has ended")
    ended.wait(LIMIT)
    assert mark_of(ended.pid) is None


@pytest.mark.process
def test_a_job_survives_the_kill_of_the_process_that_asked_for_it(held):
    script = (
        "import sys, time\nfrom engine.storage import jobs\n"
        "print(jobs.submit('waits', ['pppl', sys.argv[1]]), flush=True)\ntime.sleep(600)"
    )
    command = [sys.executable, "-c", script, str(held)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as server:
        number = int(server.stdout.readline())
        until_working(number)
        server.kill()
    assert jobs.job(number).state == "running"
    assert is_alive(jobs.job(number).worker)
    let_go(held)
    assert until_state(number, "failed")


@pytest.mark.process
def test_a_worker_outlives_its_runner_and_the_queue_goes_on_after_it(held):
    first, second = waiting_job(held), quick_job()
    job = until_working(first)
    end_for_good(job.runner)
    until(lambda: not is_alive(job.runner), "the runner is gone")
    assert jobs.job(first).state == "running"
    assert jobs.job(second).state == "queued"
    let_go(held)
    assert until_state(first, "interrupted")
    assert until_state(second, "done")


def stored() -> dict[str, tuple[str, float]]:
    """Key -> value and time of writing of every stored result."""
    with closing(sqlite3.connect(default_store().path)) as connection:
        rows = connection.execute("SELECT key, value, used FROM result").fetchall()
    return {key: (value, used) for key, value, used in rows}


def work(argv: tuple[str, ...]) -> None:
    """Be a worker, which leads a group of its own."""
    os.setsid()
    command(argv)


def started() -> tuple[int, BaseProcess]:
    """Claim the next job, and start its worker, as a runner does."""
    job = jobs.job(claimed())
    files = {"out": job.folder / "output", "err": job.folder / "log"}
    worker = fork(work, job.argv, environment={**os.environ, JOB: str(job.id)}, **files)
    claims.begun(job.id, ME, worker.pid)
    return job.id, worker


def ended(number: int, worker: BaseProcess) -> jobs.Job:
    worker.join(LIMIT)
    claims.ended(number, ME, *outcome(worker.exitcode, jobs.job(number).folder / "log"))
    return jobs.job(number)


@pytest.mark.main_path
@pytest.mark.process
def test_a_killed_worker_is_resumed_and_computes_nothing_again(
    tiny_model_folder, tmp_path, monkeypatch
):
    monkeypatch.setattr(spawn, "runner", lambda: None)
    nouns = ["nurse", "engineer", "doctor", "teacher", "man", "woman", "boy", "girl"]
    sentences = [
        f"The {one} said that the {other} was {word} {number}."
        for one in nouns
        for other in nouns
        for word in ("tired", "old", "happy")
        for number in range(8)
    ]
    file = tmp_path / "sentences.txt"
    file.write_text("\n".join(sentences))
    # The measure aims at chunks of seconds; a small model would be done before it is killed.
    model = str(tiny_model_folder("bert"))
    jobs.submit("PPPL", ["pppl", str(file), "--model", model, "--device", "cpu", "--json"])

    number, worker = started()
    until(lambda: jobs.job(number).done >= 8, "something is finished")
    os.kill(jobs.job(number).pid, signal.SIGKILL)
    killed = ended(number, worker)
    assert killed.state == "interrupted"
    assert "killed" in killed.message
    first = stored()
    assert 8 <= len(first) < len(sentences)
    assert default_store().verify() == []

    jobs.resume(number)
    _, worker = started()
    until(lambda: jobs.job(number).done > len(first), "more is finished")
    jobs.cancel(number)
    assert ended(number, worker).state == "cancelled"
    second = stored()
    assert len(first) < len(second) < len(sentences)
    assert first.items() <= second.items()

    jobs.resume(number)
    _, worker = started()
    done = ended(number, worker)
    assert done.state == "done", done.message
    assert second.items() <= stored().items()
    assert len(stored()) == done.done == done.total == len(sentences)
    manifest = json.loads((done.folder / "output").read_text())["manifest"]
    assert manifest["from_store"] == len(second)
    assert default_store().verify() == []


# --- the worker's word ------------------------------------------------------------------


@pytest.fixture
def worker() -> Iterator[Worker]:
    """This process as the worker of a job; its answers to signals are put back after."""
    before = signal.getsignal(signal.SIGTERM)
    yield Worker(running_job(runner=ME))
    signal.signal(signal.SIGTERM, before)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    def forward(seconds: float) -> None:
        now[0] += seconds

    return forward


def test_the_pace_leaves_out_what_the_store_knew(worker, clock):
    worker.begin(1000)
    assert (jobs.jobs()[0].done, jobs.jobs()[0].total) == (0, 1000)
    worker.report(600, 1000)
    assert jobs.jobs()[0].seconds_left() is None
    clock(10)
    worker.report(700, 1000)
    found = jobs.jobs()[0]
    assert (found.done, found.total, found.pace) == (700, 1000, pytest.approx(10))
    assert found.seconds_left(found.reported + 5) == pytest.approx(25)
    assert found.seconds_left(found.reported + 500) == 0


def test_a_job_that_begins_again_keeps_its_count_until_it_reports(worker):
    worker.begin(1000)
    worker.report(600, 1000)
    again = Worker(jobs.jobs()[0].id)
    again.begin(1000)
    assert jobs.jobs()[0].done == 600
    again.begin(1000)  # of the next measurement of the same command
    assert jobs.jobs()[0].done == 0
    Worker(jobs.jobs()[0].id).begin(400)
    assert jobs.jobs()[0].done == 0


@pytest.mark.parametrize(
    ("reports", "pace"),
    [
        ([(600, 0), (600, 50), (700, 10)], 10),  # from when something was computed
        ([(0, 0), (300, 30), (310, 20), (320, 20)], 0.5),
    ],
)
def test_the_pace_follows_the_last_half_minute_of_computing(worker, clock, reports, pace):
    worker.begin(1000)
    for done, seconds in reports:
        clock(seconds)
        worker.report(done, 1000)
    assert jobs.jobs()[0].pace == pytest.approx(pace)


def test_progress_is_written_a_few_times_a_second_and_always_at_the_end(worker, clock):
    worker.begin(10)
    seen = []
    for done in range(1, 11):
        clock(0.1)
        worker.report(done, 10)
        seen.append(jobs.jobs()[0].done)
    assert seen[0] == 1
    assert seen[-1] == 10
    assert len(set(seen)) < 6


@pytest.mark.parametrize(
    "end",
    [
        lambda: os.kill(os.getpid(), signal.SIGTERM),
        lambda: change("UPDATE job SET state = 'interrupted'"),
    ],
    ids=["asked", "given-up"],
)
def test_a_worker_that_shall_stop_does_so_when_its_chunk_is_kept(worker, end):
    worker.begin(10)
    end()
    with pytest.raises(KeyboardInterrupt):
        worker.report(5, 10)


def test_a_chunk_that_takes_too_long_is_left_when_the_worker_is_asked_again(worker, clock):
    worker.begin(10)
    for seconds in (0, 1, 19):
        clock(seconds)
        signal.raise_signal(signal.SIGTERM)
    clock(1)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)


def test_a_worker_that_is_not_measuring_stops_at_once(worker):
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)


def test_progress_that_cannot_be_written_costs_nothing(worker, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path / "file"))
    worker.begin(10)
    worker.report(5, 10)


def test_what_a_worker_wants_said_is_in_the_list(worker):
    worker.note("The disk\nis full.")
    assert jobs.jobs()[0].message == "The disk is full."


# --- storage, and the command line ------------------------------------------------------


def test_a_folder_that_cannot_be_written_is_said_plainly(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path / "file"))
    assert jobs.jobs() == []
    with pytest.raises(StorageError, match=r"cannot be written .*BIASCOPE_CACHE"):
        quick_job()


def test_a_full_disk_is_said_plainly_and_nothing_is_begun(cache_folder, monkeypatch):
    started = []
    monkeypatch.setattr(spawn, "runner", lambda: started.append(1))
    running_job()
    connected = table._connected

    def full(address: str) -> sqlite3.Connection:
        connection = connected(address)
        connection.execute("PRAGMA max_page_count = 1")
        return connection

    monkeypatch.setattr(table, "_connected", full)
    with pytest.raises(StorageError, match="full"):
        jobs.submit("large", ["fill", "x" * 100_000])
    assert not started
    assert [job.title for job in table.rows()] == ["left"]


def test_a_damaged_list_of_jobs_is_said_plainly(cache_folder):
    (cache_folder / "jobs.sqlite").write_bytes(b"no database, but long enough to look" * 40)
    with pytest.raises(StorageError, match="move it away"):
        jobs.jobs()


def test_a_file_that_was_only_just_made_is_an_empty_list(cache_folder):
    (cache_folder / "jobs.sqlite").touch()
    assert jobs.jobs() == []


@pytest.fixture
def version(cache_folder: Path) -> Callable[[int], None]:
    """Writes an empty list of jobs and gives it a version."""

    def write(number: int) -> None:
        with table.writing():
            pass
        with closing(sqlite3.connect(table.database())) as connection:
            connection.execute(f"PRAGMA user_version = {number}")

    return write


def test_a_list_of_jobs_from_before_versions_opens_unchanged(version):
    version(0)
    assert jobs.jobs() == []
    with table.writing() as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(table.MIGRATIONS),)


def test_a_list_of_jobs_of_a_newer_version_is_left_alone_and_the_refusal_says_why(version):
    version(99)
    with pytest.raises(StorageError, match="written by a newer version"):
        jobs.jobs()
    with pytest.raises(StorageError, match="written by a newer version"), table.writing():
        pytest.fail("written to")


@pytest.mark.process
def test_the_command_line_lists_cancels_and_forgets(monkeypatch):
    monkeypatch.setattr(spawn, "runner", lambda: None)
    first, second = quick_job("first"), quick_job("second")
    run = CliRunner().invoke
    with subprocess.Popen(["sleep", "600"], start_new_session=True) as worker:
        claims.begun(claimed(), ME, worker.pid)
        listed = json.loads(run(app, ["jobs", "list", "--json"]).stdout)["jobs"]
        states = [(job["id"], job["state"]) for job in listed]
        assert states == [(first, "running"), (second, "queued")]
        assert listed[0]["argv"] == ["cache", "info", "--json"]
        assert listed[0]["pid"] == worker.pid
        assert json.loads(run(app, ["jobs", "cancel", str(second), "--json"]).stdout)["state"] == (
            "cancelled"
        )
        assert f"Job {first} is stopping." in run(app, ["jobs", "cancel", str(first)]).stdout
        assert worker.wait(LIMIT) == -signal.SIGTERM
    assert end_claimed(first, "interrupted").state == "cancelled"
    assert "first" in run(app, ["jobs", "list"]).stdout
    assert run(app, ["jobs", "forget", str(second)]).exit_code == 0
    assert json.loads(run(app, ["jobs", "resume", str(first), "--json"]).stdout)["id"] == first
    assert isinstance(run(app, ["jobs", "resume", str(first)]).exception, BiascopeError)


def test_a_mark_without_a_count_of_ticks_has_the_time_of_day(monkeypatch, tmp_path):
    monkeypatch.setattr(processes, "_BOOT_ID", tmp_path / "none")
    monkeypatch.setattr(psutil.Process, "create_time", lambda self: 1_000_000_000.7)
    mark = mark_of(os.getpid())
    assert mark == f"{os.getpid()} 1000000000.700"
    assert is_alive(mark)
