"""Completion: what a model expects in place of a masked word, or next (METHODS: Probe).

An item is a text with one or more masked words; for a causal model it has none, and its next
word is read (`next_word`). Probabilities are over the model's whole
vocabulary and are never renormalised after pieces or stop words are left out. Several
masked words are read as independent marginals (all masked at once), or left to right
(each filled before the next is read, by beam search), as `order` says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.mask_token import MASK
from engine.flow.kinds import check_text, continues, named
from engine.inference.likeliest import largest_first
from engine.inference.plan import Row
from engine.inference.runner import TYPED_SHARED, distributions, run_rows
from engine.inference.text import encode, mask_positions, with_model_masks
from engine.inference.vocabulary import PIECE, PUNCTUATION, SPECIAL, Vocabulary, vocabulary_of
from engine.measures.completion.next_word import next_row
from engine.measures.completion.value import CompletionValue, Prediction
from engine.measures.completion.word_beam import joint_fillings, target_words, words_of_pieces

if TYPE_CHECKING:
    import numpy as np

    from engine.models.loading import MaskedLM


INDEPENDENT, LEFT_TO_RIGHT = "independent", "left-to-right"
STOP = "stop"
HIDEABLE = (PIECE, PUNCTUATION, STOP)
_TOGETHER = 32  # texts read in one go; each keeps a whole vocabulary in memory


def completions(
    lm: MaskedLM, items: Sequence[dict[str, str]], params: dict[str, Any]
) -> list[CompletionValue]:
    """Most likely words, and the given targets, at each masked word of each text.

    A causal model predicts the next word of texts without a mask; `order` says nothing there.

    Args:
        items: `{"text": ...}` with one or more `[MASK]`, without one for a causal model.
        params: `top_k`; `targets`, a list of words; `hide`, some of `HIDEABLE`; `order`,
            `independent` or `left-to-right`; `max_pieces`, 1 for single tokens only.

    Returns:
        For each text: `predictions` [mask][rank] of token, word, kind, pieces, probability
        and rank in the whole vocabulary; `targets` of word, mask, pieces, probability,
        log_odds (nats) and rank (None for several pieces); `joint` fillings, left-to-right only;
        `continued` where the next word was read.
    """
    texts = [item["text"] for item in items]
    check_pieces(lm, params)
    rows = [asked_row(lm, text) for text in texts]
    if not continues(lm) and params.get("order", INDEPENDENT) == LEFT_TO_RIGHT:
        return [
            _completion(lm, text, params, *joint_fillings(lm, row.ids, row.read, params["top_k"]))
            for text, row in zip(texts, rows, strict=True)
        ]
    found = []
    for start in range(0, len(texts), _TOGETHER):
        part = texts[start : start + _TOGETHER]
        groups = [[row] for row in rows[start : start + _TOGETHER]]
        read = run_rows(lm, groups, distributions, TYPED_SHARED)
        found += [
            _completion(lm, text, params, log_probs, [])
            for text, (log_probs,) in zip(part, read, strict=True)
        ]
    return found


def check_pieces(lm: MaskedLM, params: dict[str, Any]) -> None:
    """Refuse to offer words of several pieces where the next word is read."""
    if continues(lm) and params.get("max_pieces", 1) > 1:
        raise InputTextError(
            f"{lm.model.source.checkpoint} is a causal model: what it offers is the first piece of "
            "the next word, so the most pieces is 1. Words that you look up may have several."
        )


def asked_row(lm: MaskedLM, text: str) -> Row:
    """The row that reads the masked words of a text, or its next word."""
    check_text(named(lm.model), text)
    if continues(lm):
        return next_row(lm, text)
    encoded = encode(lm.tokenizer, with_model_masks(text, lm.tokenizer), lm.model.max_length)
    return Row(encoded.ids, tuple(mask_positions(encoded, lm.tokenizer)))


def _completion(
    lm: MaskedLM,
    text: str,
    params: dict[str, Any],
    log_probs: np.ndarray,
    joint: list[dict[str, Any]],
) -> CompletionValue:
    bare = bare_starts(lm, text)
    predictions = []
    for mask, row in enumerate(log_probs):
        ranked = top_words(lm, row, params["top_k"], params.get("hide", []), bare[mask])
        if params.get("max_pieces", 1) > 1:
            longer = words_of_pieces(lm, text, mask, params["max_pieces"], params["top_k"])
            ranked = sorted(ranked + longer, key=lambda word: -word["probability"])
            ranked = ranked[: params["top_k"]]
        predictions.append(ranked)
    targets = params.get("targets", [])
    value: CompletionValue = {
        "predictions": predictions,
        "targets": [
            entry
            for mask, row in enumerate(log_probs)
            for entry in target_words(lm, text, mask, targets, row)
        ],
        "joint": joint,
    }
    if continues(lm):
        value["continued"] = True
    return value


def bare_starts(lm: MaskedLM, text: str) -> list[bool]:
    """For each word asked for, whether tokens without a word-start marker begin a word there."""
    vocabulary = vocabulary_of(lm.tokenizer, lm.model.vocabulary)
    if continues(lm):
        return [vocabulary.starts_bare(text.rstrip())]
    return [vocabulary.starts_bare(text[: match.start()]) for match in MASK.finditer(text)]


def top_words(
    lm: MaskedLM, log_probs: np.ndarray, top_k: int, hide: Sequence[str], bare_start: bool
) -> list[Prediction]:
    """The `top_k` likeliest tokens that are not left out.

    Args:
        log_probs: [vocabulary], nats.
        hide: kinds left out, some of `HIDEABLE`; special tokens always are.
        bare_start: see `Vocabulary.starts_bare`.

    Returns:
        Entries with their rank and probability in the whole vocabulary, likeliest first.
    """
    import numpy as np

    vocabulary = vocabulary_of(lm.tokenizer, lm.model.vocabulary)
    return [
        {
            "token": vocabulary.tokens[token_id],
            "word": vocabulary.word(token_id),
            "kind": vocabulary.kind(token_id, bare_start),
            "pieces": 1,
            "probability": float(np.exp(log_probs[token_id])),
            "rank": rank,
        }
        for rank, token_id in islice(offered(vocabulary, log_probs, hide, bare_start), top_k)
    ]


def offered(
    vocabulary: Vocabulary, values: np.ndarray, hide: Collection[str], bare_start: bool
) -> Iterator[tuple[int, int]]:
    """Rank and id of the tokens that are not left out, those of the largest values first.

    Args:
        values: [vocabulary].
        hide, bare_start: as for `top_words`.
    """
    for rank, token_id in enumerate(largest_first(values), start=1):
        kind = vocabulary.kind(token_id, bare_start)
        if kind == SPECIAL or kind in hide:
            continue
        if STOP in hide and vocabulary.word(token_id).casefold() in stop_words():
            continue
        yield rank, token_id


@lru_cache(maxsize=1)
def stop_words() -> frozenset[str]:
    """English stop words, as scikit-learn lists them."""
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

    return frozenset(ENGLISH_STOP_WORDS)


FLAT = 0.05  # probability; where no word reaches it, the model has hardly a preference


def flat_note(ranked: Sequence[Prediction]) -> str:
    """One sentence where no predicted word reaches `FLAT`; empty where one does.

    Args:
        ranked: predictions of one place. Where the likeliest token of all is not among them,
            it was left out and may be likelier, so the sentence speaks of those shown only.
    """
    if not ranked or max(entry["probability"] for entry in ranked) >= FLAT:
        return ""
    if any(entry["rank"] == 1 for entry in ranked):
        return (
            f"No word reaches {FLAT:.0%}: the model has no clear favourite here, so single words "
            "say little."
        )
    return f"No word shown reaches {FLAT:.0%}, so single words say little here."
