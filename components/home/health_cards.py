"""Cards of the health check: whether a model's scores can mean anything."""

from __future__ import annotations

from typing import Any

from components.frame import session
from components.frame.present.numbers import interval_text, whole_percent
from components.home.card import Card, percent_interval
from engine.core.spec import ModelSpec
from engine.core.wording import counted

PLAIN = "Plain sentences"  # title of the card


def health_of(spec: ModelSpec) -> dict[str, Any] | None:
    """The health check of a model; None while it still runs, or was not made of a changed model."""
    return session.health.result(spec) if spec.is_original else session.health.exact_result(spec)


def cloze(spec: ModelSpec) -> Card | None:
    """Share of plain fill-in-the-blank sentences whose answer is the first choice."""
    health = health_of(spec)
    if health is None or health.get("cloze_accuracy") is None:
        return None
    return Card(
        "Fill in the blank",
        whole_percent(health["cloze_accuracy"]),
        "guessed correctly first time",
        f"{percent_interval(health['cloze_interval'])} · "
        f"{counted(health['cloze_items'], 'sentence')} that "
        "name no group",
    )


def perplexity(spec: ModelSpec) -> Card | None:
    """Pseudo-perplexity of the built-in plain sentences."""
    health = health_of(spec)
    if health is None or health.get("pppl") is None:
        return None
    interval = interval_text(health.get("pppl_interval"), ".1f") or "no interval"
    return Card(
        PLAIN,
        f"{health['pppl']:.1f}",
        "is how much plain sentences surprise the model; lower is better",
        f"{interval} · {session.health.plain_sentences()} plain sentences · pseudo-perplexity",
    )
