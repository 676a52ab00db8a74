"""The whole of a review as text, one JSON object a line, and back.

What is exported and imported again is the same review: its log is written again byte by byte.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from engine.core.digest import canonical_json
from engine.curation.review.candidates import insert_candidates
from engine.curation.review.database import new_review, review_snapshot
from engine.curation.review.decision_rows import append, select
from engine.curation.review.kept import about_of, checked_title, write_about
from engine.curation.review.log_reading import Log, read_log
from engine.curation.review.log_shape import FORMAT, ReviewLine
from engine.curation.review.merging import Conflict, Merged, merge
from engine.curation.review.verdicts import judge_details
from engine.server import shared

__all__ = ["Conflict", "Merged", "export_log", "import_log", "merge"]


def export_log(name: str) -> str:
    """All of a review: films, counts, sentences, scores, verdicts, and every decision ever made.

    A shared server gives of folders that models were read from only the names.

    Returns:
        JSONL, as `import_log` reads it.
    """
    with review_snapshot(name) as connection:
        return "".join(f"{canonical_json(line)}\n" for line in _lines(connection))


def import_log(text: str | bytes, title: str | None = None) -> str:
    """Keep a review that was made elsewhere, next to those that are here.

    Args:
        text: as `export_log` wrote it.
        title: None for the one it had.

    Returns:
        Its name here.
    """
    return keep_log(read_log(text), title)


def keep_log(log: Log, title: str | None = None, sample: bool = False) -> str:
    """As `import_log`, of a log that was read.

    Args:
        sample: whether it is the bundled one.
    """
    shown = checked_title(log.review["title"] if title is None else title)

    def fill(connection: sqlite3.Connection) -> None:
        write_about(
            connection, {**log.review, "title": shown, "sample": sample, "lists": log.lists}
        )
        insert_candidates(connection, log.candidates.values())
        for scores in log.scores:
            _insert_scores(connection, scores)
        for judge in log.verdicts:
            _insert_verdicts(connection, judge)
        for decision in log.decisions:
            append(connection, decision)

    return new_review(shown, fill)


def _lines(connection: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    about = about_of(connection)
    yield {"format": FORMAT, "review": {key: about[key] for key in ReviewLine.__annotations__}}
    for category, text in about.get("lists", {}).items():
        yield {"list": {"category": category, "text": text}}
    for (data,) in connection.execute("SELECT data FROM candidate ORDER BY place"):
        yield {"candidate": json.loads(data)}
    for key, label, problems, at in connection.execute(
        "SELECT spec_key, label, problems, at FROM model ORDER BY at, spec_key"
    ):
        values = connection.execute(
            "SELECT candidate, value FROM score WHERE spec_key = ? ORDER BY candidate", (key,)
        )
        yield {
            "scores": {
                "spec_key": key,
                "label": shared.without_path(label),
                "problems": json.loads(problems),
                "at": at,
                "values": dict(values.fetchall()),
            }
        }
    for source, label, details, at in connection.execute(
        "SELECT source, label, details, at FROM judge ORDER BY at, source, label"
    ):
        yield {
            "verdicts": {
                "source": source,
                "label": shared.without_path(label),
                "details": judge_details(json.loads(details)),
                "at": at,
                "verdicts": _verdicts(connection, source, label),
            }
        }
    for decision in select(connection):
        yield {"decision": asdict(decision)}


def _verdicts(connection: sqlite3.Connection, source: str, label: str) -> dict[str, Any]:
    rows = connection.execute(
        "SELECT candidate, says, reason, extra FROM verdict WHERE source = ? AND label = ?",
        (source, label),
    )
    return {
        candidate: {
            "says": None if says is None else bool(says),
            "reason": reason,
            "extra": json.loads(extra),
        }
        for candidate, says, reason, extra in rows
    }


def _insert_scores(connection: sqlite3.Connection, scores: dict[str, Any]) -> None:
    key = scores["spec_key"]
    connection.execute(
        "REPLACE INTO model (spec_key, label, problems, at) VALUES (?, ?, ?, ?)",
        (key, scores["label"], canonical_json(scores["problems"]), scores["at"]),
    )
    connection.executemany(
        "REPLACE INTO score (spec_key, candidate, value) VALUES (?, ?, ?)",
        [(key, candidate, value) for candidate, value in scores["values"].items()],
    )


def _insert_verdicts(connection: sqlite3.Connection, judge: dict[str, Any]) -> None:
    key = (judge["source"], judge["label"])
    connection.execute(
        "REPLACE INTO judge (source, label, details, at) VALUES (?, ?, ?, ?)",
        (*key, canonical_json(judge["details"]), judge["at"]),
    )
    connection.executemany(
        "REPLACE INTO verdict (source, label, candidate, says, reason, extra) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        [
            (*key, candidate, one["says"], one["reason"], canonical_json(one["extra"]))
            for candidate, one in judge["verdicts"].items()
        ],
    )
