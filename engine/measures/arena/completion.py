"""Completion of many prompts: the likeliest token and the likeliest words for one masked word.

What `completion` gives for a sentence that somebody reads, this gives for thousands that are
judged: a few words each, and no vocabulary of numbers is kept. Probabilities are over the
model's whole vocabulary and are never renormalised. Word pieces, punctuation and special
tokens are no words; the likeliest token may be any of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.mask_token import MASK, masks_in
from engine.flow.kinds import named
from engine.flow.registry import suits
from engine.flow.value import Problem
from engine.inference.likeliest import Likeliest, PlaceRow, likeliest
from engine.inference.runner import run_rows
from engine.inference.text import encode, mask_positions, with_model_masks
from engine.inference.vocabulary import Vocabulary, vocabulary_of
from engine.measures.arena.value import PromptCompletionValue

if TYPE_CHECKING:
    from torch import Tensor

    from engine.models.loading import MaskedLM

WORDS = 10  # kept of each prompt, so that reports of up to so many words share their values
_DIGITS = 9  # all that float32 holds


def completion_params(top_k: int) -> dict[str, Any]:
    """Parameters of the measure for a report that judges `top_k` words of a prompt."""
    return {"top_k": max(WORDS, top_k)}


def prompt_completions(
    lm: MaskedLM, items: Sequence[dict[str, str]], params: dict[str, Any]
) -> list[PromptCompletionValue | Problem]:
    """Likeliest token and likeliest words for the masked word of each prompt.

    Args:
        items: `{"text": ...}` with exactly one `[MASK]`.
        params: `top_k`, words kept of each.

    Returns:
        For each prompt `first` (token, word, kind, probability) and `words` ([word, token,
        probability], likeliest first, each spelling once); `problem`, one sentence, where it
        cannot be read.

    Source: METHODS, Arena: fill.
    """
    suits("prompt_completion", named(lm.model), items, params)
    check_mask(lm.tokenizer)
    vocabulary = vocabulary_of(lm.tokenizer, lm.model.vocabulary)
    asked = [asked_place(lm, vocabulary, item["text"]) for item in items]
    groups = [[] if isinstance(row, str) else [row] for row in asked]
    top_k = params["top_k"]
    # Some spellings come twice, as a token that starts a word and as one that does not.
    score = partial(likeliest, allowed=word_tokens(lm, vocabulary), top_k=2 * top_k)
    found = run_rows(lm, groups, score)
    return [
        {"problem": row} if isinstance(row, str) else _value(vocabulary, row.bare, top_k, read[0])
        for row, read in zip(asked, found, strict=True)
    ]


def check_mask(tokenizer: Any) -> None:
    """Refuse a model that cannot fill in a masked word."""
    with_model_masks("[MASK]", tokenizer)


def asked_place(lm: MaskedLM, vocabulary: Vocabulary, text: str) -> PlaceRow | str:
    """The row of a prompt, or why there is none."""
    if masks_in(text) > 1:
        return f"{masks_in(text)} words are masked in the sentence; there must be exactly one."
    try:
        masked = with_model_masks(text, lm.tokenizer)
        encoded = encode(lm.tokenizer, masked, lm.model.max_length)
    except InputTextError as error:
        return str(error)
    places = mask_positions(encoded, lm.tokenizer)
    if len(places) != 1:
        return "The sentence writes the model's own mask token beside [MASK]; take it out."
    before = MASK.split(text, maxsplit=1)[0]
    return PlaceRow(encoded.ids, tuple(places), bare=vocabulary.starts_bare(before))


def word_tokens(lm: MaskedLM, vocabulary: Vocabulary) -> Tensor:
    """[2, vocabulary] bool: whole words, where a bare token starts one and where not."""
    import numpy as np
    import torch

    # A space, and a place after a sign, stand for all places of the two kinds.
    inside = vocabulary.initial(" ")
    bare = vocabulary.initial("(")
    return torch.from_numpy(np.stack([inside, bare])).to(lm.model.device)


def _value(
    vocabulary: Vocabulary, bare: bool, top_k: int, read: Likeliest
) -> PromptCompletionValue | Problem:
    if read.first is None:
        return {"problem": "The model gave no finite number for this sentence."}
    token, probability = read.first
    words: dict[str, list[Any]] = {}
    for number, share in read.words:
        word = vocabulary.word(number)
        words.setdefault(word, [word, vocabulary.tokens[number], short_share(share)])
    return {
        "first": {
            "token": vocabulary.tokens[token],
            "word": vocabulary.word(token),
            "kind": vocabulary.kind(token, bare),
            "probability": short_share(probability),
        },
        "words": list(words.values())[:top_k],
    }


def short_share(probability: float) -> float:
    """A probability with all digits that float32 holds, and no more."""
    return float(f"{probability:.{_DIGITS}g}")
