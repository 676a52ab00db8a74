"""Beam searches for completion: words of several pieces, and several hidden words jointly."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.inference.plan import Row
from engine.inference.runner import distributions
from engine.inference.text import MASK, encode, mask_positions, with_model_masks
from engine.inference.vocabulary import vocabulary_of

if TYPE_CHECKING:
    import numpy as np

    from engine.models.loading import MaskedLM

Beam = tuple[float, tuple[int, ...]]  # log-probability in nats, tokens filled in so far


def joint_fillings(
    lm: MaskedLM, ids: tuple[int, ...], positions: Sequence[int], width: int
) -> tuple[np.ndarray, list[dict[str, Any]]]:
    """Fill several hidden words left to right, each read with the earlier ones in place.

    Args:
        positions: of the mask tokens in `ids`.
        width: beams kept, and fillings returned.

    Returns:
        [mask, vocabulary] log-probabilities along the best path, nats, and the fillings with
        their joint probability, likeliest first.
    """
    import numpy as np

    vocabulary = vocabulary_of(lm.tokenizer, lm.model.vocabulary)
    allowed = np.ones(lm.model.vocabulary, dtype=bool)
    allowed[list(vocabulary.special_ids)] = False
    beams: list[Beam] = [(0.0, ())]
    for step in range(len(positions)):
        beams = _grow(lm, ids, positions, step, beams, allowed, width)
    best = beams[0][1]
    rows = [
        Row(_filled(ids, positions, best[:step]), (position,))
        for step, position in enumerate(positions)
    ]
    path = np.concatenate(distributions(lm, rows))
    fillings = [
        {
            "words": [vocabulary.word(token) for token in tokens],
            "probability": math.exp(total),
        }
        for total, tokens in beams
    ]
    return path, fillings


def words_of_pieces(
    lm: MaskedLM, text: str, mask: int, max_pieces: int, width: int
) -> list[dict[str, Any]]:
    """Likely words of two to `max_pieces` pieces at one hidden place.

    Returns:
        Entries like those of single tokens, with `pieces` above 1 and no `rank`: their
        probability is conditional on that number of masks.
    """
    vocabulary = vocabulary_of(lm.tokenizer, lm.model.vocabulary)
    hidden = list(MASK.finditer(text))
    first = vocabulary.initial(text[: hidden[mask].start()])
    entries: list[dict[str, Any]] = []
    for count in range(2, max_pieces + 1):
        counts = [1] * len(hidden)
        counts[mask] = count
        filled = with_model_masks(text, lm.tokenizer, counts)
        encoded = encode(lm.tokenizer, filled, lm.model.max_length)
        places = mask_positions(encoded, lm.tokenizer)[mask : mask + count]
        beams: list[Beam] = [(0.0, ())]
        for step in range(count):
            allowed = first if step == 0 else vocabulary.continuation
            beams = _grow(lm, encoded.ids, places, step, beams, allowed, max(width, 10))
        for total, tokens in beams[:width]:
            raw = [vocabulary.tokens[token] for token in tokens]
            word = lm.tokenizer.convert_tokens_to_string(raw).strip()
            entries.append(
                {
                    "token": " ".join(raw),
                    "word": word,
                    "kind": "word",
                    "pieces": count,
                    "probability": math.exp(total),
                    "rank": None,
                }
            )
    return entries


def _grow(
    lm: MaskedLM,
    ids: tuple[int, ...],
    positions: Sequence[int],
    step: int,
    beams: list[Beam],
    allowed: np.ndarray,
    width: int,
) -> list[Beam]:
    """Extend every beam by one token and keep the `width` likeliest."""
    import numpy as np

    rows = [Row(_filled(ids, positions, tokens), (positions[step],)) for _, tokens in beams]
    log_probs = np.concatenate(distributions(lm, rows))
    log_probs = np.where(allowed, log_probs, -np.inf)
    grown: list[Beam] = []
    for (total, tokens), row in zip(beams, log_probs, strict=True):
        for token in np.argsort(-row, kind="stable")[:width].tolist():
            if np.isfinite(row[token]):
                grown.append((total + float(row[token]), (*tokens, token)))
    return sorted(grown, key=lambda beam: -beam[0])[:width]


def _filled(
    ids: tuple[int, ...], positions: Sequence[int], tokens: Sequence[int]
) -> tuple[int, ...]:
    whole = list(ids)
    for position, token in zip(positions, tokens, strict=False):
        whole[position] = token
    return tuple(whole)
