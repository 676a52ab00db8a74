"""Values of heads in one sentence."""

from __future__ import annotations

from typing import TypedDict


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


class CounterStereotypeValue(TypedDict):
    """[layer][head] attention in both sentences of an item."""

    original: list[list[float]]
    counter: list[list[float]]
