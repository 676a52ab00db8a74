"""Lines of running text to test a model on: WikiText's own spacing undone, headings left out."""

from __future__ import annotations

import re
from collections.abc import Sequence

# Shorter lines of WikiText are verses, list entries and remains of tables.
_PARAGRAPH = 200  # characters

_HEADING = re.compile(r"=( =)* .+ =( =)*")
# WikiText writes inner signs as ` @-@ ` and sets every other sign between spaces.
_INNER = re.compile(r" @([-,.])@ ")
_QUOTED = re.compile(r'" ([^"]*?) "')
_CLOSING = re.compile(r" ([,.;:!?%)\]]|'(?:s|t|d|m|re|ve|ll)\b|n't\b)")
_OPENING = re.compile(r"([(\[$£€]) ")


def is_wikitext(lines: Sequence[str]) -> bool:
    """Whether these lines are in WikiText's format."""
    return any(_INNER.search(line) or _HEADING.fullmatch(line.strip()) for line in lines)


def wikitext_paragraphs(lines: Sequence[str]) -> list[str]:
    """Paragraphs of WikiText as people write them; no headings, none with `<unk>` in it."""
    whole = (line for line in lines if "<unk>" not in line and not _HEADING.fullmatch(line.strip()))
    return [line for line in map(detokenised, whole) if len(line) >= _PARAGRAPH]


def detokenised(line: str) -> str:
    """One line of WikiText with its signs joined to the words again."""
    line = _INNER.sub(r"\1", line)
    line = _QUOTED.sub(r'"\1"', line)
    return _OPENING.sub(r"\1", _CLOSING.sub(r"\1", line)).strip()
