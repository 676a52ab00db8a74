"""Given words in the place of a masked one, or as the next one, of one piece or of several.

A word of several pieces is scored within the word, left to right: as many masks as
pieces, each piece read with the earlier ones in place and the later ones masked. Its
probability is conditional on that number of masks, so it is shown with its piece count.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core.errors import InputTextError
from engine.core.mask_token import MASK
from engine.flow.kinds import continues
from engine.inference.plan import Row
from engine.inference.runner import score_rows
from engine.inference.text import encode, mask_positions, span_positions, with_model_masks
from engine.measures.completion.next_word import pieces_after
from engine.measures.completion.value import TargetWord

if TYPE_CHECKING:
    import numpy as np

    from engine.models.loading import MaskedLM

MAX_TARGETS = 50


def target_words(
    lm: MaskedLM, text: str, mask: int, words: Sequence[str], log_probs: np.ndarray
) -> list[TargetWord]:
    """Probability of each given word at one masked position, or as the next word.

    Args:
        mask: which masked word, from 0.
        log_probs: [vocabulary] at that place, nats.

    Returns:
        One entry a word, in the order given. `rank` is None for several pieces, and
        `probability` too where the vocabulary has no pieces for the word.
    """
    if len(words) > MAX_TARGETS:
        raise InputTextError(f"{len(words)} target words; at most {MAX_TARGETS} are allowed.")
    entries = []
    special = frozenset(lm.tokenizer.all_special_ids)
    for word in words:
        following = pieces_after(lm, text, word) if continues(lm) else None
        pieces = following.targets if following else pieces_in_context(lm, text, mask, word)
        if not pieces or not special.isdisjoint(pieces):
            entries.append(_target(word, mask, len(pieces), None, None))
        elif len(pieces) == 1:
            found = float(log_probs[pieces[0]])
            rank = int((log_probs > log_probs[pieces[0]]).sum()) + 1
            entries.append(_target(word, mask, 1, found, rank))
        else:
            rows = [following] if following else within_word_rows(lm, text, mask, pieces)
            found = sum(sum(score.log_probabilities) for score in score_rows(lm, rows))
            entries.append(_target(word, mask, len(pieces), found, None))
    return entries


def _target(
    word: str, mask: int, pieces: int, log_prob: float | None, rank: int | None
) -> TargetWord:
    probability = None if log_prob is None else math.exp(log_prob)
    odds = None
    if log_prob is not None and probability is not None and 0.0 < probability < 1.0:
        odds = log_prob - math.log1p(-probability)
    return {
        "word": word,
        "mask": mask + 1,
        "pieces": pieces,
        "probability": probability,
        "log_odds": odds,
        "rank": rank,
    }


def pieces_in_context(lm: MaskedLM, text: str, mask: int, word: str) -> list[int]:
    """Token ids that put a word in the place of a mask, never those of the bare word.

    Whatever follows the tokens that come before the mask belongs to the word: a word-start
    marker may be a token of its own.
    """
    tokenizer, longest = lm.tokenizer, lm.model.max_length
    masked = encode(tokenizer, with_model_masks(text, tokenizer), longest)
    place = mask_positions(masked, tokenizer)[mask]
    match = list(MASK.finditer(text))[mask]
    before = MASK.sub(lambda _: tokenizer.mask_token, text[: match.start()])
    encoded = encode(tokenizer, before + word, longest)
    if encoded.ids[:place] == masked.ids[:place]:
        where = [index for index in range(place, len(encoded.ids)) if not encoded.special[index]]
    else:  # the word changed how the text before it is cut
        where = span_positions(encoded, len(before), len(before) + len(word))
    return [encoded.ids[position] for position in where]


def within_word_rows(lm: MaskedLM, text: str, mask: int, pieces: Sequence[int]) -> list[Row]:
    """One row a piece: earlier pieces in place, this one and later ones masked.

    Source: Kauf and Ivanova 2023 (within-word left-to-right).
    """
    counts = [1] * len(MASK.findall(text))
    counts[mask] = len(pieces)
    filled = with_model_masks(text, lm.tokenizer, counts)
    encoded = encode(lm.tokenizer, filled, lm.model.max_length)
    first = mask_positions(encoded, lm.tokenizer)[mask]
    rows = []
    for index, piece in enumerate(pieces):
        ids = list(encoded.ids)
        ids[first : first + index] = pieces[:index]
        rows.append(Row(tuple(ids), (first + index,), (piece,)))
    return rows
