"""Tokens put together to the words, signs and special tokens that people see."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core.families import ENCODER, MASKED
from engine.core.mask_token import SPECIAL as SPECIAL_NAME
from engine.inference.text import Encoded, encode, encode_with_start
from engine.words.contexts import word_parts

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM

WORD, SIGN, SPECIAL = "word", "sign", "special"


@dataclass(frozen=True)
class Unit:
    """One token, or the tokens of one word.

    Args:
        text: as it stands in the sentence; a special token's own name.
        kind: `word`, `sign` (punctuation) or `special`.
        positions: its tokens, side by side.
    """

    text: str
    kind: str
    positions: tuple[int, ...]


def read_whole(lm: MaskedLM, text: str) -> Encoded:
    """Tokens of a text as its kind of model reads it: a causal one behind its start token.

    Raises:
        InputTextError: if it is empty, or longer than the model reads.
    """
    reader = encode if lm.model.family.kind in (MASKED, ENCODER) else encode_with_start
    return reader(lm.tokenizer, text, lm.model.max_length)


def unread_words(tokenizer: Any, text: str, encoded: Encoded) -> list[str]:
    """Pieces of a text that the vocabulary lacks, each once: the model reads one sign for them all.

    Byte-level vocabularies lack nothing, and a text of GPT-2 may hold its end-of-text sign.
    """
    return list(
        dict.fromkeys(
            text[start : _with_marks(text, stop)] for start, stop in _unread(tokenizer, encoded)
        )
    )


def _with_marks(text: str, stop: int) -> int:
    """Where a word ends with its last vowel signs and accents, which some tokenizers drop."""
    while stop < len(text) and unicodedata.category(text[stop]).startswith("M"):
        stop += 1
    return stop


def reads_nothing(tokenizer: Any, text: str, encoded: Encoded) -> bool:
    """Whether no letter or figure of a text is read, since the vocabulary lacks all its words."""
    unread = _unread(tokenizer, encoded)
    if not unread:
        return False
    rest = "".join(
        text[start:stop]
        for (start, stop), special in zip(encoded.offsets, encoded.special, strict=True)
        if not special and (start, stop) not in unread
    )
    return not any(map(str.isalnum, rest))


def special_in(tokenizer: Any, text: str, encoded: Encoded) -> list[str]:
    """Special tokens that a text itself holds, each once: this model's, and those of others.

    What the vocabulary lacks is not among them, unless its sign is written out.
    """
    special = {*tokenizer.all_special_ids} - {tokenizer.unk_token_id}
    own = _texts_of(special, text, encoded)
    return list(dict.fromkeys([*own, *SPECIAL_NAME.findall(text)]))


def own_special_in(tokenizer: Any, text: str, encoded: Encoded) -> list[str]:
    """This model's special tokens that a text itself holds, each once.

    Neither its mask is among them nor the sign for words that its vocabulary lacks.
    """
    special = {*tokenizer.all_special_ids} - {tokenizer.mask_token_id, tokenizer.unk_token_id}
    return list(dict.fromkeys(_texts_of(special, text, encoded)))


def _texts_of(ids: Collection[int], text: str, encoded: Encoded) -> list[str]:
    """What a text has where it is read as one of some tokens, in order."""
    return [
        text[start:stop].strip()
        for token, (start, stop) in zip(encoded.ids, encoded.offsets, strict=True)
        if token in ids and start < stop
    ]


def _unread(tokenizer: Any, encoded: Encoded) -> list[tuple[int, int]]:
    """Characters, from and to, of every token that stands for what the vocabulary lacks."""
    unknown = tokenizer.unk_token_id
    if unknown is None or unknown in (tokenizer.bos_token_id, tokenizer.eos_token_id):
        return []
    return [
        (start, stop)
        for token, (start, stop) in zip(encoded.ids, encoded.offsets, strict=True)
        if token == unknown and start < stop
    ]


def token_units(tokenizer: Any, text: str, encoded: Encoded) -> list[Unit]:
    """Every token as a unit of its own; pieces of a word are of its kind."""
    return [
        Unit(_shown(tokenizer, text, encoded, (position,)), unit.kind, (position,))
        for unit in word_units(tokenizer, text, encoded)
        for position in unit.positions
    ]


def word_units(
    tokenizer: Any, text: str, encoded: Encoded, together: Sequence[tuple[int, int]] = ()
) -> list[Unit]:
    """Words, signs and special tokens of a text, in order.

    Args:
        together: spans of characters that are one word whatever they hold.
    """
    spans = [*together]
    for _, start, stop in word_parts(text):
        if not any(start < last and stop > first for first, last in together):
            spans.append((start, stop))
    owners = [_owner(encoded, position, spans) for position in range(len(encoded.ids))]
    units: list[Unit] = []
    begun = 0
    for position in range(1, len(owners) + 1):
        joined = position < len(owners) and owners[position] == owners[begun] is not None
        if joined:
            continue
        positions = tuple(range(begun, position))
        kind = SPECIAL if encoded.special[begun] else SIGN if owners[begun] is None else WORD
        units.append(Unit(_shown(tokenizer, text, encoded, positions), kind, positions))
        begun = position
    return units


def _owner(encoded: Encoded, position: int, spans: list[tuple[int, int]]) -> int | None:
    """The word that a token belongs to; None for a sign or a special token."""
    if encoded.special[position]:
        return None
    start, stop = encoded.offsets[position]
    return next(
        (number for number, (first, last) in enumerate(spans) if start < last and stop > first),
        None,
    )


def _shown(tokenizer: Any, text: str, encoded: Encoded, positions: tuple[int, ...]) -> str:
    if encoded.special[positions[0]]:
        return str(tokenizer.convert_ids_to_tokens(encoded.ids[positions[0]]))
    start, stop = encoded.offsets[positions[0]][0], encoded.offsets[positions[-1]][1]
    return text[start:stop].strip()
