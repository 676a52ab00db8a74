"""What an assistant or a classifier said of candidates: kept as provenance, never a decision.

Source: Rikanson 2025 (CineBias), section 3.4.1.
"""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.core.digest import canonical_json
from engine.curation.review.database import read_stored, review_snapshot, writing
from engine.server import shared

JudgeSource = Literal["assistant", "zero-shot"]
SOURCES = ("assistant", "zero-shot")


@dataclass(frozen=True)
class Verdict:
    """What was said of one candidate.

    Args:
        says: whether it shows a bias; None where the answer was neither yes nor no.
        reason: in its words, if it gave one.
        extra: more that was given, as a probability; JSON-ready.
    """

    says: bool | None
    reason: str = ""
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Judge:
    """One assistant or classifier with all its verdicts.

    Args:
        label: which one, as the user named it.
        details: of how it was asked; JSON-ready.
        at: when verdicts were kept last, seconds since 1970.
        verdicts: by candidate.
    """

    source: JudgeSource
    label: str
    details: dict[str, Any]
    at: float
    verdicts: dict[str, Verdict]

    @property
    def answers(self) -> Counter[bool | None]:
        """What it said → for how many candidates."""
        return Counter(verdict.says for verdict in self.verdicts.values())


def keep_verdicts(
    name: str,
    source: JudgeSource,
    label: str,
    verdicts: Mapping[str, Verdict],
    details: Mapping[str, Any] | None = None,
) -> None:
    """Keep what one said; later verdicts replace its earlier ones on the same candidates.

    Args:
        verdicts: by candidate; those of candidates that the review does not hold are left out.
        details: instead of those kept before.
    """
    if source not in SOURCES:
        raise ValueError(f"no source {source!r}")
    judge = Judge(source, label, dict(details or {}), time.time(), dict(verdicts))
    with writing(name) as connection:
        insert_verdicts(connection, judge)


def insert_verdicts(connection: sqlite3.Connection, judge: Judge) -> None:
    """As `keep_verdicts`, inside a transaction."""
    key = (judge.source, judge.label)
    connection.execute(
        "REPLACE INTO judge (source, label, details, at) VALUES (?, ?, ?, ?)",
        (*key, canonical_json(judge.details), judge.at),
    )
    connection.executemany(
        "REPLACE INTO verdict (source, label, candidate, says, reason, extra) "
        "SELECT ?, ?, id, ?, ?, ? FROM candidate WHERE id = ?",
        [
            (*key, one.says, one.reason, canonical_json(one.extra), candidate)
            for candidate, one in judge.verdicts.items()
        ],
    )


def load_verdicts(name: str) -> list[Judge]:
    """All that assistants and classifiers said, the latest first."""
    with review_snapshot(name) as connection:
        return judges_of(connection)


def judges_of(connection: sqlite3.Connection) -> list[Judge]:
    """As `load_verdicts`, inside a transaction."""
    rows = connection.execute(
        "SELECT v.source, v.label, v.candidate, v.says, v.reason, v.extra FROM verdict v "
        "JOIN candidate c ON c.id = v.candidate ORDER BY c.place"
    )
    found: dict[tuple[str, str], dict[str, Verdict]] = {}
    for source, label, candidate, *said in rows:
        found.setdefault((source, label), {})[candidate] = verdict_of(*said)
    return [
        Judge(
            source,
            shared.without_path(label),
            _without_paths(read_stored(dict[str, Any], details, "what a judge was asked")),
            at,
            found.get((source, label), {}),
        )
        for source, label, details, at in connection.execute(
            "SELECT source, label, details, at FROM judge ORDER BY at DESC, source, label"
        )
    ]


def verdict_of(says: int | None, reason: str, extra: str) -> Verdict:
    """A verdict from its columns."""
    kept = read_stored(dict[str, Any], extra, "what a judge said")
    return Verdict(None if says is None else bool(says), reason, kept)


def _without_paths(details: Mapping[str, Any]) -> dict[str, Any]:
    """Details that a shared server may show: of a folder only its name."""
    return {
        key: shared.without_path(value) if isinstance(value, str) else value
        for key, value in details.items()
    }
