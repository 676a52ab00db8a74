"""Tokens of a text read behind masks, in the whole forward as transformers computes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from engine.inference.text import encode, mask_positions, with_model_masks
from tests.engine.plain_forward import log_probabilities

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM


def at_masks(lm: MaskedLM, text: str) -> np.ndarray:
    """Log-probabilities at each [MASK] of a text: [mask, vocabulary], nats."""
    encoded = encode(lm.tokenizer, with_model_masks(text, lm.tokenizer), lm.model.max_length)
    return log_probabilities(lm, [encoded.ids])[0, mask_positions(encoded, lm.tokenizer)]


def behind_masks(lm: MaskedLM, ids: Sequence[int], hidden: Sequence[Sequence[int]]) -> np.ndarray:
    """Log-probabilities at the first of the positions that a row hides.

    Args:
        ids: one text.
        hidden: [row], the positions that are masked there.

    Returns:
        [row, vocabulary], nats.
    """
    mask = lm.tokenizer.mask_token_id
    rows = [
        [mask if place in places else token for place, token in enumerate(ids)] for places in hidden
    ]
    return log_probabilities(lm, rows)[np.arange(len(rows)), [places[0] for places in hidden]]


def each_behind_a_mask(lm: MaskedLM, ids: Sequence[int], positions: Sequence[int]) -> list[float]:
    """Log-probability of the token at each position, where that one alone is masked."""
    if not positions:
        return []
    scores = behind_masks(lm, ids, [[position] for position in positions])
    return [float(row[ids[place]]) for row, place in zip(scores, positions, strict=True)]
