"""Lemmas of words, for lists that do not name the forms of their words."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache


@cache
def is_known(language: str) -> bool:
    """Whether there are lemmas of a language."""
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

    return language in SUPPORTED_LANGUAGES


def lemmas(language: str) -> Callable[[str], str]:
    """The lemma of a word without regard to case.

    The words of a language are read when the first lemma is asked for, which takes seconds for
    some languages.
    """

    @cache
    def lemma(word: str) -> str:
        from simplemma import lemmatize

        return lemmatize(word, lang=language).casefold()

    return lemma
