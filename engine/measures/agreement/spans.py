"""Span fillers in the place of masked language models: one word between two sentinels.

The gap is a sentinel, and the decoder is asked what stands there. Its filling is held to one
word: a piece that starts a word, pieces that continue it, then the closing sentinel. The
likelihood of a word is that of all of these, so words of any number of pieces compare.

Source: Raffel et al. 2020 (span corruption); Cabello Piqueras and Søgaard 2022, section 3
(beam search with early stopping, single words).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.mask_token import masks_in
from engine.core.wording import counted
from engine.inference.likeliest import largest_first
from engine.inference.text import (
    SpanRow,
    gap_span,
    next_tokens,
    sentinel_ids,
    sentinels,
    span_scores,
)
from engine.inference.vocabulary import vocabulary_of
from engine.measures.agreement.value import LONG, SEVERAL, SINGLE, UNSPELLABLE, unscored

if TYPE_CHECKING:
    import numpy as np

    from engine.models.loading import MaskedLM


BEAMS = 10
_MARKER = "▁"  # may occur alone before the pieces of a word


@dataclass(frozen=True, eq=False)
class _Words:
    """Which tokens may occur where in a filling of one word.

    Args:
        first: [vocabulary] bool; starts a word.
        later: [vocabulary] bool; continues it, or closes the gap.
        close: id of the closing sentinel.
        marker: id of the lone word-start marker, or None.
    """

    first: np.ndarray
    later: np.ndarray
    close: int
    marker: int | None

    def after(self, begun: tuple[int, ...]) -> np.ndarray:
        """What may come next: a lone marker is not a word yet."""
        if not begun:
            return self.first
        if begun == (self.marker,):
            open_ = self.later.copy()
            open_[self.close] = False
            return open_
        return self.later


def span_answers(
    lm: MaskedLM, items: Sequence[dict[str, Any]], params: dict[str, Any]
) -> list[dict[str, Any]]:
    """As `answering.cloze_answers`, for a span filler.

    At most `BEAMS` candidates are found a sentence; the search keeps no more.
    """
    words = _words(lm)
    found: list[dict[str, Any]] = [{} for _ in items]
    for place, item in enumerate(items):
        try:
            row = _row(lm, item["text"])
        except InputTextError as error:
            found[place] = {"problem": str(error)}
            continue
        width = min(BEAMS, params["candidates"])
        found[place]["candidates"] = _fillings(lm, row, words, width, params["max_pieces"])
        entries = [
            _span_entry(lm, words, answer, params["max_pieces"]) for answer in item["answers"]
        ]
        found[place]["answers"] = entries
        _score_all(lm, row, words, entries)
    return found


def _score_all(
    lm: MaskedLM, row: SpanRow, words: _Words, entries: Sequence[dict[str, Any]]
) -> None:
    """Fill in the likelihoods of the answers to one sentence, whatever the others are."""
    waiting: list[tuple[dict[str, Any], SpanRow]] = []
    for entry in entries:
        pieces = entry.pop("ids")
        if pieces:
            waiting.append((entry, replace(row, targets=(*pieces, words.close))))
    scores = span_scores(lm, [asked for _, asked in waiting]) if waiting else []
    for (entry, _), score in zip(waiting, scores, strict=True):
        entry["log_probability"] = score


def _row(lm: MaskedLM, text: str) -> SpanRow:
    if masks_in(text) != 1:
        raise InputTextError(
            f"The sentence has {counted(masks_in(text), 'blank')}; there must be exactly one."
        )
    return gap_span(lm, text)


def _words(lm: MaskedLM) -> _Words:
    vocabulary = vocabulary_of(lm.tokenizer, lm.model.vocabulary)
    _, close = sentinels(lm.tokenizer)
    barred = list(sentinel_ids(tuple(vocabulary.tokens)) | vocabulary.special_ids)
    first, later = vocabulary.initial(" ").copy(), vocabulary.continuation.copy()
    first[barred] = later[barred] = False
    marker = vocabulary.tokens.index(_MARKER) if _MARKER in vocabulary.tokens else None
    if marker is not None:
        first[marker] = True
    later[close] = True
    return _Words(first, later, close, marker)


def _fillings(
    lm: MaskedLM, row: SpanRow, words: _Words, width: int, max_pieces: int
) -> list[dict[str, Any]]:
    """Beam search for single words; it stops when `width` of them are complete."""
    live: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    done: list[tuple[float, tuple[int, ...]]] = []
    while live and len(done) < width:
        rows = [replace(row, begun=(*row.begun, *pieces)) for _, pieces in live]
        grown: list[tuple[float, tuple[int, ...]]] = []
        for (total, pieces), log_probs in zip(live, next_tokens(lm, rows), strict=True):
            allowed = words.after(pieces).copy()
            if len(pieces) >= max_pieces:  # the word must end here
                allowed[:] = False
                allowed[words.close] = True
            for token in _likeliest(log_probs, allowed, 2 * width):
                grown.append((total + float(log_probs[token]), (*pieces, token)))
        grown.sort(key=lambda beam: -beam[0])
        done += [beam for beam in grown if beam[1][-1] == words.close][:width]
        live = [beam for beam in grown if beam[1][-1] != words.close][:width]
    done.sort(key=lambda beam: -beam[0])
    distinct: dict[str, dict[str, Any]] = {}
    for total, pieces in done[:width]:
        word = lm.tokenizer.decode(pieces[:-1], clean_up_tokenization_spaces=False).strip()
        if any(character.isalnum() for character in word):
            entry = {"word": word, "pieces": len(pieces) - 1, "log_probability": total}
            distinct.setdefault(word, entry)
    return list(distinct.values())


def _likeliest(log_probs: np.ndarray, allowed: np.ndarray, count: int) -> list[int]:
    import numpy as np

    open_ = np.flatnonzero(allowed)
    return [int(open_[place]) for place in islice(largest_first(log_probs[open_]), count)]


def _span_entry(lm: MaskedLM, words: _Words, answer: str, max_pieces: int) -> dict[str, Any]:
    """What an answer is to the model; its likelihood comes later."""
    pieces = lm.tokenizer(answer, add_special_tokens=False)["input_ids"]
    form = lm.tokenizer.decode(pieces, clean_up_tokenization_spaces=False)
    return unscored(answer, form, pieces, _status(lm, words, pieces, max_pieces))


def _status(lm: MaskedLM, words: _Words, pieces: Sequence[int], max_pieces: int) -> str:
    special = vocabulary_of(lm.tokenizer, lm.model.vocabulary).special_ids
    if not pieces or not special.isdisjoint(pieces):
        return UNSPELLABLE
    begun: tuple[int, ...] = ()
    for piece in pieces:
        if not words.after(begun)[piece] or piece == words.close:
            return SEVERAL
        begun = (*begun, piece)
    if begun == (words.marker,):
        return SEVERAL
    return SINGLE if len(pieces) <= max_pieces else LONG
