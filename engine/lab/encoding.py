"""Sentences as the training loop takes them: token ids, and where their words stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.lab.templates import Sentence

_BATCH = 2000


class Encoded(NamedTuple):
    """Sentences of a corpus as tokens.

    Args:
        pieces: [sentence][token] ids, without special tokens.
        pronouns: [sentence][position] of the pronoun's tokens.
        occupations: [sentence][position] of the occupation's tokens.
    """

    pieces: list[list[int]]
    pronouns: list[list[int]]
    occupations: list[list[int]]


def encoded(tokenizer: Any, sentences: Sequence[Sentence]) -> Encoded:
    """Cut sentences into tokens."""
    found = Encoded([], [], [])
    for start in range(0, len(sentences), _BATCH):
        batch = sentences[start : start + _BATCH]
        out = tokenizer(
            [sentence.text for sentence in batch],
            add_special_tokens=False,
            return_offsets_mapping=True,
        )
        for sentence, ids, offsets in zip(
            batch, out["input_ids"], out["offset_mapping"], strict=True
        ):
            found.pieces.append(ids)
            found.pronouns.append(_within(offsets, sentence.start, sentence.stop))
            found.occupations.append(_within(offsets, *sentence.named))
    return found


def _within(offsets: Sequence[tuple[int, int]], start: int, stop: int) -> list[int]:
    return [place for place, (first, last) in enumerate(offsets) if first < stop and last > start]
