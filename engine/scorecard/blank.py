"""Contestants and cells of which only what is given is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.scorecard.order import distance


def blank_contestant(label: str, origin: str, **known: Any) -> dict[str, Any]:
    """A contestant of which only what is given is known.

    Args:
        label: as it is shown, and its id where no other is given.
        known: further keys of `ContestantEntry`.
    """
    return {
        "id": label,
        "label": label,
        "origin": origin,
        "spec": None,
        "source": "",
        "note": "",
        "family": "",
        "parameters": None,
        "health": "",
        "health_reasons": [],
    } | known


def blank_cell(
    contestant: str, measure: Mapping[str, Any], value: float | None, status: str, **known: Any
) -> dict[str, Any]:
    """A cell that is not ranked, of which only what is given is known.

    Args:
        contestant: id.
        measure: as a report has it.
        known: further keys of `CellEntry`.
    """
    return {
        "contestant": contestant,
        "measure": measure["name"],
        "value": value,
        "interval": None,
        "n": 0,
        "neutral": measure["neutral"],
        "status": status,
        "problem": "",
        "notes": [],
        "precision": "",
        "parts": None,
        "distance": distance(value, measure),
        "rank": None,
        "rank_interval": None,
        "tier": None,
        "tested_against": None,
        "detail": {},
    } | known
