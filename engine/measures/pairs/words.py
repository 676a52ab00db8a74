"""Words of a sentence, the same for every tokenizer, and where two sentences differ."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.inference.text import Encoded

# A run of letters and digits, or one sign: what BERT's own tokenizer calls a word.
_WORD = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True)
class Edit:
    """One place where two sentences differ: the words there on either side, maybe none."""

    more: tuple[str, ...]
    less: tuple[str, ...]


def words_of(text: str) -> list[str]:
    """Words and signs of a text in order."""
    return _WORD.findall(text)


def edits_between(more: str, less: str) -> tuple[list[Edit], int]:
    """Where two sentences differ, word by word.

    Returns:
        The edits in order, and the number of words that are shared.
    """
    first, second = words_of(more), words_of(less)
    edits, shared = [], 0
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    for name, start, stop, partner, end in matcher.get_opcodes():
        if name == "equal":
            shared += stop - start
        else:
            edits.append(Edit(tuple(first[start:stop]), tuple(second[partner:end])))
    return edits, shared


def later_pieces_of_tokenizer(encoded: Encoded) -> dict[int, tuple[int, ...]]:
    """As `later_pieces`, with the words that the tokenizer itself numbers.

    Byte-level tokenizers take a run of signs or spaces for one word, SentencePiece all that
    stands between two spaces.

    Source: minicons, `scorer.py` (PLL_metric `within_word_l2r`).
    """
    by_word: dict[int | None, list[int]] = {}
    for position, word in enumerate(encoded.words):
        if not encoded.special[position]:
            by_word.setdefault(word, []).append(position)
    return _later(by_word.values())


def later_pieces(encoded: Encoded, text: str) -> dict[int, tuple[int, ...]]:
    """For each text token, the positions of the pieces of its word that come after it.

    A token belongs to the word in which its first visible character stands; a lone
    word-start marker belongs to the word that follows it.
    """
    starts = [(match.start(), match.end()) for match in _WORD.finditer(text)]
    by_word: dict[int, list[int]] = {}
    place = 0
    for position, (first, _) in enumerate(encoded.offsets):
        if encoded.special[position]:
            continue
        while place + 1 < len(starts) and starts[place][1] <= first:
            place += 1
        by_word.setdefault(place, []).append(position)
    return _later(by_word.values())


def _later(words: Iterable[list[int]]) -> dict[int, tuple[int, ...]]:
    """Position of each piece -> the positions of those after it in its word."""
    return {
        position: tuple(pieces[number + 1 :])
        for pieces in words
        for number, position in enumerate(pieces)
    }
