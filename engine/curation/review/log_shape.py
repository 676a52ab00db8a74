"""The lines of a review's log: which fields each has, and of what kind they are."""

from __future__ import annotations

import math
from typing import Any

FORMAT = "biascope.review/1"
MOST_LETTERS = 20_000  # of one text


class LongText(str):
    """Kind of a text of any length; who reads it bounds it."""


_LARGEST = 2**53

_COUNTS = {"*": int}
_SWAP = {"start": int, "stop": int, "old": str, "new": str, "choices": [str], "rule": str}
_PROPOSAL = {"sent_less": str, "swaps": [_SWAP], "notes": [str]}
_REFUSAL = {"code": str, "reason": str}
_FILM = {"title": str, "year": (int, None), "file": str, "digest": str, "lines": int}
_RULE = {"word": str, "replacement": str}
_STEPS = {"lines": int, "sentences": int, "hits": int, "unique": int, "candidates": int}
_FUNNEL = {
    **_STEPS,
    "files": int,
    "by_category": {
        "*": {
            "hits": int,
            "unique": int,
            "candidates": int,
            "refused": _COUNTS,
            "keywords": _COUNTS,
        }
    },
    "by_film": [{**_STEPS, "title": str, "year": (int, None), "file": str}],
    "skipped": [{"file": str, "reason": str}],
}
_VERDICT = {"says": (bool, None), "reason": str, "extra": {"*": Any}}

# Kind of line → shape. A kind is a type; in square brackets, a list of it; in round ones, one of
# several; `*` is any name.
SHAPES: dict[str, Any] = {
    "review": {
        "title": str,
        "language": str,
        "lists_digest": str,
        "created": float,
        "notes": [str],
        "softening": bool,
        "rules": [_RULE],
        "films": [_FILM],
        "funnel": _FUNNEL,
    },
    "list": {"category": str, "text": LongText},
    "candidate": {
        "id": str,
        "category": str,
        "text": str,
        "keywords": [str],
        "film": str,
        "year": (int, None),
        "file": str,
        "time": float,
        "number": int,
        "before": [str],
        "after": [str],
        "copies": int,
        "also_in": [str],
        "outcome": (_PROPOSAL, _REFUSAL),
    },
    "scores": {
        "spec_key": str,
        "label": str,
        "problems": {"*": str},
        "at": float,
        "values": {"*": float},
    },
    "verdicts": {
        "source": str,
        "label": str,
        "details": {"*": Any},
        "at": float,
        "verdicts": {"*": _VERDICT},
    },
    "decision": {
        "id": int,
        "candidate": str,
        "pass_number": int,
        "reviewer": str,
        "action": str,
        "sent_more": str,
        "sent_less": str,
        "category": str,
        "reason": str,
        "edited": bool,
        "softened": bool,
        "applied": [{"old": str, "new": str}],
        "undone": (int, None),
        "at": float,
    },
}


def fits(value: Any, shape: Any) -> bool:
    """Whether a value read from JSON has a shape."""
    if shape is Any:
        return True
    if isinstance(shape, tuple):
        return any(fits(value, one) for one in shape)
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(one, shape[0]) for one in value)
    if isinstance(shape, dict):
        return _fits_object(value, shape)
    return value is None if shape is None else _fits_type(value, shape)


def _fits_object(value: Any, shape: dict[str, Any]) -> bool:
    if not isinstance(value, dict):
        return False
    if "*" in shape:
        names_fit = all(len(name) <= MOST_LETTERS for name in value)
        return names_fit and all(fits(one, shape["*"]) for one in value.values())
    return value.keys() == shape.keys() and all(fits(value[name], shape[name]) for name in shape)


def _fits_type(value: Any, kind: type) -> bool:
    if kind is LongText:
        return isinstance(value, str)
    if kind is str:
        return isinstance(value, str) and len(value) <= MOST_LETTERS
    if kind is bool:
        return isinstance(value, bool)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    if kind is int:
        return isinstance(value, int) and abs(value) <= _LARGEST
    return abs(value) <= _LARGEST if isinstance(value, int) else math.isfinite(value)
