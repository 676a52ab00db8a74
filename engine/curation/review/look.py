"""All that a card shows of one candidate, read at one moment; and the totals of a pass."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass

from engine.curation.candidate import Candidate
from engine.curation.review.candidates import loaded
from engine.curation.review.database import reading
from engine.curation.review.decision_rows import Decision, standing
from engine.curation.review.kept import about_of
from engine.curation.review.softening import Softening, softening_of
from engine.curation.review.verdicts import Verdict
from engine.server import shared


@dataclass(frozen=True)
class Said:
    """What one assistant or classifier said of a candidate; `source` as in `verdicts`."""

    source: str
    label: str
    verdict: Verdict


@dataclass(frozen=True)
class Look:
    """One candidate.

    Args:
        language: of the review.
        standing: the decision that holds in the pass.
        differences: label of a model and how much it prefers the found sentence, nats.
        said: by assistants and classifiers.
    """

    candidate: Candidate
    language: str
    standing: Decision | None
    softening: Softening
    differences: tuple[tuple[str, float], ...]
    said: tuple[Said, ...]


@dataclass(frozen=True)
class Totals:
    """Candidates of a pass: all, those decided, those accepted, and of these the edited ones."""

    candidates: int
    decided: int
    accepted: int
    edited: int


def look(name: str, key: str, pass_number: int) -> Look | None:
    """One candidate with what is known of it; None where the review has none of this id."""
    with reading(name) as connection:
        found = loaded(connection, [key])
        if not found:
            return None
        about = about_of(connection)
        return Look(
            found[0],
            about["language"],
            standing(connection, key, pass_number),
            softening_of(about),
            _differences(connection, key),
            _said(connection, key),
        )


def totals(name: str, pass_number: int) -> Totals:
    """How much of a pass is decided; the second pass is of what the first decided."""
    asked = "NOT c.refused OR d.id IS NOT NULL"
    if pass_number > 1:
        asked = (
            "d.id IS NOT NULL OR EXISTS "
            "(SELECT 1 FROM standing f WHERE f.candidate = c.id AND f.pass = 1)"
        )
    with reading(name) as connection:
        row = connection.execute(
            "SELECT count(*), count(d.id), coalesce(sum(d.action = 'accept'), 0), "
            "coalesce(sum(d.action = 'accept' AND d.edited), 0) FROM candidate c "
            "LEFT JOIN standing s ON s.candidate = c.id AND s.pass = ? "
            f"LEFT JOIN decision d ON d.id = s.decision WHERE {asked}",
            (pass_number,),
        ).fetchone()
    return Totals(*row)


def _differences(connection: sqlite3.Connection, key: str) -> tuple[tuple[str, float], ...]:
    rows = connection.execute(
        "SELECT m.label, x.value FROM score x JOIN model m ON m.spec_key = x.spec_key "
        "WHERE x.candidate = ? ORDER BY m.at DESC, m.spec_key",
        (key,),
    )
    return tuple((shared.without_path(label), value) for label, value in rows)


def _said(connection: sqlite3.Connection, key: str) -> tuple[Said, ...]:
    rows = connection.execute(
        "SELECT v.source, v.label, v.says, v.reason, v.extra FROM verdict v "
        "JOIN judge j ON j.source = v.source AND j.label = v.label "
        "WHERE v.candidate = ? ORDER BY j.at DESC, v.source, v.label",
        (key,),
    )
    return tuple(
        Said(
            source,
            shared.without_path(label),
            Verdict(None if says is None else bool(says), reason, json.loads(extra)),
        )
        for source, label, says, reason, extra in rows
    )
