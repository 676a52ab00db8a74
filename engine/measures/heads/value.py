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


class HeadPathValue(TypedDict):
    """What adds up to the difference of two words' logits; see `heads.path.head_paths`.

    Args:
        logit_difference: ln P(first) - ln P(second).
        embedding: what the first layer reads.
        heads: [layer][head].
        mlp: [layer], of the feed-forward layers.
        bias: of all other biases.
        remainder: what the parts miss of the difference, by rounding.
    """

    logit_difference: float
    embedding: float
    heads: list[list[float]]
    mlp: list[float]
    bias: float
    remainder: float


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
