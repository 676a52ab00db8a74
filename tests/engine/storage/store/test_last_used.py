"""Reading a result counts as using it, and never fails or waits for it."""

from __future__ import annotations

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from engine.storage.store import Context, Store

CONTEXT = Context.of({}, "m", 1, {})
DAY = 86_400.0


@pytest.fixture
def clock(monkeypatch):
    now = [1_000_000.0]
    monkeypatch.setattr("time.time", lambda: now[0])
    return now


def used(store: Store) -> dict[str, float]:
    with closing(sqlite3.connect(store.path)) as connection:
        return dict(connection.execute("SELECT item, used FROM result"))


def test_what_was_read_stays_when_what_was_not_goes(store, clock):
    for number in range(40):
        store.put(CONTEXT, [([number, part], "x" * 1000) for part in range(50)])
        clock[0] += 1
    clock[0] += 2 * DAY
    oldest = [[0, part] for part in range(50)]
    assert len(store.get(CONTEXT, oldest)) == 50
    store.prune(store.info().bytes // 2)
    assert len(store.get(CONTEXT, oldest)) == 50
    assert store.get(CONTEXT, [[1, part] for part in range(50)]) == {}


def test_a_row_is_marked_at_most_once_a_day(store, clock):
    store.put(CONTEXT, [("a", 1), ("b", 2)])
    start = clock[0]
    clock[0] = start + DAY / 2
    store.get(CONTEXT, ["a"])
    assert used(store) == {'"a"': start, '"b"': start}
    clock[0] = start + 1.5 * DAY
    store.get(CONTEXT, ["a"])
    clock[0] = start + 1.6 * DAY
    store.get(CONTEXT, ["a"])
    assert used(store) == {'"a"': start + 1.5 * DAY, '"b"': start}


def test_looking_whether_a_result_is_there_is_not_using_it(store, clock):
    store.put(CONTEXT, [("a", 1)])
    start, clock[0] = clock[0], clock[0] + 2 * DAY
    assert store.known(CONTEXT, ["a"]) == {0}
    assert used(store) == {'"a"': start}


def test_a_store_that_another_process_writes_is_read_without_waiting(store, clock, monkeypatch):
    store.put(CONTEXT, [("a", 1)])
    start, clock[0] = clock[0], clock[0] + 2 * DAY
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        # With the patience of a writer this would take half a minute, and then fail.
        assert store.get(CONTEXT, ["a"]) == {0: 1}
        other.execute("ROLLBACK")
    assert used(store) == {'"a"': start}
    assert store.get(CONTEXT, ["a"]) == {0: 1}
    assert used(store) == {'"a"': clock[0]}
    store.put(CONTEXT, [("b", 2)])  # the patience of a writer is back


def test_threads_that_read_the_same_rows_all_get_them(store, clock):
    items = list(range(1200))
    store.put(CONTEXT, [(item, item) for item in items])
    clock[0] += 2 * DAY
    ready = threading.Barrier(4)

    def read(_number: int) -> int:
        ready.wait()
        with closing(store):
            return len(store.get(CONTEXT, items))

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(read, range(4))) == [1200] * 4
    assert set(used(store).values()) == {clock[0]}
