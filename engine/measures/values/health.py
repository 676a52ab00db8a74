"""Values of checks of the model itself."""

from __future__ import annotations

from typing import TypedDict

ClassValue = TypedDict("ClassValue", {"class": int, "probability": float})


class HealthValue(TypedDict):
    """`health.Health` as a dictionary."""

    status: str
    reasons: list[str]
    cloze_accuracy: float | None
    cloze_interval: list[float] | None
    cloze_items: int
    pppl: float | None
    pppl_interval: list[float] | None
    perplexity: float | None
    perplexity_interval: list[float] | None
