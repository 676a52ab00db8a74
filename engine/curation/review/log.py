"""The whole of a review as text, one JSON object a line, and back.

What is exported and imported again is the same review: its log is written again byte by byte.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from typing import Any

from engine.core.digest import canonical_json
from engine.curation.review import scores, verdicts
from engine.curation.review.candidates import insert_candidates
from engine.curation.review.database import new_review, review_snapshot
from engine.curation.review.decision_rows import append, select
from engine.curation.review.kept import about_of, checked_title, write_about
from engine.curation.review.log_reading import Log, read_log


def export_log(name: str) -> str:
    """All of a review: films, counts, sentences, scores, verdicts, and every decision ever made.

    A shared server gives of folders that models were read from only the names.

    Returns:
        JSONL, as `import_log` reads it.
    """
    with review_snapshot(name) as connection:
        return "".join(f"{canonical_json(line)}\n" for line in _lines(connection))


def import_log(log: str | bytes | Log, title: str | None = None, sample: bool = False) -> str:
    """Keep a review that was made elsewhere, next to those that are here.

    Args:
        log: as `export_log` wrote it, or read already.
        title: None for the one it had.
        sample: whether it is the bundled one.

    Returns:
        Its name here.
    """
    found = log if isinstance(log, Log) else read_log(log)
    shown = checked_title(found.review["title"] if title is None else title)

    def fill(connection: sqlite3.Connection) -> None:
        about = {**found.review, "title": shown, "sample": sample, "lists": found.lists}
        write_about(connection, about)
        insert_candidates(connection, found.candidates.values())
        for model in found.scores:
            scores.insert_scores(connection, **model)
        for judge in found.verdicts:
            verdicts.insert_verdicts(connection, judge)
        for decision in found.decisions:
            append(connection, decision)

    return new_review(shown, fill)


def _lines(connection: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    from engine.curation.review.log_shape import FORMAT, ReviewLine

    about = about_of(connection)
    yield {"format": FORMAT, "review": {key: about[key] for key in ReviewLine.__annotations__}}
    for category, text in about.get("lists", {}).items():
        yield {"list": {"category": category, "text": text}}
    for (data,) in connection.execute("SELECT data FROM candidate ORDER BY place"):
        yield {"candidate": json.loads(data)}
    for model in sorted(scores.models_of(connection), key=lambda one: (one.at, one.spec_key)):
        values = scores.values_of(connection, model.spec_key)
        line = vars(model) | {"values": values}
        yield {"scores": {key: part for key, part in line.items() if key != "scored"}}
    judges = verdicts.judges_of(connection)
    for judge in sorted(judges, key=lambda one: (one.at, one.source, one.label)):
        said = {candidate: vars(verdict) for candidate, verdict in judge.verdicts.items()}
        yield {"verdicts": vars(judge) | {"verdicts": said}}
    for decision in select(connection):
        yield {"decision": vars(decision) | {"applied": [vars(one) for one in decision.applied]}}
