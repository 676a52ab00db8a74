"""Scores of candidates by model: how much it prefers one sentence of the proposed pair."""

from __future__ import annotations

import math
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.digest import canonical_json
from engine.curation.review.database import read_stored, review_snapshot, writing
from engine.server import shared


@dataclass(frozen=True)
class ScoredModel:
    """A model that candidates were ranked by.

    Args:
        spec_key: what identifies it, with its masked heads.
        scored: candidates with a score.
        problems: candidate → why it has none.
        at: when scores were kept last, seconds since 1970.
    """

    spec_key: str
    label: str
    scored: int
    problems: dict[str, str]
    at: float


def keep_scores(
    name: str,
    model_label: str,
    spec_key: str,
    values: Mapping[str, float],
    problems: Mapping[str, str] | None = None,
) -> None:
    """Keep scores of one model; those it had for other candidates stay.

    Args:
        values: candidate → difference, nats.
        problems: candidate → why it could not be scored; instead of those kept before.
    """
    wrong = [key for key, value in values.items() if not math.isfinite(value)]
    if wrong:
        raise ValueError(f"no finite score: {wrong[:3]}")
    with writing(name) as connection:
        insert_scores(connection, spec_key, model_label, dict(problems or {}), time.time(), values)


def insert_scores(
    connection: sqlite3.Connection,
    spec_key: str,
    label: str,
    problems: Mapping[str, str],
    at: float,
    values: Mapping[str, float],
) -> None:
    """As `keep_scores`, inside a transaction and at a given time."""
    connection.execute(
        "REPLACE INTO model (spec_key, label, problems, at) VALUES (?, ?, ?, ?)",
        (spec_key, label, canonical_json(problems), at),
    )
    connection.executemany(
        "REPLACE INTO score (spec_key, candidate, value) "
        "SELECT ?, id, ? FROM candidate WHERE id = ?",
        [(spec_key, float(value), key) for key, value in values.items()],
    )


def load_scores(name: str, spec_key: str) -> dict[str, float]:
    """Scores of one model by candidate; empty where it scored none."""
    with review_snapshot(name) as connection:
        return values_of(connection, spec_key)


def values_of(connection: sqlite3.Connection, spec_key: str) -> dict[str, float]:
    """As `load_scores`, inside a transaction."""
    query = "SELECT candidate, value FROM score WHERE spec_key = ?"
    return dict(connection.execute(query, (spec_key,)).fetchall())


def scoring_models(name: str) -> list[ScoredModel]:
    """Models that candidates were scored by, the latest first."""
    with review_snapshot(name) as connection:
        return models_of(connection)


def models_of(connection: sqlite3.Connection) -> list[ScoredModel]:
    """As `scoring_models`, inside a transaction."""
    rows = connection.execute(
        "SELECT spec_key, label, (SELECT count(*) FROM score WHERE spec_key = model.spec_key), "
        "problems, at FROM model ORDER BY at DESC, spec_key"
    )
    return [
        ScoredModel(
            key,
            shared.without_path(label),
            scored,
            read_stored(dict[str, str], problems, "what a model could not score"),
            at,
        )
        for key, label, scored, problems, at in rows
    ]
