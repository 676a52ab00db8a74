"""What the health check gives, key by key."""

from __future__ import annotations

from typing_extensions import TypedDict


class HealthValue(TypedDict):
    """`check.Health` as a dictionary."""

    status: str
    reasons: list[str]
    cloze_accuracy: float | None
    cloze_interval: list[float] | None
    cloze_items: int
    pppl: float | None
    pppl_interval: list[float] | None
    perplexity: float | None
    perplexity_interval: list[float] | None
