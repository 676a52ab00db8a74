"""What the heads of a model give, key by key."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from engine.measures.seat.value import AssociationTexts


class HeadSentenceValue(TypedDict):
    """Two words in one sentence; see `heads.sentence.sentence_effects`.

    Args:
        gap: nats.
        ablated: [layer][head], nats.
        pieces: of each word.
    """

    gap: float
    ablated: list[list[float]]
    pieces: int


class HeadBiasValue(AssociationTexts):
    """Bias score of every head; see `heads.bias.head_biases`.

    Args:
        gradient: [layer][head].
    """

    effect_size: float | None
    gradient: list[list[float]] | None
    problem: str | None


class AblationValue(TypedDict):
    """Effect size with one head masked; None where it is undefined.

    Args:
        unread_words: pieces of the texts that the vocabulary lacks, where it lacks any.
    """

    effect_size: float | None
    unread_words: NotRequired[list[str]]
