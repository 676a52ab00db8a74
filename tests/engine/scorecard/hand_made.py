"""Reports written by hand, as `biascope.scorecard/1` has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.columns.column import SCALES

PAIRS, GEST, PPPL = "pairs:crows-pairs:cps", "gest:gest:0", "pppl:bundled"


def measure(name: str, **changes: Any) -> dict[str, Any]:
    return {
        "name": name,
        "title": name,
        "data": "CrowS-Pairs",
        "data_digest": "sha256:0",
        "variant": "CPS",
        "counted": "pairs",
        "unit": "%",
        "scale": "percent",
        "neutral": 50.0,
        "higher": "more often the stereotype",
        "digits": 1,
        "group": "bias",
        "page": {"path": "/pairs", "settings": {}},
        "version": 2,
        "problem": "",
    } | changes


def contestant(name: str, **changes: Any) -> dict[str, Any]:
    return {
        "id": name,
        "label": f"model {name}",
        "origin": "measured",
        "spec": {
            "checkpoint": f"owner/{name}",
            "revision": "a" * 40,
            "dtype": "float32",
            "masked_heads": [],
        },
        "source": "",
        "note": "",
        "family": "bert",
        "parameters": 1000,
        "health": "green",
        "health_reasons": [],
    } | changes


def cell(
    of: str, measured: Mapping[str, Any], parts: Sequence[float | None] | float, **changes: Any
) -> dict[str, Any]:
    """A cell with parts, or with a value alone."""
    value = parts if isinstance(parts, (int, float)) else None
    known = [] if value is not None else [part for part in parts if part is not None]
    if known:
        value = SCALES[measured["scale"]].of(sum(known) / len(known))
    neutral = measured["neutral"]
    return {
        "contestant": of,
        "measure": measured["name"],
        "value": value,
        "interval": None if value is None else [value - 1, value + 1],
        "n": len(known) or 100,
        "neutral": neutral,
        "status": "measured" if value is not None else "refused",
        "problem": "" if value is not None else "Not measured.",
        "notes": [],
        "precision": "float32",
        "parts": None if isinstance(parts, (int, float)) else list(parts),
        "distance": None if value is None or neutral is None else abs(value - neutral),
        "rank": None,
        "rank_interval": None,
        "tier": None,
        "tested_against": None,
        "detail": {},
    } | changes


def report(
    measures: Sequence[Mapping[str, Any]],
    cells: Sequence[Mapping[str, Any]],
    contestants: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    names = dict.fromkeys(entry["contestant"] for entry in cells)
    return {
        "schema": "biascope.scorecard/1",
        "contestants": list(contestants) or [contestant(name) for name in names],
        "measures": list(measures),
        "cells": list(cells),
        "comparisons": [],
        "reliability": [],
        "convergence": [],
        "published": [],
        "seed": 0,
        "draws": 2000,
        "level": 0.05,
        "manifest": {},
        "digest": "sha256:" + "0" * 40,
    }
