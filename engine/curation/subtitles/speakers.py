"""Cleaning rules for who speaks: labels such as `JOHN:`, and dashes before each of two speakers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from engine.curation.subtitles.markup import TURN

_OFTEN = 3  # times that a name opens lines before it is taken for a speaker's

_OPENING = rf"(?m)^([\s{TURN}]*(?:[-–—‐‑−]+\s*|>>+\s*)?)"
# In capitals; a number may follow, as in `MAN #1:`.
_CAPITALS = re.compile(rf"{_OPENING}([^\W\d_][\w.'’#&/, -]{{0,38}}[\w.)])\s*[:：](?![\d/])\s*")
_NAME = re.compile(rf"{_OPENING}([^\W\d_][\w.'’-]*(?: [^\W_][\w.'’-]*){{0,2}})\s?[:：](?![\d/])\s*")
_LATER_NAME = re.compile(r"(?<=[.!?…\"”]) +([^\W\d_][\w.'’#&-]{1,38})\s?[:：](?![\d/])\s*")
_COLON = re.compile(rf"(?m)^([\s{TURN}]*)[:：]\s*")

_DASHES = "-–—‐‑−"
_DASH = re.compile(rf"(?m)^([ {TURN}]*)(?:[{_DASHES}]+(?!\d)|>>+)[ \t]*")
_SECOND = re.compile(rf"(?<=[.!?…。！？\"”»])\s+(?:[{_DASHES}]\s?|>>+\s?)(?=[^\W\d_]|[\"“«¿¡])")
_CARRIED_ON = re.compile(rf"^[{_DASHES}]{{2,}}\s*")


def speaker_names(texts: Iterable[str]) -> frozenset[str]:
    """Names before a colon that open lines of a film at least three times.

    In capitals they are taken for a label anyway; `Listen:` once or twice is speech.
    """
    found = Counter(
        match[2] for text in texts if ":" in text or "：" in text for match in _NAME.finditer(text)
    )
    return frozenset(name for name, number in found.items() if number >= _OFTEN)


def labels(text: str, names: frozenset[str] = frozenset()) -> str:
    """`JOHN: Yes.` as a new speaker who says `Yes.`; so with each of the film's `names`."""
    if ":" not in text and "：" not in text:
        return text

    def without(match: re.Match[str]) -> str:
        name = match[match.re.groups]
        capitals = name.isupper() and sum(sign.isalpha() for sign in name) > 1
        return TURN if capitals or name in names else match[0]

    for pattern in (_CAPITALS, _NAME, _LATER_NAME):
        while (shorter := pattern.sub(without, text)) != text:
            text = shorter
    return _COLON.sub(r"\1", text)


def dashes(text: str) -> str:
    """Each `- ` that opens a line as a new speaker, and the second one of `- Yes. - No.` too."""
    if not any(sign in text for sign in _DASHES) and ">>" not in text:
        return text
    text = _CARRIED_ON.sub("", text)
    opened = _DASH.match(text) is not None and not _goes_on(text, _DASH.match(text))

    def turned(match: re.Match[str]) -> str:
        return match[0] if _goes_on(text, match) and not opened else TURN

    text = _DASH.sub(turned, text)
    return _SECOND.sub(TURN, text) if opened else text


def _goes_on(text: str, match: re.Match[str] | None) -> bool:
    """Whether the words after a dash go on with the sentence: they begin with a small letter."""
    return match is not None and text[match.end() : match.end() + 1].islower()
