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
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.families import SEQ2SEQ
from engine.core.mask_token import masks_in
from engine.core.wording import counted
from engine.flow.kinds import named
from engine.flow.registry import suits
from engine.inference.plan import Row
from engine.inference.runner import distributions, run_rows, score_rows
from engine.inference.text import encode, mask_positions, with_model_masks
from engine.inference.vocabulary import PIECE, PUNCTUATION, vocabulary_of
from engine.measures.agreement.spans import span_answers
from engine.measures.agreement.value import LONG, SEVERAL, SINGLE, UNSPELLABLE, unscored
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
    entry = unscored(answer, form, pieces, status)
    if entry["ids"] and len(pieces) == 1:
        entry["log_probability"] = float(log_probs[pieces[0]])
    return entry


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
