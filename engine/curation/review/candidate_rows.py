"""Candidates, films and counts as plain data, as the file of a review and its log hold them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from engine.core.digest import canonical_json
from engine.curation.candidate import Candidate
from engine.curation.counterparts.proposal import Proposal, Refusal, Swap
from engine.curation.funnel import CategoryCounts, FilmCounts, Funnel, Skipped


def candidate_data(candidate: Candidate) -> dict[str, Any]:
    """A candidate as JSON holds it; the kind of its outcome is told by its fields."""
    return asdict(candidate)


def candidate_of(data: Mapping[str, Any]) -> Candidate:
    """A candidate again."""
    rest = {**data}
    for field in ("keywords", "before", "after", "also_in"):
        rest[field] = tuple(data[field])
    return Candidate(**{**rest, "outcome": _outcome(data["outcome"])})


def insert_candidates(connection: sqlite3.Connection, candidates: Iterable[Candidate]) -> None:
    """Write candidates in their order."""
    connection.executemany(
        "INSERT INTO candidate (id, place, category, film, year, refused, data) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            (
                one.id,
                place,
                one.category,
                one.film,
                one.year,
                isinstance(one.outcome, Refusal),
                canonical_json(candidate_data(one)),
            )
            for place, one in enumerate(candidates)
        ),
    )


def funnel_of(data: Mapping[str, Any]) -> Funnel:
    """The counts of a run again."""
    rest = {**data}
    rest["by_category"] = {
        name: CategoryCounts(**counts) for name, counts in data["by_category"].items()
    }
    rest["by_film"] = [FilmCounts(**counts) for counts in data["by_film"]]
    rest["skipped"] = [Skipped(**one) for one in data["skipped"]]
    return Funnel(**rest)


def _outcome(data: Mapping[str, Any]) -> Proposal | Refusal:
    if "code" in data:
        return Refusal(**data)
    swaps = tuple(
        Swap(**{**swap, "choices": tuple(str(one) for one in swap["choices"])})
        for swap in data["swaps"]
    )
    return Proposal(data["sent_less"], swaps, tuple(data["notes"]))
