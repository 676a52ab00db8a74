"""Why a column does not apply to a kind of model."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.families import CAUSAL, MASKED, SEQ2SEQ

_WORDS = {CAUSAL: "a causal model", SEQ2SEQ: "a span filler", MASKED: "a masked language model"}


def any_kind(_kind: str) -> str:
    """No kind is refused."""
    return ""


def masked_only(what: str) -> Callable[[str], str]:
    """Refuses every kind but masked language models.

    Args:
        what: the measure, as the object of a sentence, such as `pseudo-perplexity`.
    """
    return lambda kind: (
        ""
        if kind == MASKED
        else f"This is {_WORDS[kind]}; only a masked language model has {what}."
    )
