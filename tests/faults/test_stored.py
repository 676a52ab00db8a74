"""The check of a store after a kill sees every way in which it could be wrong."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from engine.storage.store import Context, Store
from tests.faults.stored import (
    RESULTS,
    Outcome,
    end_problem,
    from_store,
    items_of,
    kill_problem,
    outcome_in,
    resumed_problem,
    rows_of,
    store_problem,
)

CONTEXT = Context.of({"checkpoint": "m"}, "pairs", 1, {})


@pytest.fixture
def cache(tmp_path):
    with closing(Store(tmp_path / RESULTS)) as store:
        store.put(CONTEXT, [("a", 0.5), ("b", 1.5)])
    return tmp_path


def change(cache, statement):
    with closing(sqlite3.connect(cache / RESULTS)) as connection, connection:
        connection.execute(statement)


def test_a_store_with_some_of_the_results_is_sound(cache):
    whole = rows_of(cache)
    assert items_of(whole, "pairs") == 2
    assert items_of(whole, "pppl") == 0
    change(cache, "DELETE FROM result WHERE item = '\"a\"'")
    assert store_problem(cache, whole) == ""


def test_no_store_yet_is_sound(tmp_path):
    assert rows_of(tmp_path) == {}
    assert store_problem(tmp_path, {}) == ""


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("UPDATE result SET value = '0.25' WHERE item = '\"a\"'", "1 result differs"),
        ("UPDATE result SET item = '\"c\"' WHERE item = '\"a\"'", "fails its check"),
        ("UPDATE result SET value = '{' WHERE item = '\"a\"'", "cannot be read"),
        ("DELETE FROM context", "fails its check"),
    ],
)
def test_a_changed_row_is_bad(cache, statement, problem):
    whole = rows_of(cache)
    change(cache, statement)
    assert problem in store_problem(cache, whole)


def test_a_result_that_the_undisturbed_run_does_not_have_is_bad(cache):
    assert "does not have" in store_problem(cache, {})


def test_a_damaged_file_is_bad(cache):
    whole = rows_of(cache)
    (cache / RESULTS).write_bytes(b"SQLite format 3\0" + b"\xff" * 8192)
    assert store_problem(cache, whole)


def test_what_a_finished_command_leaves_is_compared_to_the_byte(cache):
    report = (
        '{"score": 0.5, "manifest": {"items": 2, "from_store": 1, "seconds": 3, "device": null}}'
    )
    assert from_store(report) == 1
    whole = outcome_in(cache, report, None)
    later = report.replace('"seconds": 3', '"seconds": 4').replace(
        '"from_store": 1', '"from_store": 2'
    )
    assert end_problem(outcome_in(cache, later, None), whole) == ""
    other = outcome_in(cache, report.replace("0.5", "0.51"), None)
    assert "report differs" in end_problem(other, whole)
    assert "table differs" in end_problem(Outcome(whole.rows, whole.report, b"a"), whole)
    assert "0 results" in end_problem(Outcome({}, whole.report, b""), whole)


@pytest.mark.parametrize("statement", ["DROP TABLE context", "UPDATE result SET value = '{'"])
def test_a_damaged_store_is_said_and_ends_nothing(cache, statement):
    whole = rows_of(cache)
    change(cache, statement)
    assert kill_problem(cache, "pairs", 0, whole)


def test_items_that_are_gone_are_bad(cache):
    whole = rows_of(cache)
    assert kill_problem(cache, "pairs", 2, whole) == ""
    assert "3 items were reported as finished, 2 are" in kill_problem(cache, "pairs", 3, whole)


def test_items_that_a_resumed_command_computes_again_are_bad(cache):
    report = '{"manifest": {"from_store": 1}}'
    whole = outcome_in(cache, report, None)
    assert resumed_problem(cache, report, None, 1, whole) == ""
    assert "were not computed again" in resumed_problem(cache, report, None, 2, whole)


@pytest.mark.parametrize("report", ["", "[]", "{}", "null"])
def test_a_broken_report_of_a_resumed_command_is_bad(cache, report):
    whole = outcome_in(cache, "{}", None)
    assert "cannot be read" in resumed_problem(cache, report, None, 0, whole)


def test_a_missing_table_of_a_resumed_command_is_bad(cache):
    report = '{"manifest": {"from_store": 0}}'
    whole = outcome_in(cache, report, None)
    missing = cache / "table.csv"
    assert "cannot be read" in resumed_problem(cache, report, missing, 0, whole)
