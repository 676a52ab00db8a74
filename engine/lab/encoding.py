"""Sentences as the training loop takes them: token ids, and the positions of their words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from engine.core.errors import InputTextError
from engine.core.wording import listed
from engine.lab.templates import Sentence

_BATCH = 2000
_SHOWN = 3  # occupations named in one sentence


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


def check_written(tokenizer: Any, occupations: Iterable[str]) -> None:
    """Refuse occupations that a vocabulary cannot write: to a model all such words are the same."""
    names = list(occupations)
    pieces = tokenizer(names, add_special_tokens=False)["input_ids"]
    unknown = [
        repr(name)
        for name, ids in zip(names, pieces, strict=True)
        if not ids or tokenizer.unk_token_id in ids
    ]
    if unknown:
        raise InputTextError(
            f"The model's vocabulary cannot write {listed(unknown, _SHOWN)}. Write them "
            "in the language and the letters of the model, or leave them out."
        )


def _within(offsets: Sequence[tuple[int, int]], start: int, stop: int) -> list[int]:
    return [place for place, (first, last) in enumerate(offsets) if first < stop and last > start]
