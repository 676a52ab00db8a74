"""Plotly's JSON as plain lists, and picking some points of all lists of a trace."""

from __future__ import annotations

import base64
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

# Lists of a trace that have no entry for each point.
_OF_ALL = frozenset(("colorscale", "domain", "range", "tickvals", "ticktext"))


def decoded(value: Any) -> Any:
    """A copy whose numbers are lists, which Plotly writes as bytes where it is given arrays."""
    if isinstance(value, dict):
        if "bdata" in value and "dtype" in value:
            return _unpacked(value)
        return {key: decoded(entry) for key, entry in value.items()}
    return [decoded(entry) for entry in value] if isinstance(value, list) else value


def _unpacked(packed: dict[str, Any]) -> Any:
    """The numbers of an array; nothing where it is damaged."""
    try:
        values = np.frombuffer(base64.b64decode(packed["bdata"]), dtype=str(packed["dtype"]))
        if "shape" in packed:
            values = values.reshape([int(size) for size in str(packed["shape"]).split(",")])
    except (ValueError, TypeError):
        return []
    return _without_nan(values.tolist())


def _without_nan(value: Any) -> Any:
    """The same with None in place of what JSON has no number for."""
    if isinstance(value, list):
        return [_without_nan(entry) for entry in value]
    return value if not isinstance(value, float) or math.isfinite(value) else None


def picked(trace: dict[str, Any], points: Sequence[int], n: int) -> dict[str, Any]:
    """A trace with some of its points, in all lists that have an entry for each.

    Args:
        points: places of those that stay.
        n: how many there are.
    """
    return {key: _of(key, value, points, n) for key, value in trace.items()}


def _of(key: str, value: Any, points: Sequence[int], n: int) -> Any:
    if isinstance(value, dict):
        return picked(value, points, n)
    if isinstance(value, list) and len(value) == n and key not in _OF_ALL:
        return [value[point] for point in points]
    return value


def numbers(values: Any) -> list[float | None]:
    """Numbers of a list; None in place of anything else."""
    if not isinstance(values, list):
        return []
    return [
        float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
        for value in values
    ]
