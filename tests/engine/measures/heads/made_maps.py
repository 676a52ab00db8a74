"""Attention maps made by hand."""

from __future__ import annotations

import numpy as np

from engine.inference.words import SIGN, SPECIAL, WORD, Unit
from engine.measures.heads.attention_pair import AttentionMaps


def maps(text: str, weights: np.ndarray | None = None) -> AttentionMaps:
    """Units of a text, special tokens in brackets; weights of two heads that all differ."""
    kinds = {"[": SPECIAL, ".": SIGN}
    words = text.split()
    units = tuple(Unit(word, kinds.get(word[0], WORD), (at,)) for at, word in enumerate(words))
    if weights is None:
        size = len(words)
        weights = np.arange(2 * size * size, dtype=np.float32).reshape(1, 2, size, size)
    return AttentionMaps(units, weights)
