"""A store that is written to for long stays under its limit, and so does its log."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from engine.core.errors import StorageError
from engine.storage import write_ahead
from engine.storage.store import Context, Store

ROOT = Path(__file__).parents[4]
CONTEXT = Context.of({}, "m", 1, {})
LIMIT = 2 * 2**20


def file_size(store: Store) -> int:
    return store.path.stat().st_size


def log_size(store: Store) -> int:
    log = store.path.with_name(store.path.name + "-wal")
    return log.stat().st_size if log.exists() else 0


def batch(number: int, size: int = 50) -> list[tuple[object, object]]:
    return [([number, part], "x" * 600) for part in range(size)]


def stored(store: Store, number: int) -> int:
    return len(store.get(CONTEXT, [item for item, _ in batch(number)]))


def test_the_limit_holds_while_results_are_written(tmp_path):
    with closing(Store(tmp_path / "results.sqlite", limit=LIMIT)) as store:
        largest = 0
        for number in range(350):  # seven times the limit
            store.put(CONTEXT, batch(number))
            largest = max(largest, file_size(store))
        assert largest < LIMIT * 1.25
        assert stored(store, 349) == 50
        assert stored(store, 0) == 0
        # What is deleted is what had to be, not nearly everything.
        assert store.info().results > 0.4 * LIMIT / 850
        assert store.verify() == []


def test_a_limit_that_was_lowered_is_reached_in_steps(tmp_path):
    path = tmp_path / "results.sqlite"
    with closing(Store(path)) as store:
        for number in range(120):
            store.put(CONTEXT, batch(number))
        before = store.info().results
    with closing(Store(path, limit=LIMIT)) as store:
        for number in range(120, 400):
            store.put(CONTEXT, batch(number))
        assert store.info().results < before / 2
        assert stored(store, 399) == 50


def test_another_process_that_writes_only_postpones_deleting(tmp_path):
    with closing(Store(tmp_path / "results.sqlite", limit=LIMIT)) as store:
        for number in range(60):
            store.put(CONTEXT, batch(number))
        from engine.storage.store import store as growth

        with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            growth.shrink(store._connections.writer(), LIMIT, 2**20)  # neither waits nor fails
            other.execute("ROLLBACK")
        assert stored(store, 59) == 50


def test_a_long_reader_only_postpones_what_the_log_gives_back(store, monkeypatch):
    monkeypatch.setattr(write_ahead, "LOG_LIMIT", 2**18)
    monkeypatch.setattr(write_ahead, "CHECKPOINT_PATIENCE", 0.01)
    store.put(CONTEXT, batch(0))
    with closing(sqlite3.connect(store.path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM result").fetchone()
        for number in range(1, 40):
            store.put(CONTEXT, batch(number))
        assert log_size(store) > 2**20
        reader.execute("COMMIT")
    for number in range(40, 80):
        store.put(CONTEXT, batch(number))
    assert log_size(store) <= 2**20
    assert stored(store, 5) == 50


WRITER = """
import sys, time
from pathlib import Path
from engine.storage import write_ahead
from engine.storage.store import Context, Store
write_ahead.LOG_LIMIT = 2**20
store, name, end = Store(Path(sys.argv[1])), sys.argv[2], int(sys.argv[3])
context = Context.of({}, "m", 1, {})
for number in range(end):
    store.put(context, [([name, number, part], "x" * 500) for part in range(20)])
"""


@pytest.mark.process
@pytest.mark.parametrize(("writers", "batches"), [(4, 200), (12, 50)])
def test_writers_that_never_pause_leave_the_log_bounded(tmp_path, writers, batches):
    path = tmp_path / "results.sqlite"
    with closing(Store(path)) as store:
        store.put(CONTEXT, batch(0))
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        running = [
            subprocess.Popen(
                [sys.executable, "-c", WRITER, path, str(name), str(batches)], env=environment
            )
            for name in range(writers)
        ]
        largest = 0
        while any(process.poll() is None for process in running):
            largest = max(largest, log_size(store))
            time.sleep(0.01)
        assert [process.returncode for process in running] == [0] * writers
        # A few times the bound would do; without one four writers leave some 125 MB.
        assert largest < 16 * 2**20
        assert store.info().results == writers * batches * 20 + 50


def empty_log(path: Path) -> int:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        return write_ahead.bound_log(connection, path, 0)


def test_who_finds_another_emptying_the_log_waits_for_it(store, monkeypatch):
    found, sleep = threading.Event(), time.sleep
    monkeypatch.setattr(time, "sleep", lambda seconds: (found.set(), sleep(seconds)))
    store.put(CONTEXT, batch(0))
    monkeypatch.setattr(write_ahead, "LOG_LIMIT", log_size(store) - 1)
    with closing(sqlite3.connect(store.path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")  # an emptier waits until it ends
        with ThreadPoolExecutor(2) as pool:
            emptying = [pool.submit(empty_log, store.path) for _ in range(2)]
            assert found.wait(300)  # for one of them to wait for the other
            writer.execute("COMMIT")
            assert [each.result() for each in emptying] == [0, 0]
    assert log_size(store) == 0


def test_pruning_takes_one_vacuum(store):
    for number in range(60):
        store.put(CONTEXT, batch(number))
        store.put(Context.of({}, "m", number, {}), [("one", 1)])
    statements: list[str] = []
    store._connections.writer().set_trace_callback(statements.append)
    store.prune(LIMIT // 2)
    assert statements.count("VACUUM") == 1
    assert LIMIT // 4 < store.info().bytes <= LIMIT // 2
    assert store.verify() == []


@pytest.mark.parametrize("length", [10, 700, 3000, 20000])
def test_pruning_keeps_most_of_what_fits(store, length):
    for number in range(20):
        store.put(CONTEXT, [([number, part], "ü" * length) for part in range(50)])
    store.close()  # and with it the log
    limit = store.info().bytes // 2
    store.prune(limit)
    assert 0.7 * limit < store.info().bytes <= limit


def test_pruning_beside_a_reader_deletes_and_leaves_the_file_for_next_time(store, monkeypatch):
    monkeypatch.setattr("engine.storage.store.connections.PATIENCE", 0.01)
    for number in range(40):
        store.put(CONTEXT, batch(number))
    with closing(sqlite3.connect(store.path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM result").fetchone()
        assert store.prune(LIMIT // 2) > 0
        reader.execute("COMMIT")
    assert store.prune(LIMIT // 2) == 0
    assert store.info().bytes <= LIMIT // 2


def test_pruning_beside_a_writer_says_so(store, monkeypatch):
    monkeypatch.setattr("engine.storage.store.connections.PATIENCE", 0.01)
    for number in range(10):
        store.put(CONTEXT, batch(number))
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match="Another process is writing"):
            store.prune(0)
        other.execute("ROLLBACK")
    assert store.prune(0) == 500
