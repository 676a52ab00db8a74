"""Flags on the pairs themselves, by their words: a minimal pair differs once, and says one thing.

They look at the words as they are seen, at what nobody sees (`unseen`) and, where a model is given,
at which words it cannot read; never at a score, so leaving flagged pairs out cannot favour a
result. Many pairs of the published sets fail them (Blodgett et al. 2021).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from engine.measures.pairs.unseen import holds_unseen, seen

if TYPE_CHECKING:
    import pandas as pd

    from engine.inference.text import Encoded


UNSEEN, UNREAD = "unseen-signs", "unread-words"
FLAGS = {
    "several-edits": "The sentences differ in more than one place.",
    "unequal-words": "The sentences have different numbers of words.",
    "identical": "Both sentences are the same.",
    "empty-side": "One of the sentences is empty.",
    "nothing-shared": "The sentences have no word in common.",
    UNSEEN: "A sentence holds spaces or signs that nobody sees, or letters that only look like "
    "others, or only one of the two does.",
    UNREAD: "The model cannot read a word of the sentences.",
    "duplicate": "The same pair, or its mirror image, occurs earlier in the data.",
}


def quality_flags(pairs: pd.DataFrame) -> list[list[str]]:
    """Flags of each pair, names of `FLAGS` but for `UNREAD`, which only a model can tell.

    Args:
        pairs: one row a pair, with `sent_more` and `sent_less`.

    Returns:
        One list a row, empty for a clean pair.
    """
    earlier: set[frozenset[str]] = set()
    found = []
    for more, less in zip(pairs["sent_more"], pairs["sent_less"], strict=True):
        flags = flags_of(more, less)
        pair = frozenset(" ".join(seen(text).split()) for text in (more, less))
        if pair in earlier:
            flags.append("duplicate")
        earlier.add(pair)
        found.append(flags)
    return found


def changed_words(pairs: pd.DataFrame) -> list[str]:
    """The words in which the sentences of each pair differ, as `poor / rich`; places by `·`."""
    return [
        " · ".join(
            f"{' '.join(edit.more) or '–'} / {' '.join(edit.less) or '–'}"
            for edit in edits_between(seen(more), seen(less))[0]
        )
        for more, less in zip(pairs["sent_more"], pairs["sent_less"], strict=True)
    ]


def flags_of(more: str, less: str) -> list[str]:
    """Flags of one pair by itself."""
    shown = seen(more), seen(less)
    first, second = map(words_of, shown)
    if not first or not second:
        return ["empty-side"]
    unseen = [UNSEEN] * holds_unseen(more, less)
    if first == second:
        return ["identical", *unseen]
    edits, shared = edits_between(*shown)
    flags = []
    if not shared:
        flags.append("nothing-shared")
    elif len(edits) > 1:
        flags.append("several-edits")
    if len(first) != len(second):
        flags.append("unequal-words")
    return flags + unseen


# --- words --------------------------------------------------------------------------------
# A sentence's words are the same for every tokenizer, and show where two sentences differ.

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
