"""Reader of WinoBias: brackets stripped, the bracketed occupation and pronoun found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from engine.measures.cabm.data.sentences import GENDER, Framed, FramedSet, framed_once

SPLITS = tuple(
    f"{side}_stereotyped_type{kind}.txt.{part}"
    for side in ("pro", "anti")
    for kind in (1, 2)
    for part in ("dev", "test")
)
# Sentences, occupations, male and female framings. Source: CABM thesis (SLIIT, 2024), 2.3.2.
THESIS = {"sentences": 927, "occupations": 39, "male": 480, "female": 447}

_NUMBER = re.compile(r"^\d+\s+")
_SPAN = re.compile(r"\[([^\[\]]*)\]")
_ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
_NOTE = (
    "Each sentence names two occupations; the bracketed one counts. Pro- and anti-stereotyped "
    "sentences are balanced by design."
)


def winobias(folder: Path) -> FramedSet:
    """Sentences of all eight files, with the occupation lists that come with them."""
    lists = {
        name: group
        for group in GENDER.names
        for name in _lines(folder / f"{group}_occupations.txt")
    }
    lines = [line for split in SPLITS for line in _lines(folder / split)]
    folded = {name.casefold(): name for name in lists}
    found = ((row, line, bracketed(line, folded)) for row, line in enumerate(lines, start=1))
    sentences, left = framed_once(found)
    return FramedSet(
        "winobias",
        "WinoBias",
        GENDER,
        sentences,
        lists,
        left,
        (_NOTE,),
        {"sentences in the files": len(lines)},
    )


def bracketed(line: str, occupations: dict[str, str]) -> Framed | str:
    """One line with its brackets stripped, or why it cannot be read.

    Args:
        line: as `1 [The nurse] slept because [she] was tired.`
        occupations: folded name -> name as listed.
    """
    text, spans = _stripped(_NUMBER.sub("", line))
    if len(spans) < 2:
        return "has fewer than two bracketed spans"
    (start, stop), *others = spans
    article = _ARTICLE.match(text[start:stop])
    start += article.end() if article else 0
    target = occupations.get(text[start:stop].casefold())
    if target is None:
        return f"names {text[start:stop]!r}, which is on neither list"
    words = [(text[first:last].casefold(), (first, last)) for first, last in others]
    groups = {word: group for group, listed in enumerate(GENDER.words) for word in listed}
    framings = {groups.get(word) for word, _ in words}
    if None in framings or len(framings) != 1:
        return "has brackets that are no pronouns of one group"
    word, span = words[0]
    return Framed(text, target, (start, stop), word, span, groups[word])


def _stripped(line: str) -> tuple[str, list[tuple[int, int]]]:
    """A line without brackets, and where what they held now stands."""
    spans, parts, length, last = [], [], 0, 0
    for match in _SPAN.finditer(line):
        before = line[last : match.start()].replace("[", "").replace("]", "")
        held = match[1].strip()
        parts += [before, held]
        length += len(before)
        spans.append((length, length + len(held)))
        length += len(held)
        last = match.end()
    parts.append(line[last:].replace("[", "").replace("]", ""))
    return "".join(parts).rstrip(), spans


def _lines(path: Path) -> Iterator[str]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield line.strip()
