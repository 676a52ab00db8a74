"""How a word is written in the place of another: its capitals, and `a` or `an` before it."""

from __future__ import annotations

import re

_ARTICLE = re.compile(r"(?<![\w'’-])(an?)(\s+[\"“‘']?)$", re.IGNORECASE)
# Written with a vowel and spoken with a consonant, and the other way round.
_CONSONANT = re.compile(
    r"(?:eu|ewe|one\b|once\b|uni(?![nmd])|us[aeu]|ut[aio]|ubiq|uga|ukr|uku|ur[aiou]|u\b)"
)
_VOWEL = re.compile(r"(?:[aeiou]|heir|honest|hono|hour|8|11\b|18\b)")
_SPELLED_OUT = re.compile(r"(?:FBI|HR|IRS|IRA|LAPD|MBA|MP|MVP|NBA|NFL|NYPD|RAF|SS|SUV|X-ray)\b")
_YOU = re.compile(r"(?:UN|US|USA|UK|UFO|URL)\b")  # `a UN soldier`
_START = re.compile(r"(?:^|[.!?:…]|\s[-–—])[\s\"“”‘'¿¡*(\[-]*$")


def like(word: str, old: str, listed: str, starts: bool) -> str:
    """A word with the capitals of the one it replaces.

    Args:
        old: as written in the sentence.
        listed: the old word as its list writes it.
        starts: whether a sentence begins with it.
    """
    if len(old) > 1 and old.isupper() and not listed.isupper():
        return word.upper()
    named = old[:1].isupper() and not listed[:1].isupper()
    return word[:1].upper() + word[1:] if named or (starts and old[:1].isupper()) else word


def starts_sentence(text: str, start: int) -> bool:
    """Whether a sentence begins at this character."""
    return _START.search(text[:start]) is not None


def vowel_sound(text: str) -> bool:
    """Whether a text is spoken with a vowel first, as `hour`, and not as `union`."""
    if _SPELLED_OUT.match(text) or _YOU.match(text):
        return not _YOU.match(text)
    folded = text.casefold()
    return _VOWEL.match(folded) is not None and _CONSONANT.match(folded) is None


def with_article(before: str, old: str, new: str) -> str:
    """The text before a swapped word, with `a` or `an` made to fit the new one."""
    found = _ARTICLE.search(before)
    if found is None or vowel_sound(old) == vowel_sound(new):
        return before
    article = "an" if vowel_sound(new) else "a"
    written = found[1]
    if written.isupper() and (len(written) > 1 or new.isupper()):
        article = article.upper()
    elif written[0].isupper():
        article = article.capitalize()
    return before[: found.start()] + article + found[2]
