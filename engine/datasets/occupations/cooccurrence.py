"""How often targets and group words stand in one sentence of a corpus: counts for PMI.

Counts are of sentences: one that holds both "nurse" and "she" counts once for the two
together, however often it names them. A sentence with words of both groups counts for both.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from engine.datasets.files.records import as_table
from engine.datasets.files.text_file import read_text
from engine.datasets.occupations.sentences import Groups
from engine.datasets.words.contexts import WordFinder
from engine.errors import InputTextError

_COUNT = re.compile(r"[0-9]{1,18}")  # more sentences than any corpus has
ALL = "(all)"  # the row of a counts file that holds the totals
# A capital or a digit after a full stop begins a sentence; "Mr. Smith" is cut too, seldom enough.
_BREAK = re.compile(r"(?<=[.!?])[\"'”’)]*\s+(?=[\"'“‘(]*[A-Z0-9])")


class TargetCount(NamedTuple):
    """Sentences that hold a target, alone and with a word of each group."""

    sentences: int
    first: int
    second: int


@dataclass(frozen=True)
class Counts:
    """Sentence counts of one corpus.

    Args:
        corpus: as people read it.
        groups: names of the two groups.
        sentences: of the corpus.
        first: of them with a word of the first group; second likewise.
        targets: every target that was looked for, also those never found.
        note: what a user should know of the corpus.
    """

    corpus: str
    groups: tuple[str, str]
    sentences: int
    first: int
    second: int
    targets: dict[str, TargetCount] = field(default_factory=dict)
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        """The counts, JSON-ready."""
        return asdict(self)

    @classmethod
    def of_json(cls, value: dict[str, Any]) -> Counts:
        """Counts from what `as_json` gave."""
        targets = {name: TargetCount(*found) for name, found in value["targets"].items()}
        return cls(**{**value, "groups": tuple(value["groups"]), "targets": targets})


def sentences_of(lines: Iterable[str]) -> Iterator[str]:
    """Lines cut into sentences at full stops before a capital or a digit."""
    for line in lines:
        yield from (part for part in _BREAK.split(line) if part.strip())


def cooccurrences(
    sentences: Iterable[str], targets: Iterable[str], groups: Groups, corpus: str, note: str = ""
) -> Counts:
    """Count a corpus.

    Args:
        sentences: one each; a paragraph counts as one sentence.

    Raises:
        InputTextError: if there is no sentence, or one group has no word in any.
    """
    wanted = list(dict.fromkeys(targets))
    members = [set(words) for words in groups.words]
    finder = WordFinder([*wanted, *(word for words in groups.words for word in words)])
    found = dict.fromkeys(wanted, TargetCount(0, 0, 0))
    total = of_first = of_second = 0
    for sentence in sentences:
        total += 1
        held = {entry.word for entry in finder.find(sentence)}
        first, second = (not member.isdisjoint(held) for member in members)
        of_first += first
        of_second += second
        for target in held & found.keys():
            count = found[target]
            found[target] = TargetCount(
                count.sentences + 1, count.first + first, count.second + second
            )
    return usable(Counts(corpus, groups.names, total, of_first, of_second, found, note))


def usable(counts: Counts) -> Counts:
    """Counts that a PMI can be taken from.

    Raises:
        InputTextError: if the corpus is empty, or lacks one of the groups.
    """
    if not counts.sentences:
        raise InputTextError(f"{counts.corpus} has no sentence to count.")
    for name, number in zip(counts.groups, (counts.first, counts.second), strict=True):
        if not number:
            raise InputTextError(
                f"No sentence of {counts.corpus} has a word of the group {name}, so PMI is "
                "undefined; choose another corpus."
            )
    return counts


def counts_csv(counts: Counts) -> str:
    """Counts as a CSV file that `read_counts` reads."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["target", "sentences", *counts.groups])
    writer.writerow([ALL, counts.sentences, counts.first, counts.second])
    writer.writerows([target, *count] for target, count in counts.targets.items())
    return text.getvalue()


def read_counts(source: Path | str | bytes, corpus: str, note: str = "") -> Counts:
    """Counts from a CSV file: `target,sentences,FIRST,SECOND` with the row `(all)`.

    Raises:
        InputTextError: if it is not such a file, or a number cannot be.
    """
    file = read_text(source, corpus)
    with as_table(file.name):
        rows = list(csv.reader(io.StringIO(file.text)))
    if not rows or len(rows[0]) != 4 or rows[0][:2] != ["target", "sentences"]:
        raise InputTextError(
            f"{file.name} is not a file of counts; its first row is target,sentences,GROUP,GROUP."
        )
    if not any(rows[1:]):
        raise InputTextError(f"{file.name} has no rows below its header.")
    found = {row[0]: _numbers(row, file.name) for row in rows[1:] if row}
    total = found.pop(ALL, None)
    if total is None:
        raise InputTextError(f"{file.name} has no row {ALL} with the counts of the whole corpus.")
    for target, count in found.items():
        if count.sentences > total.sentences or max(count[1:]) > count.sentences:
            raise InputTextError(f"{file.name}: the counts of {target!r} are higher than possible.")
    groups = (rows[0][2], rows[0][3])
    return usable(Counts(corpus, groups, *total, found, note))


def _numbers(row: list[str], file: str) -> TargetCount:
    if len(row) != 4 or not all(_COUNT.fullmatch(cell.strip()) for cell in row[1:]):
        raise InputTextError(f"{file}: {','.join(row)[:60]!r} is not a target and three counts.")
    return TargetCount(*(int(cell) for cell in row[1:]))
