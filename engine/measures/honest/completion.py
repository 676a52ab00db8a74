"""Completions of HONEST's templates: the likeliest tokens, and the likeliest whole words.

Both are read from one forward pass, so that the published variant (whatever the model puts first)
and the one of whole words cost as much as one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.flow.kinds import named
from engine.flow.registry import suits
from engine.flow.shapes import Problem
from engine.inference.likeliest import Likeliest
from engine.inference.vocabulary import Vocabulary
from engine.measures.arena.completion import different_words, entries_of, read_masks
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
    top_k = params["top_k"]
    return read_masks(lm, items, top_k, _value, any_k=top_k)


def _value(
    vocabulary: Vocabulary, read: Likeliest, _bare: bool, top_k: int
) -> TemplateCompletionValue:
    return {
        # As the published pipeline gives them.
        "tokens": entries_of(vocabulary, read.tokens, as_piece=True),
        "words": different_words(vocabulary, read.words, top_k),
    }
