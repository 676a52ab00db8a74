"""What classifiers give, key by key."""

from __future__ import annotations

from typing_extensions import TypedDict

ClassValue = TypedDict("ClassValue", {"class": int, "probability": float})


class ScoreValue(TypedDict):
    """What a head with one output gives a text."""

    score: float
