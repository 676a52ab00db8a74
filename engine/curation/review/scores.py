"""Scores of candidates by model: how much it prefers one sentence of the proposed pair."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.digest import canonical_json
from engine.curation.review.database import review_snapshot, writing
from engine.server import shared


@dataclass(frozen=True)
class ScoredModel:
    """A model that candidates were ranked by.

    Args:
        spec_key: what identifies it, with its masked heads.
        label: for people.
        scored: candidates with a score.
        problems: candidate → why it has none.
        at: when scores were kept last, seconds since 1970.
    """

    spec_key: str
    label: str
    scored: int
    problems: dict[str, str]
    at: float


def store(
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
        connection.execute(
            "REPLACE INTO model (spec_key, label, problems, at) VALUES (?, ?, ?, ?)",
            (spec_key, model_label, canonical_json(dict(problems or {})), time.time()),
        )
        connection.executemany(
            "REPLACE INTO score (spec_key, candidate, value) "
            "SELECT ?, id, ? FROM candidate WHERE id = ?",
            [(spec_key, float(value), key) for key, value in values.items()],
        )


def load_scores(name: str, spec_key: str) -> dict[str, float]:
    """Scores of one model by candidate; empty where it scored none."""
    with review_snapshot(name) as connection:
        return dict(
            connection.execute(
                "SELECT candidate, value FROM score WHERE spec_key = ?", (spec_key,)
            ).fetchall()
        )


def scoring_models(name: str) -> list[ScoredModel]:
    """Models that candidates were scored by, the latest first."""
    with review_snapshot(name) as connection:
        rows = connection.execute(
            "SELECT spec_key, label, (SELECT count(*) FROM score WHERE spec_key = model.spec_key), "
            "problems, at FROM model ORDER BY at DESC, spec_key"
        ).fetchall()
    return [
        ScoredModel(key, shared.without_path(label), scored, json.loads(problems), at)
        for key, label, scored, problems, at in rows
    ]
