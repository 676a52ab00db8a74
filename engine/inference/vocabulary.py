"""What each token of a vocabulary is to a reader: a word, a piece, punctuation, or special."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, proxy

if TYPE_CHECKING:
    import numpy as np

WORD, PIECE, PUNCTUATION, SPECIAL = "word", "piece", "punctuation", "special"

_HALF_A_CHARACTER = "\ufffd"  # how bytes that are no whole character are written
_UNUSED = re.compile(r"\[?<?unused\d+>?\]?|<0x[0-9A-F]{2}>", re.IGNORECASE)
# What a tokenizer writes before a token that starts a word.
_BYTES = "\u0120"  # byte-level BPE
_MARKERS = (_BYTES, "\u2581")  # and SentencePiece
_END = "</w>"  # what others write behind a token that ends a word, as XLM


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Token ids sorted into what readers call them.

    Args:
        tokens: the raw tokens by id, as the tokenizer writes them.
        marker: what starts a word, or None where continuations are written `##`.
        special_ids: ids that are never a prediction for a reader.
        ends: tokens show where a word ends rather than where it begins, so that a token alone does
            not show whether it begins one.
    """

    tokenizer: Any
    tokens: list[str]
    marker: str | None
    special_ids: frozenset[int]
    ends: bool = False

    def word(self, token_id: int) -> str:
        """A token as a person would write it."""
        raw = self.tokens[token_id]
        if self.marker is None:
            return raw.removesuffix(_END) if self.ends else raw.removeprefix("##")
        return self.tokenizer.decode([token_id], clean_up_tokenization_spaces=False).strip()

    def kind(self, token_id: int, bare_start: bool) -> str:
        """What a token is at a place in a text.

        Args:
            bare_start: a token without the word-start marker begins a word there too, see
                `starts_bare`.
        """
        raw = self.tokens[token_id]
        if token_id in self.special_ids:
            return SPECIAL
        core = raw.removesuffix(_END if self.ends else "").removeprefix("##")
        core = core.lstrip("".join(_MARKERS))
        if self.marker == _BYTES and not core.isascii():
            core = self.word(token_id)  # bytes, written as letters that are not in the text
        if _HALF_A_CHARACTER in core:
            return PIECE
        if not any(character.isalnum() for character in core):
            return PUNCTUATION
        if self.ends:
            return WORD if raw.endswith(_END) else PIECE
        return PIECE if self.continues(token_id) and not bare_start else WORD

    def starts_bare(self, before: str) -> bool:
        """Whether a token without the word-start marker begins a word after a text.

        Byte-level BPE marks a space only; SentencePiece marks the start of the text too.
        """
        if self.marker is None:
            return False
        if not before:
            return self.marker == _BYTES
        return not (before[-1].isspace() or before[-1].isalnum())

    def continues(self, token_id: int) -> bool:
        """Whether a token continues the word before it."""
        raw = self.tokens[token_id]
        if self.ends:  # it may or may not; each token is then taken by itself
            return False
        return raw.startswith("##") if self.marker is None else not raw.startswith(self.marker)

    @cached_property
    def continuing(self) -> list[bool]:
        """[token id] whether it continues the word before it."""
        return [self.continues(token_id) for token_id in range(len(self.tokens))]

    @cached_property
    def continuation(self) -> np.ndarray:
        """[vocabulary] bool: tokens that can be a later piece of a word; none where unknown."""
        import numpy as np

        if self.ends:
            return np.zeros(len(self.tokens), dtype=bool)
        return np.array([self.kind(i, False) == PIECE for i in range(len(self.tokens))])

    def is_one_word(self, pieces: Sequence[int], bare_start: bool) -> bool:
        """Whether tokens are one word together.

        Args:
            pieces: at least one.
            bare_start: see `kind`.
        """
        *before, last = pieces
        if self.ends:
            return self.kind(last, False) == WORD and all(
                self.kind(piece, False) == PIECE for piece in before
            )
        first, *rest = pieces
        return self.kind(first, bare_start) == WORD and all(
            bool(self.continuation[piece]) for piece in rest
        )

    def initial(self, before: str) -> np.ndarray:
        """[vocabulary] bool: tokens that can start a word after a text."""
        return self._bare_words if self.starts_bare(before) else self._words

    @cached_property
    def _words(self) -> np.ndarray:
        import numpy as np

        return np.array([self.kind(i, False) == WORD for i in range(len(self.tokens))])

    @cached_property
    def _bare_words(self) -> np.ndarray:
        import numpy as np

        return np.array([self.kind(i, True) == WORD for i in range(len(self.tokens))])


_KNOWN: WeakKeyDictionary[Any, Vocabulary] = WeakKeyDictionary()


def vocabulary_of(tokenizer: Any, size: int) -> Vocabulary:
    """Sorted vocabulary of a tokenizer, made once.

    Args:
        size: number of ids the LM head scores; ids beyond the tokenizer's are special.
    """
    found = _KNOWN.get(tokenizer)
    if found is None or len(found.tokens) != size:
        found = _KNOWN[tokenizer] = _sorted(tokenizer, size)
    return found


def _sorted(tokenizer: Any, size: int) -> Vocabulary:
    raw = [
        token or "" for token in tokenizer.convert_ids_to_tokens(range(min(size, len(tokenizer))))
    ]
    tokens = raw + [""] * (size - len(raw))
    wordpiece = sum(token.startswith("##") for token in tokens)
    ending = sum(token.endswith(_END) for token in tokens)
    counts = {marker: sum(token.startswith(marker) for token in tokens) for marker in _MARKERS}
    best = max(counts, key=lambda marker: counts[marker])
    ends = ending > max(wordpiece, counts[best])
    marker = best if counts[best] > wordpiece and not ends else None
    special = set(tokenizer.all_special_ids)
    special |= {i for i, token in enumerate(tokens) if not token or _UNUSED.fullmatch(token)}
    # A vocabulary is kept as long as its tokenizer, so it must not keep the tokenizer itself.
    return Vocabulary(proxy(tokenizer), tokens, marker, frozenset(special), ends)
