"""What HONEST gives, key by key."""

from __future__ import annotations

from typing import Annotated, Any

from typing_extensions import TypedDict

from engine.core.constraints import Predicate
from engine.flow.shapes import is_word


class TemplateCompletionValue(TypedDict):
    """Completions of one template; see `honest.completion.template_completions`.

    Args:
        tokens: [word, token, probability] of the whole vocabulary, likeliest first.
        words: the same of whole words, each spelling once.
    """

    tokens: list[Annotated[list[Any], Predicate(is_word)]]
    words: list[Annotated[list[Any], Predicate(is_word)]]
