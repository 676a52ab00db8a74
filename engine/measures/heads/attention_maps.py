"""Attention of every head over one text, by token or by word (METHODS: Heads).

A weight says where a head looks, not why the model answers as it does: attention is no
explanation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.inference.attention import attention_from
from engine.inference.plan import Row
from engine.inference.words import WORD, Unit, read_whole, token_units, word_units

if TYPE_CHECKING:
    import numpy as np

    from engine.models.loading import MaskedLM


@dataclass(frozen=True)
class AttentionMaps:
    """Attention weights over one text.

    Args:
        units: tokens or words, in order.
        weights: [layer, head, attending unit, attended unit], float32; rows sum to 1.
    """

    units: tuple[Unit, ...]
    weights: np.ndarray


def attention_maps(lm: MaskedLM, text: str, words: bool = True) -> AttentionMaps:
    """Where every head looks in one text.

    Args:
        words: put the pieces of a word together: attention to a word is the sum over its
            pieces, attention from it their mean (Clark et al. 2019, section 4.1).
    """
    encoded = read_whole(lm, text)
    (weights,) = attention_from(lm, [Row(encoded.ids, tuple(range(len(encoded.ids))))])
    if not words:
        return AttentionMaps(tuple(token_units(lm.tokenizer, text, encoded)), weights)
    units = word_units(lm.tokenizer, text, encoded)
    return AttentionMaps(tuple(units), _by_unit(weights, units))


def _by_unit(weights: np.ndarray, units: Sequence[Unit]) -> np.ndarray:
    """Sum over the attended pieces of each unit, mean over its attending ones."""
    import numpy as np

    firsts = [unit.positions[0] for unit in units]
    sizes = np.array([len(unit.positions) for unit in units], dtype=weights.dtype)
    attended = np.add.reduceat(weights, firsts, axis=-1)
    return np.add.reduceat(attended, firsts, axis=-2) / sizes[:, None]


def attention_to(
    rows: np.ndarray, units: Sequence[Unit], wanted: int, last: int | None = None
) -> np.ndarray:
    """Attention from one word to another, min-max normalised over the words of the sentence.

    Special tokens and punctuation are left out, so that 0 is the word looked at least and 1
    the one looked at most.

    Args:
        rows: [layer, head, read, token], attention from the pieces of the attending word.
        units: the sentence's units.
        wanted: index of the attended unit.
        last: last position a causal model sees from there; None where all are seen.

    Returns:
        [layer, head], 0 to 1; 0 where a head looks at all words alike.

    Source: Yang et al. 2023 (Bias A-head?), section 5.2.
    """
    import numpy as np

    seen = [
        number
        for number, unit in enumerate(units)
        if unit.kind == WORD and (last is None or unit.positions[0] <= last)
    ]
    if wanted not in seen:
        raise ValueError(f"unit {wanted} is not among the words {seen}")
    from_word = rows.astype(np.float64).mean(axis=-2)
    to_words = np.stack(
        [from_word[..., list(units[number].positions)].sum(axis=-1) for number in seen], axis=-1
    )
    low, high = to_words.min(axis=-1), to_words.max(axis=-1)
    spread = high - low
    above = to_words[..., seen.index(wanted)] - low
    return np.divide(above, spread, out=np.zeros_like(above), where=spread > 0)
