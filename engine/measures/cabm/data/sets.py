"""The sets of framed sentences that can be chosen: the bundled one and WinoBias."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from engine.core.errors import DataSetError
from engine.files.fetch.places import find
from engine.files.fetch.registry import absent
from engine.files.samples import SAMPLES
from engine.measures.cabm.data.sentences import (
    GENDER,
    FramedSentence,
    FramedSet,
    Framer,
    framed_once,
)

BUNDLED, WINOBIAS = "bundled", "winobias"
SETS = {BUNDLED: "Bundled occupation sentences", WINOBIAS: "WinoBias"}


_NOTE = (
    "Every occupation appears in the same fifteen templates, once with each gender, so any "
    "difference comes from the model; few templates, written for Biascope."
)


def load_framed(name: str) -> FramedSet:
    """A set by its name."""
    if name == BUNDLED:
        return bundled_sentences()
    if name != WINOBIAS:
        raise DataSetError(
            f"There are no occupation sentences {name!r}; there is {', '.join(SETS)}."
        )
    folder = find(WINOBIAS)
    if folder is None:
        raise absent(WINOBIAS)
    return winobias(folder)


@lru_cache(maxsize=1)
def bundled_occupations() -> dict[str, str]:
    """Occupation -> list (`male` or `female`) of the bundled occupations."""
    with (SAMPLES / "occupations.csv").open(encoding="utf-8", newline="") as stream:
        return {row["occupation"]: row["list"] for row in csv.DictReader(stream)}


@lru_cache(maxsize=1)
def bundled_sentences() -> FramedSet:
    """The project's own sentences, both framings of every occupation in every template."""
    framer = Framer(GENDER, bundled_occupations())
    with (SAMPLES / "occupation_sentences.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    sentences, left = framed_once(
        (
            number,
            row["sentence"],
            framer.frame(row["sentence"], row["occupation"], row["pronoun"], row["gender"]),
        )
        for number, row in enumerate(rows, start=2)
    )
    return FramedSet(
        BUNDLED, SETS[BUNDLED], GENDER, sentences, bundled_occupations(), left, (_NOTE,)
    )


# --- winobias -----------------------------------------------------------------------------
# WinoBias is read with its brackets stripped, and the bracketed occupation and pronoun found.

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
_WINOBIAS_NOTE = (
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
        (_WINOBIAS_NOTE,),
        {"sentences in the files": len(lines)},
    )


def bracketed(line: str, occupations: dict[str, str]) -> FramedSentence | str:
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
    return FramedSentence(text, target, (start, stop), word, span, groups[word])


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
