"""The model's side: what it would put into a cloze sentence, and how likely it finds answers.

An item is one sentence with the distinct answers people gave. Candidates are whole words of
one and of several pieces, likeliest first; word pieces and punctuation are no answers and are
left out. A word of several pieces is scored with as many masks, within the word from left to
right, as everywhere in Biascope.

A word is given as the model writes it (an uncased model writes in lower case, some drop
accents), so that its candidates and people's answers are compared in one spelling.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.families import SEQ2SEQ
from engine.core.mask_token import masks_in
from engine.core.wording import counted
from engine.flow.kinds import named
from engine.flow.registry import suits
from engine.inference.likeliest import largest_first
from engine.inference.plan import Row
from engine.inference.runner import distributions, run_rows, score_rows
from engine.inference.text import (
    SpanRow,
    encode,
    gap_span,
    mask_positions,
    next_tokens,
    sentinel_ids,
    sentinels,
    span_scores,
    with_model_masks,
)
from engine.inference.vocabulary import PIECE, PUNCTUATION, vocabulary_of
from engine.measures.agreement.value import LONG, SEVERAL, SINGLE, UNSPELLABLE
from engine.measures.completion.completions import bare_starts, top_words
from engine.measures.completion.value import Prediction
from engine.measures.completion.word_beam import (
    Hidden,
    pieces_in_context,
    within_word_rows,
    words_of_pieces_together,
)

if TYPE_CHECKING:
    import numpy as np

    from engine.models.loading import MaskedLM


CANDIDATES = 100
MAX_PIECES = 3
_LONGER = 5  # beams of a masked model for each number of pieces; nearly all of its work is theirs
_SLACK = 1e-3  # nats; more than a batch changes a likelihood


def answer_params(candidates: int = CANDIDATES, max_pieces: int = MAX_PIECES) -> dict[str, Any]:
    """Parameters of the measure.

    Args:
        candidates: words kept for each sentence.
        max_pieces: of a candidate; 1 for single tokens only.
    """
    if candidates < 1 or max_pieces < 1:
        raise InputTextError(
            f"At least one candidate of one piece is needed; got {candidates} candidates of up to "
            f"{max_pieces} pieces."
        )
    return {"candidates": candidates, "max_pieces": max_pieces}


def cloze_answers(
    lm: MaskedLM, items: Sequence[dict[str, Any]], params: dict[str, Any]
) -> list[dict[str, Any]]:
    """Candidates of a model for each sentence, and the likelihoods of the answers given.

    Args:
        items: `{"text": ..., "answers": [...]}`; the text masks one word.
        params: see `answer_params`.

    Returns:
        For each sentence `candidates` of `word`, `pieces`, `log_probability` (nats), likeliest
        first, and `answers`, in the order given, of `form` (the answer as the model writes
        it), `pieces`, `status` and `log_probability` (None where the vocabulary lacks it). A
        sentence that cannot be read has `problem` instead.
    """
    suits("cloze_answers", named(lm.model), items, params)
    if lm.model.family.kind == SEQ2SEQ:
        return span_answers(lm, items, params)
    values: list[dict[str, Any]] = []
    readable: list[dict[str, Any]] = []
    rows: list[list[Row]] = []
    for item in items:
        try:
            rows.append([gap_row(lm, item["text"])])
        except InputTextError as error:
            values.append({"problem": str(error)})
            continue
        values.append({})
        readable.append(item)
    read = [found[0][0] for found in run_rows(lm, rows, distributions)]
    candidates = _candidates(lm, [item["text"] for item in readable], read, params)
    answers = [
        [_entry(lm, item["text"], answer, log_probs, params) for answer in item["answers"]]
        for item, log_probs in zip(readable, read, strict=True)
    ]
    _score_longer(lm, [*zip((item["text"] for item in readable), answers, strict=True)])
    found = iter(
        {"candidates": words, "answers": given}
        for words, given in zip(candidates, answers, strict=True)
    )
    return [value or next(found) for value in values]


def gap_row(lm: MaskedLM, text: str) -> Row:
    """The row that reads the one masked word of a sentence.

    Raises:
        InputTextError: if no word is masked, or several are, or the sentence is too long.
    """
    if masks_in(text) > 1:
        raise InputTextError(
            f"The sentence has {counted(masks_in(text), 'blank')}; there must be exactly one."
        )
    encoded = encode(lm.tokenizer, with_model_masks(text, lm.tokenizer), lm.model.max_length)
    return Row(encoded.ids, (mask_positions(encoded, lm.tokenizer)[0],))


def _candidates(
    lm: MaskedLM, texts: Sequence[str], read: Sequence[np.ndarray], params: dict[str, Any]
) -> list[list[dict[str, Any]]]:
    """For each text, distinct words of one and of several pieces, likeliest first.

    Args:
        read: [text][vocabulary] log-probabilities at the masked word, nats.
    """
    count = params["candidates"]
    single = [
        _distinct(top_words(lm, row, count, (PIECE, PUNCTUATION), bare_starts(lm, text)[0]))
        for text, row in zip(texts, read, strict=True)
    ]
    longer: list[list[Prediction]] = [[] for _ in texts]
    if params["max_pieces"] > 1:
        hidden = [
            Hidden(text, floor=_floor(words, count))
            for text, words in zip(texts, single, strict=True)
        ]
        longer = words_of_pieces_together(lm, hidden, params["max_pieces"], min(_LONGER, count))
    return [
        [
            {
                "word": entry["word"],
                "pieces": entry["pieces"],
                "log_probability": math.log(max(entry["probability"], 1e-300)),
            }
            for entry in _distinct(words + more)[:count]
        ]
        for words, more in zip(single, longer, strict=True)
    ]


def _distinct(entries: Sequence[Prediction]) -> list[Prediction]:
    """Each word once, where it is likeliest; likeliest first."""
    found: dict[str, Prediction] = {}
    for entry in sorted(entries, key=lambda entry: -entry["probability"]):
        found.setdefault(entry["word"], entry)
    return list(found.values())


def _floor(words: Sequence[Prediction], count: int) -> float:
    """Nats below which a longer word cannot come among the `count` likeliest."""
    if len(words) < count:
        return -math.inf
    return math.log(max(words[-1]["probability"], 1e-300)) - _SLACK


def _entry(
    lm: MaskedLM, text: str, answer: str, log_probs: np.ndarray, params: dict[str, Any]
) -> dict[str, Any]:
    """What an answer is to the model; longer ones still lack their likelihood."""
    try:
        pieces = pieces_in_context(lm, text, 0, answer)
    except InputTextError:  # with it, the sentence is longer than the model reads
        pieces = []
    status = answer_status(lm, pieces, bare_starts(lm, text)[0], params["max_pieces"])
    tokens = lm.tokenizer.convert_ids_to_tokens(pieces)
    form = lm.tokenizer.convert_tokens_to_string(tokens) if tokens else ""
    entry = _unscored(answer, form, pieces, status)
    if entry["ids"] and len(pieces) == 1:
        entry["log_probability"] = float(log_probs[pieces[0]])
    return entry


def _unscored(answer: str, form: str, pieces: Sequence[int], status: str) -> dict[str, Any]:
    """What an answer is to the model; `ids` are what its likelihood is read of.

    Args:
        form: the answer as the model writes it.
    """
    known = status != UNSPELLABLE
    return {
        "form": form.strip() if known else answer,
        "pieces": len(pieces),
        "status": status,
        "log_probability": None,
        "ids": pieces if known else [],
    }


def answer_status(lm: MaskedLM, pieces: Sequence[int], bare_start: bool, max_pieces: int) -> str:
    """Whether a model could give these pieces as one of its candidates.

    Args:
        bare_start: see `Vocabulary.starts_bare`.
    """
    vocabulary = vocabulary_of(lm.tokenizer, lm.model.vocabulary)
    if not pieces or not vocabulary.special_ids.isdisjoint(pieces):
        return UNSPELLABLE
    if not vocabulary.is_one_word(pieces, bare_start):
        return SEVERAL
    most = 1 if vocabulary.ends else max_pieces  # its words of several pieces are not searched
    return SINGLE if len(pieces) <= most else LONG


def _score_longer(lm: MaskedLM, sentences: Sequence[tuple[str, list[dict[str, Any]]]]) -> None:
    """Fill in the likelihoods of answers of several pieces, all sentences in one go."""
    groups: list[list[Row]] = []
    waiting: list[dict[str, Any]] = []
    for text, entries in sentences:
        for entry in entries:
            pieces = entry.pop("ids")
            if len(pieces) < 2:
                continue
            try:
                groups.append(within_word_rows(lm, text, 0, pieces))
            except InputTextError:  # with so many masks, too long for the model
                continue
            waiting.append(entry)
    for entry, scores in zip(waiting, run_rows(lm, groups, score_rows), strict=True):
        entry["log_probability"] = sum(score.log_probabilities[0] for score in scores)


# --- spans --------------------------------------------------------------------------------
# Span fillers in the place of masked language models: one word between two sentinels.
#
# The gap is a sentinel, and the decoder is asked what stands there. Its filling is held to one
# word: a piece that starts a word, pieces that continue it, then the closing sentinel. The
# likelihood of a word is that of all of these, so words of any number of pieces compare.
#
# Source: Raffel et al. 2020 (span corruption); Cabello Piqueras and Søgaard 2022, section 3
# (beam search with early stopping, single words).

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
    return _unscored(answer, form, pieces, _status(lm, words, pieces, max_pieces))


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
