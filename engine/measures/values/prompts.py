"""Values of completions of prompts, kept small: there are thousands of them."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict


class FirstToken(TypedDict):
    """The likeliest token of the whole vocabulary.

    Args:
        kind: `word`, `piece`, `punctuation` or `special`.
        probability: 0 to 1.
    """

    token: str
    word: str
    kind: str
    probability: float


def is_word(entry: list[Any]) -> bool:
    """Whether an entry is [word, token, probability]."""
    return (
        len(entry) == 3
        and isinstance(entry[0], str)
        and isinstance(entry[1], str)
        and isinstance(entry[2], float | int)
        and 0.0 <= entry[2] <= 1.0
    )


class PromptCompletionValue(TypedDict):
    """Words of one prompt; see `arena.completion.prompt_completions`.

    Args:
        words: [word, token, probability], likeliest first.
    """

    first: FirstToken
    words: list[Annotated[list[Any], is_word]]


class TemplateCompletionValue(TypedDict):
    """Completions of one template; see `honest.completion.template_completions`.

    Args:
        tokens: [word, token, probability] of the whole vocabulary, likeliest first.
        words: the same of whole words, each spelling once.
    """

    tokens: list[Annotated[list[Any], is_word]]
    words: list[Annotated[list[Any], is_word]]
