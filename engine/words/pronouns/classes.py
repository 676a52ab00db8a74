"""English words by what they can be; what is in no list is taken for a noun."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

_ADJECTIVE_ENDINGS = ("ful", "ous", "less", "able", "ible", "ish", "ive", "iest")
_NOUNS_SO = (
    "relative detective motive native olive drive dive hive wive cable table fable bible "
    "dish fish wish parish polish spouse representative executive harvest priest"
).split()


@cache
def words_of_class(name: str) -> frozenset[str]:
    """The words of one list of `word_classes.toml`."""
    return frozenset(_lists()[name].split())


@cache
def _lists() -> dict[str, str]:
    text = Path(__file__).with_name("word_classes.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def kind_of(word: str) -> str:
    """What a word, in small letters, is after a possessive.

    Returns:
        `function`, `number`, `verb`, `adverb`, `adjective`, `participle`, `ing`, `either` (verb or
        noun) or `noun`.
    """
    base = word.replace("’", "'")
    if _is_function(base):
        return "function"
    for name, kind in (
        ("numbers", "number"),
        ("verbs", "verb"),
        ("adjectives", "adjective"),
        ("verb_or_noun", "either"),
    ):
        if base in words_of_class(name):
            return kind
    return "number" if base[:1].isdigit() else _by_ending(base)


def _is_function(word: str) -> bool:
    if word in words_of_class("function") or word.endswith("n't"):
        return True
    stem, sign, ending = word.partition("'")
    return (
        bool(sign)
        and ending in ("s", "m", "re", "ll", "ve", "d")
        and (stem in words_of_class("function"))
    )


def _by_ending(word: str) -> str:
    if "-" in word:
        return "adjective" if word.endswith(("ed", "old", "ing")) else "noun"
    if len(word) > 4 and word.endswith("ly") and word not in words_of_class("ly_not_adverbs"):
        return "adverb"
    if word.endswith("ly") and word in words_of_class("ly_not_adverbs"):
        return "noun"
    if len(word) > 4 and word.endswith("ing") and word not in words_of_class("ing_nouns"):
        return "ing"
    if len(word) > 4 and word.endswith("ed") and not word.endswith(("eed", "bred", "hundred")):
        return "participle"
    if word.endswith(_ADJECTIVE_ENDINGS) and word not in _NOUNS_SO:
        return "adjective"
    return "noun"
