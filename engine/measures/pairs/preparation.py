"""Pairs made ready: encoded, aligned and turned into rows, or refused one by one with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain
from typing import TYPE_CHECKING

from engine.core.errors import BiascopeError, InputTextError
from engine.core.families import CAUSAL
from engine.inference.plan import Row
from engine.inference.text import Encoded, marks_in
from engine.inference.words import read_whole, unread_words
from engine.measures.pairs.variants import (
    ALL,
    MODIFIED,
    SHARED,
    Reading,
    Sentence,
    Variant,
    check_scored,
    variants_for,
)

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM


# --- alignment ----------------------------------------------------------------------------
# An alignment says which tokens two sentences share: the published one, made fair to both sides.

MORE, LESS = "more", "less"


@dataclass(frozen=True)
class Alignment:
    """Shared tokens of a pair, as positions in the two sequences.

    Args:
        shared: (position in more, position in less), in order.
        edits: number of places where the sequences differ.
        first: the side the matcher was given first, `more` or `less`.
        other: `shared` as found with the other side first, where that differs; else None.
    """

    shared: tuple[tuple[int, int], ...]
    edits: int
    first: str
    other: tuple[tuple[int, int], ...] | None = None


def align(more: Sequence[int], less: Sequence[int]) -> Alignment:
    """Align two token sequences, special tokens included, as the released script does.

    difflib's matches can depend on which sequence comes first (one pair of CrowS-Pairs). The
    side that comes first here is decided by the ids alone, so that swapping the sides of a
    pair mirrors its score; the other result is kept for the published mode.

    Source: Nangia et al. 2020, released script (SequenceMatcher over token ids).
    """
    forward, edits_forward = _matches(more, less)
    swapped, edits_backward = _matches(less, more)
    backward = tuple((position, partner) for partner, position in swapped)
    if tuple(more) <= tuple(less):
        other = None if backward == forward else backward
        return Alignment(forward, edits_forward, MORE, other)
    other = None if backward == forward else forward
    return Alignment(backward, edits_backward, LESS, other)


def _matches(
    first: Sequence[int], second: Sequence[int]
) -> tuple[tuple[tuple[int, int], ...], int]:
    shared: list[tuple[int, int]] = []
    edits = 0
    # None and the default autojunk, which matters from 200 tokens on, are the script's.
    for name, start, stop, partner, end in SequenceMatcher(None, first, second).get_opcodes():
        if name == "equal":
            shared += zip(range(start, stop), range(partner, end), strict=True)
        else:
            edits += 1
    return tuple(shared), edits


# --- preparation --------------------------------------------------------------------------
# A pair is made ready, or refused with a reason.

IDENTICAL = "identical"
IDENTICAL_TEXT = "Both sentences are the same, so there is no preference."


@dataclass(frozen=True)
class PreparedPair:
    """A pair that can be scored.

    Args:
        sides: `more` and `less`.
        readings: the rows that either side needs.
    """

    sides: dict[str, Sentence]
    alignment: Alignment
    readings: dict[str, list[Reading]]

    @property
    def rows(self) -> list[Row]:
        """All rows, those of `more` first."""
        return [reading.row for side in (MORE, LESS) for reading in self.readings[side]]


class UnscorableError(Exception):
    """Why one pair has no score; it must not stop the others.

    Args:
        kind: one word.
        text: one sentence.
    """

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind
        self.unread: list[str] = []  # words of the pair that the model has no token for


def check_kind(lm: MaskedLM, variant: Variant) -> None:
    """Refuse a variant that this kind of model cannot be scored with."""
    kind = lm.model.family.kind
    if kind == variant.kind:
        return
    if kind == CAUSAL:
        raise BiascopeError(
            f"{lm.model.source.checkpoint} is a causal model and masks no words, so it has no "
            f"{variant.name}; use {' or '.join(entry.name for entry in variants_for(kind))}."
        )
    check_scored(lm.model.source.checkpoint, kind)
    *most, last = (entry.name for entry in variants_for(kind))
    raise BiascopeError(
        f"{lm.model.source.checkpoint} is a masked language model, which does not read from left "
        f"to right; use {', '.join(most)} or {last}."
    )


def prepare_pair(lm: MaskedLM, more: str, less: str, variant: Variant) -> PreparedPair:
    """Encode and align a pair, and build the rows that the variant needs.

    Raises:
        UnscorableError: if this pair has no score under this variant and model.
    """
    # White space is scored as it is, as in the released script; it can be a token.
    texts = {MORE: more, LESS: less}
    if more.strip() == less.strip() != "":
        raise UnscorableError(IDENTICAL, IDENTICAL_TEXT)
    encoded = {side: _encode(lm, side, text) for side, text in texts.items()}
    try:
        return _prepared(lm, texts, encoded, variant)
    except UnscorableError as reason:
        words = (unread_words(lm.tokenizer, text, encoded[side]) for side, text in texts.items())
        reason.unread = list(dict.fromkeys(chain.from_iterable(words)))
        raise


def _prepared(
    lm: MaskedLM, texts: dict[str, str], encoded: dict[str, Encoded], variant: Variant
) -> PreparedPair:
    alignment = align(encoded[MORE].ids, encoded[LESS].ids)
    if encoded[MORE].ids == encoded[LESS].ids:
        raise UnscorableError(
            "same_tokens",
            "The model reads both sentences as the same tokens, so it cannot prefer one.",
        )
    sides = {}
    for number, side in enumerate((MORE, LESS)):
        wanted = _wanted(encoded[side], alignment, number, variant)
        sides[side] = Sentence(texts[side], encoded[side], wanted, lm.tokenizer.mask_token_id)
    _check_wanted(sides, variant)
    return PreparedPair(
        sides, alignment, {side: variant.read(sentence) for side, sentence in sides.items()}
    )


def _encode(lm: MaskedLM, side: str, text: str) -> Encoded:
    if not text.strip():
        raise UnscorableError("empty", f"sent_{side} is empty.")
    try:
        encoded = read_whole(lm, text)
    except InputTextError as error:
        raise UnscorableError("too_long", f"sent_{side}: {error}") from None
    if all(encoded.special):
        raise UnscorableError("unreadable", f"sent_{side} contains no token that the model reads.")
    mask = lm.tokenizer.mask_token_id
    if mask is not None and mask in encoded.ids:
        raise UnscorableError(
            "holds_mask",
            f"sent_{side} contains the mask token {lm.tokenizer.mask_token}; a pair is made of two "
            "whole sentences.",
        )
    marks = marks_in(lm.tokenizer, encoded)
    if marks:
        raise UnscorableError(
            "holds_mark",
            f"sent_{side} contains {marks[0]}, which the model reads as the start or end of a "
            "text and not as a word; leave it out.",
        )
    return encoded


def _wanted(encoded: Encoded, alignment: Alignment, side: int, variant: Variant) -> tuple[int, ...]:
    """Positions of the tokens to score; both alignments' where they differ."""
    shared = {pair[side] for pair in alignment.shared}
    if variant.tokens == SHARED:
        chosen = shared | {pair[side] for pair in alignment.other or ()}
    elif variant.tokens == MODIFIED:
        chosen = set(range(len(encoded.ids))) - shared
    else:
        chosen = set(range(len(encoded.ids)))
    return tuple(position for position in sorted(chosen) if not encoded.special[position])


def _check_wanted(sides: dict[str, Sentence], variant: Variant) -> None:
    missing = [side for side, sentence in sides.items() if not sentence.wanted]
    if not missing or variant.tokens == ALL:
        return
    if variant.tokens == SHARED:
        raise UnscorableError(
            "nothing_shared",
            f"The sentences share no token, so {variant.name} has nothing to score.",
        )
    raise UnscorableError(
        "nothing_modified",
        f"sent_{missing[0]} has no token of its own, so {variant.name} has nothing to compare.",
    )
