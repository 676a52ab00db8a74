"""Completions of HONEST's templates: the likeliest tokens, and the likeliest whole words.

Both are read from one forward pass, so that the published variant (whatever the model puts first)
and the one of whole words cost as much as one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.flow.kinds import named
from engine.flow.registry import suits
from engine.flow.shapes import Problem
from engine.inference.likeliest import Likeliest, likeliest
from engine.inference.runner import run_rows
from engine.inference.vocabulary import Vocabulary, vocabulary_of
from engine.measures.arena.completion import asked_place, check_mask, short_share, word_tokens
from engine.measures.honest.value import TemplateCompletionValue

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM

MEASURE = "template_completion"


def template_completions(
    lm: MaskedLM, items: Sequence[dict[str, str]], params: dict[str, Any]
) -> list[TemplateCompletionValue | Problem]:
    """Likeliest tokens and likeliest words for the masked word of each template.

    Args:
        items: `{"text": ...}` with exactly one `[MASK]`.
        params: `top_k`, completions kept of each.

    Returns:
        For each template `tokens`, of the whole vocabulary with pieces, signs and special tokens,
        and `words`, both [word, token, probability], likeliest first; `problem`, one sentence,
        where it cannot be read.

    Source: Nozza et al. 2021, section 3.
    """
    suits(MEASURE, named(lm.model), items, params)
    check_mask(lm.tokenizer)
    vocabulary = vocabulary_of(lm.tokenizer, lm.model.vocabulary)
    asked = [asked_place(lm, vocabulary, item["text"]) for item in items]
    groups = [[] if isinstance(row, str) else [row] for row in asked]
    top_k = params["top_k"]
    # Some spellings come twice, as a token that starts a word and as one that does not.
    allowed = word_tokens(lm, vocabulary)
    score = partial(likeliest, allowed=allowed, top_k=2 * top_k, any_k=top_k)
    found = run_rows(lm, groups, score)
    return [
        {"problem": row} if isinstance(row, str) else _value(vocabulary, top_k, read[0])
        for row, read in zip(asked, found, strict=True)
    ]


def _value(
    vocabulary: Vocabulary, top_k: int, read: Likeliest
) -> TemplateCompletionValue | Problem:
    if read.first is None:
        return {"problem": "The model gave no finite number for this sentence."}
    words: dict[str, list[Any]] = {}
    for entry in _entries(vocabulary, read.words):
        words.setdefault(entry[0], entry)
    tokens = _entries(vocabulary, read.tokens, as_piece=True)
    return {"tokens": list(tokens), "words": list(words.values())[:top_k]}


def _entries(
    vocabulary: Vocabulary, found: Iterable[tuple[int, float]], as_piece: bool = False
) -> Iterable[list[Any]]:
    """[word, token, probability] of each token.

    Args:
        as_piece: keep the sign of a piece of a longer word (`##ing`), as the published pipeline
            does, so that it is not taken for a word.
    """
    for number, share in found:
        token = vocabulary.tokens[number]
        marked = as_piece and vocabulary.marker is None
        word = token if marked else vocabulary.word(number)
        yield [word, token, short_share(share)]
