"""What is in a result store after a kill, beside what an undisturbed run leaves there."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.core.errors import StorageError
from engine.core.wording import counted
from engine.storage.store import Store

RESULTS = "results.sqlite"
# Of a manifest, what says how the values were come by, and not what they are.
_OF_THE_RUN = ("seconds", "from_store", "device")

Rows = dict[str, tuple[str, str, str]]


@dataclass(frozen=True)
class Outcome:
    """Everything that a finished command leaves.

    Args:
        rows: key -> measured context, item and value, as they are stored.
        report: its JSON, without what belongs to the run.
        table: bytes of the table it wrote.
    """

    rows: Rows
    report: Any
    table: bytes


def rows_of(cache: Path) -> Rows:
    """All results of a cache folder; none where there is no store yet."""
    path = cache / RESULTS
    if not path.exists():
        return {}
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE name = 'result'")
        if tables.fetchone() is None:  # killed before the first table was made
            return {}
        found = connection.execute(
            "SELECT result.key, context.identity, result.item, result.value FROM result "
            "LEFT JOIN context ON context.id = result.context"
        )
        return {key: (identity, item, value) for key, identity, item, value in found}


def items_of(rows: Rows, measure: str) -> int:
    """Number of stored items of a measure."""
    return sum(json.loads(identity)["measure"] == measure for identity, _, _ in rows.values())


def store_problem(cache: Path, expected: Rows) -> str:
    """What is wrong with a store in the middle of its work; empty where nothing is.

    Args:
        expected: results of the undisturbed run.
    """
    store = Store(cache / RESULTS)
    try:
        wrong = store.verify()
        rows = rows_of(cache)
    except (StorageError, sqlite3.DatabaseError) as error:
        return f"the store cannot be read: {error}"
    finally:
        store.close()
    if wrong:
        return f"the store fails its check: {wrong[0]}"
    strange = [key for key in rows if key not in expected]
    if strange:
        return f"{len(strange)} results that the undisturbed run does not have"
    other = [key for key, row in rows.items() if row != expected[key]]
    if other:
        return f"{counted(len(other), 'result', 'differ')} from those of the undisturbed run"
    return ""


def kept_in(cache: Path, measure: str) -> int:
    """Number of items of a measure that are stored."""
    return items_of(rows_of(cache), measure)


def kill_problem(cache: Path, measure: str, least: int, expected: Rows) -> str:
    """What is wrong with a store after a kill; empty where nothing is.

    Args:
        least: items that were reported as finished or stored before.
        expected: results of the undisturbed run.
    """
    problem = store_problem(cache, expected)
    if problem:
        return problem
    kept = kept_in(cache, measure)
    return f"{least} items were reported as finished, {kept} are stored" if kept < least else ""


def resumed_problem(
    cache: Path, report: str, table: Path | None, kept: int, expected: Outcome
) -> str:
    """What is wrong with what a resumed command left; empty where nothing is.

    Args:
        report: the JSON that it wrote.
        table: that it wrote.
        kept: items that were stored before it ran to its end.
        expected: what the undisturbed run left.
    """
    try:
        again = from_store(report)
        if again < kept:
            return f"{kept} items were stored, {again} were not computed again"
        return end_problem(outcome_in(cache, report, table), expected)
    except (ValueError, KeyError, TypeError, OSError, sqlite3.DatabaseError) as error:
        return f"after resuming, what it left cannot be read: {error}"


def end_problem(outcome: Outcome, expected: Outcome) -> str:
    """How what a resumed command leaves differs from the undisturbed; empty where it does not."""
    if outcome.rows != expected.rows:
        return (
            "after resuming, the store does not hold what the undisturbed run left: "
            f"{counted(len(outcome.rows), 'result')} and {len(expected.rows):,} there"
        )
    if outcome.report != expected.report:
        return "after resuming, the report differs from that of the undisturbed run"
    if outcome.table != expected.table:
        return "after resuming, the table differs from that of the undisturbed run"
    return ""


def outcome_in(cache: Path, report: str, table: Path | None) -> Outcome:
    """What a finished command left.

    Raises:
        OSError: if its table is not there.
    """
    written = table.read_bytes() if table is not None else b""
    return Outcome(rows_of(cache), _without_run(json.loads(report)), written)


def from_store(report: str) -> int:
    """How many values a command took from the store, by its own report."""
    return int(json.loads(report)["manifest"]["from_store"])


def _without_run(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_run(part) for key, part in value.items() if key not in _OF_THE_RUN}
    return [_without_run(part) for part in value] if isinstance(value, list) else value
