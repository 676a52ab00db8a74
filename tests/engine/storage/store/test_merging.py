"""Stores of two machines are joined: each result once, one's own first, nothing believed."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from engine.core.errors import InputTextError
from engine.storage.store import SHIPPED, Context, Merged, Store, merging

ROOT = Path(__file__).parents[4]
ONE, TWO = (Context.of({}, name, 1, {}) for name in ("one", "two"))


@pytest.fixture
def other(tmp_path):
    with closing(Store(tmp_path / "other" / "results.sqlite")) as opened:
        opened.put(ONE, [("a", 1), ("b", 2), ("c", 3)])
        opened.put(TWO, [("a", 4)])
        yield opened


def changed(store: Store, statement: str) -> Path:
    store.close()
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute(statement)
    return store.path


def test_each_result_is_kept_once_and_the_own_value_stays(store, other, monkeypatch):
    monkeypatch.setattr(merging, "_AT_ONCE", 2)
    store.put(ONE, [("a", 1), ("b", 20)])
    assert store.merge(other.path) == Merged(added=2, same=1, different=1)
    assert store.get(ONE, ["a", "b", "c"]) == {0: 1, 1: 20, 2: 3}
    assert store.get(TWO, ["a"]) == {0: 4}
    assert store.verify() == []
    assert store.merge(other.path) == Merged(same=3, different=1)


def test_a_new_store_takes_all_and_the_other_is_only_read(store, other):
    other.close()
    before = other.path.read_bytes()
    assert store.merge(other.path).added == 4
    assert other.path.read_bytes() == before
    assert [path.name for path in other.path.parent.iterdir()] == ["results.sqlite"]


def test_results_still_in_the_log_of_the_other_are_merged(store, other):
    assert other.path.with_name("results.sqlite-wal").exists()
    assert store.merge(other.path).added == 4


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE result SET item = '\"z\"' WHERE item = '\"b\"'",
        "UPDATE result SET value = 'NaN' WHERE item = '\"b\"'",
        "UPDATE result SET context = 'elsewhere' WHERE item = '\"b\"'",
    ],
)
def test_a_row_that_is_not_as_written_is_left_out(store, other, statement):
    path = changed(other, statement)
    assert store.merge(path) == Merged(added=3, damaged=1)
    assert store.verify() == []


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("PRAGMA user_version = 9", "newer version"),
        ("PRAGMA user_version = 0", "has format 0"),
        ("DROP TABLE context", "no result store"),
    ],
)
def test_another_version_or_database_is_refused(store, other, statement, words):
    with pytest.raises(InputTextError, match=words):
        store.merge(changed(other, statement))
    assert store.info().results == 0


def test_what_is_no_other_store_is_refused(store, tmp_path):
    store.put(ONE, [("a", 1)])
    (tmp_path / "text").write_text("not a database at all " * 100)
    for path, words in (
        (tmp_path / "nothing", "There is no file"),
        (tmp_path, "There is no file"),
        (tmp_path / "text", "cannot be read as a result store"),
        (store.path, "is the store itself"),
        (SHIPPED, "comes with every Biascope"),
    ):
        with pytest.raises(InputTextError, match=words):
            store.merge(path)
    assert store.info().results == 1


_LIMITED = """
import resource, sys
from pathlib import Path
from engine.core.errors import StorageError
from engine.storage.store import Store, merging
merging._AT_ONCE = 50
store = Store(Path(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
try:
    store.merge(Path(sys.argv[2]))
except StorageError as error:
    sys.stdout.write(str(error))
"""


@pytest.mark.process
def test_a_full_disk_is_said_and_what_was_added_stays(store, other):
    other.put(TWO, [(number, "x" * 2000) for number in range(1000)])
    other.close()
    done = subprocess.run(
        [sys.executable, "-c", _LIMITED, str(store.path), str(other.path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "could not be merged whole" in done.stdout, done.stderr
    assert 0 < store.info().results < 1004
    assert store.merge(other.path).damaged == 0
    assert store.info().results == 1004
    assert store.verify() == []
