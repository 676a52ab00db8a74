"""VADER's rated words and descriptions of emoji, and the words of a text as VADER splits them."""

from __future__ import annotations

import string
from functools import lru_cache
from pathlib import Path

_FOLDER = Path(__file__).parent


@lru_cache(maxsize=1)
def ratings() -> dict[str, float]:
    """Word, emoticon or initialism -> mean of ten people's ratings, -4 to 4."""
    return {word: float(rating) for word, rating in _columns("vader_lexicon.txt")}


@lru_cache(maxsize=1)
def emoji() -> dict[str, str]:
    """Emoji -> its description, which is read in its place."""
    return dict(_columns("emoji_utf8_lexicon.txt"))


def described(text: str) -> str:
    """A text with each emoji replaced by its description."""
    known = emoji()
    if text.isascii():
        return text.strip()
    parts: list[str] = []
    after_space = True
    for sign in text:
        if sign in known:
            parts.append(known[sign] if after_space else f" {known[sign]}")
            after_space = False
        else:
            parts.append(sign)
            after_space = sign == " "
    return "".join(parts).strip()


def words_of(text: str) -> list[str]:
    """The words of a text without the punctuation around them; short emoticons keep theirs."""
    return [_bare(word) for word in text.split()]


def _bare(word: str) -> str:
    bare = word.strip(string.punctuation)
    return word if len(bare) <= 2 else bare


def _columns(name: str) -> list[tuple[str, str]]:
    lines = (_FOLDER / name).read_text(encoding="utf-8").rstrip("\n").split("\n")
    rows = [line.strip().split("\t") for line in lines if line]
    return [(row[0], row[1]) for row in rows]
