"""Where sentences end within a text, in the scripts that subtitles are written in."""

from __future__ import annotations

import re

_ENDS = ".!?…‽؟۔।॥։።៕\u037e"
_WIDE_ENDS = "。！？｡"
_CLOSING = "\"'”’“»›)]}」』）"
_OPENING = "\"'“‘„«‹([{¿¡「『（-–— "
_ALL_ENDS = frozenset(_ENDS + _WIDE_ENDS)
_CLOSING_OR_SPACE = f"{_CLOSING} "

# A sentence's last signs: followed by a space, or by anything in scripts that have no spaces.
_CLOSED = f"[{re.escape(_CLOSING)}]*+"
_END = re.compile(
    rf"[{_ENDS}]+{_CLOSED}\s+(?=\S)|[{_WIDE_ENDS}][{_WIDE_ENDS}{_ENDS}]*+{_CLOSED}\s*+(?=\S)"
)

_TITLES = re.compile(
    r"(?:^|[\s(\"“'‘-])(?:Mr|Mrs|Ms|Dr|St|Mt|Ft|Prof|Sgt|Lt|Col|Gen|Capt|Cpl|Pvt|Maj|Rev|Fr|Hon|Sen|Gov|Rep|"
    r"Det|Insp|Supt|Messrs|Mme|Mlle|Sra?|Srta|Dra|Hr|Vs|vs|No(?=\.\s*\d)|Nr|nr|hr|pr|z\.\s?B|d\.\s?h|e\.g|i\.e|"
    r"MR|MRS|MS|DR|ST|PROF|SGT|LT|COL|GEN|CAPT)\.$"
)
_INITIAL = re.compile(r"(?:^|[\s(\"“'‘.-])(?!I\.)[^\W\d_]\.$")
_AFTER_ACRONYM = re.compile(
    r"(?:The|A|An|He|She|It|I|You|We|They|This|That|These|There|And|But|So|Or|If|What|Who|How|Why|"
    r"When|Where|No|Yes|My|His|Her|Our|Your|Their|Is|Are|Do|Did|Not|Now|Then)\b"
)
_ACRONYM = re.compile(r"\w\.\w\.$")
_QUOTED_ON = ("と", "って")  # what Japanese says after the end of a quotation


def split(text: str) -> list[str]:
    """The sentences of a text; the last one may go on after it."""
    parts = []
    start = 0
    for match in _END.finditer(text):
        if _divides(text, match):
            parts.append(text[start : match.end()].rstrip())
            start = match.end()
    return [*parts, text[start:]]


def has_ended(text: str) -> bool:
    """Whether a text ends with the end of a sentence, quotation marks and brackets after it."""
    return text.rstrip(_CLOSING_OR_SPACE)[-1:] in _ALL_ENDS and not _is_short(text)


def without_ellipsis(text: str) -> str | None:
    """A text without the ellipsis that it ends with; None if it ends with none."""
    return text.rstrip(" .…") if text.endswith(("..", "…")) else None


def _divides(text: str, match: re.Match[str]) -> bool:
    after = text[match.end() : match.end() + 12]
    if match[0][0] in _WIDE_ENDS:
        quoted = match[0].rstrip()[-1] not in _WIDE_ENDS + _ENDS
        return not (quoted and after.startswith(_QUOTED_ON))
    if after.lstrip(_OPENING)[:1].islower():
        return False
    if match[0][0] != "." or match[0][1:2] == ".":
        return True
    before = text[max(0, match.start() - 12) : match.start() + 1]
    if _ACRONYM.search(before):
        return _AFTER_ACRONYM.match(after) is not None
    return not _is_short(before)


def _is_short(text: str) -> bool:
    """Whether the full stop at the end is that of an abbreviation or an initial."""
    if not text.endswith("."):
        return False
    tail = text[-12:]
    return _TITLES.search(tail) is not None or _INITIAL.search(tail) is not None
