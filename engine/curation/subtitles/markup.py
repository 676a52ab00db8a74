"""Cleaning rules for what is written for players, not for people: tags, entities, signs unseen."""

from __future__ import annotations

import html
import re

TURN = "\ue000"  # stands where another speaker begins; no text holds it, see `unseen`

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffc"
    "\ufffd\ufff9-\ufffb\ud800-\uf8ff]+"
)
_VOICE = re.compile(r"<v(?:\.[^<>\s]*)?\s[^<>]*>", re.IGNORECASE)
_READING_AID = re.compile(r"<rt>[^<>]*</rt>", re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][^<>]*>|< ?/? ?[bius] ?>|<\d[\d:.]*>", re.IGNORECASE)
_OVERRIDE = re.compile(r"\{[^{}]*\}")
_SPACES = re.compile(r"[^\S\n]+")
_BLANK = re.compile(r"[ \n]*\n[ \n]*")


def entities(text: str) -> str:
    """`&amp;` and `&#39;` as the signs they stand for, written twice or thrice included."""
    for _ in range(3):
        if "&" not in text:
            break
        text = html.unescape(text)
    return text


def unseen(text: str) -> str:
    """No signs that are not seen: of control and of direction, soft hyphens, halves of signs."""
    return text if text.isascii() and text.isprintable() else _UNSEEN.sub("", text)


def tags(text: str) -> str:
    """No `<i>`, `<font …>` or `<00:01.000>`; a voice, `<v Mary>`, begins a speaker."""
    if "<" not in text:
        return text
    text = _READING_AID.sub("", _VOICE.sub(TURN, text))
    return until_same(_TAG, _BREAK.sub("\n", text))


def overrides(text: str) -> str:
    r"""No `{\an8}` or other braces, which players do not show; `\N` and `\h` as what they mean."""
    if "\\" in text:
        text = text.replace(r"\N", "\n").replace(r"\n", "\n").replace(r"\h", " ")
    return until_same(_OVERRIDE, text) if "{" in text else text


def spaces(text: str) -> str:
    """Every kind of space as one plain space, and no blank lines."""
    if "\n" not in text and "  " not in text and text.isascii() and text.isprintable():
        return text.strip()
    return _BLANK.sub("\n", _SPACES.sub(" ", text)).strip()


def until_same(pattern: re.Pattern[str], text: str) -> str:
    """The text without the pattern, also where taking it out makes another."""
    while (shorter := pattern.sub("", text)) != text:
        text = shorter
    return text
