"""Values that are not as they were written are misses: computed again and replaced."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from engine.storage.store import Context, Store

CONTEXT = Context.of({}, "m", 1, {})
DEEP = "[" * 100_000 + "]" * 100_000
VALUES = [DEEP, "{broken", "NaN", "[1e999]", "1" * 5000, b"[1]", b"\xff\xfe"]


def write_by_hand(store: Store, value: object) -> None:
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute("UPDATE result SET value = ? WHERE item = '\"a\"'", (value,))


@pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value)[:8])
def test_a_value_that_is_no_json_is_a_miss_and_is_replaced(store, value):
    store.put(CONTEXT, [("a", 1), ("b", 3)])
    write_by_hand(store, value)
    assert store.get(CONTEXT, ["a", "b"]) == {1: 3}
    assert any("its value cannot be read" in line for line in store.verify())
    store.put(CONTEXT, [("a", 2)])
    assert store.get(CONTEXT, ["a"]) == {0: 2}
    assert store.verify() == []


def test_a_huge_value_is_a_miss(store, monkeypatch):
    monkeypatch.setattr("engine.storage.store.context.LARGEST", 1000)
    store.put(CONTEXT, [("a", "x" * 900), ("b", "x" * 1100)])
    assert store.get(CONTEXT, ["a", "b"]) == {0: "x" * 900}
