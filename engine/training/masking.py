"""Dynamic masking: which tokens a training step masks, and what replaces them."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class MaskingRule:
    """Share of tokens masked, and what becomes of the masked ones.

    Args:
        rate: share of the tokens that are predicted.
        masked: of those, the share replaced by the mask token.
        scrambled: of those, the share replaced by a random token; the rest stay.
    """

    rate: float = 0.20
    masked: float = 0.85
    scrambled: float = 0.08


def mask_tokens(
    ids: list[int], rule: MaskingRule, mask_id: int, vocabulary: int, draw: random.Random
) -> tuple[list[int], list[int]]:
    """Mask some tokens of one chunk; at least one.

    Args:
        ids: token ids without special tokens.
        vocabulary: number of token ids to scramble with.

    Returns:
        The ids to feed, and the positions to predict.

    Source: Devlin et al. 2019, section 3.1.
    """
    count = max(1, round(rule.rate * len(ids)))
    positions = sorted(draw.sample(range(len(ids)), count))
    fed = list(ids)
    for position in positions:
        chance = draw.random()
        if chance < rule.masked:
            fed[position] = mask_id
        elif chance < rule.masked + rule.scrambled:
            fed[position] = draw.randrange(vocabulary)
    return fed, positions
