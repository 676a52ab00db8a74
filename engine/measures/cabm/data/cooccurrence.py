"""How often targets and group words stand in one sentence of a corpus: counts for PMI.

Counts are of sentences: one that holds both "nurse" and "she" counts once for the two
together, however often it names them. A sentence with words of both groups counts for both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.core.errors import InputTextError
from engine.measures.cabm.data.sentences import Groups
from engine.words.contexts import WordFinder

# A capital or a digit after a full stop begins a sentence; "Mr. Smith" is cut too, seldom enough.
_BREAK = re.compile(r"(?<=[.!?])[\"'”’)]*\s+(?=[\"'“‘(]*[A-Z0-9])")


class TargetCount(NamedTuple):
    """Sentences that hold a target, alone and with a word of each group."""

    sentences: int
    first: int
    second: int


@dataclass(frozen=True)
class CorpusCounts:
    """Sentence counts of one corpus.

    Args:
        corpus: as people read it.
        groups: names of the two groups.
        sentences: of the corpus.
        first: of them with a word of the first group; second likewise.
        targets: every target that was looked for, also those never found.
        note: what a user should know of the corpus.
        words: group word -> sentences that hold it; empty where only groups were counted.
        pairs: target -> group word -> sentences that hold both.
    """

    corpus: str
    groups: tuple[str, str]
    sentences: int
    first: int
    second: int
    targets: dict[str, TargetCount] = field(default_factory=dict)
    note: str = ""
    words: dict[str, int] = field(default_factory=dict)
    pairs: dict[str, dict[str, int]] = field(default_factory=dict)


def sentences_of(lines: Iterable[str]) -> Iterator[str]:
    """Lines cut into sentences at full stops before a capital or a digit."""
    for line in lines:
        yield from (part for part in _BREAK.split(line) if part.strip())


def cooccurrences(
    sentences: Iterable[str], targets: Iterable[str], groups: Groups, corpus: str, note: str = ""
) -> CorpusCounts:
    """Count a corpus.

    Args:
        sentences: one each; a paragraph counts as one sentence.
    """
    wanted = list(dict.fromkeys(targets))
    members = [set(words) for words in groups.words]
    finder = WordFinder([*wanted, *(word for words in groups.words for word in words)])
    found = dict.fromkeys(wanted, TargetCount(0, 0, 0))
    words = {word: 0 for listed in groups.words for word in listed}
    pairs = {target: dict(words) for target in wanted}
    total = of_first = of_second = 0
    for sentence in sentences:
        total += 1
        held = {entry.word for entry in finder.find(sentence)}
        first, second = (not member.isdisjoint(held) for member in members)
        of_first += first
        of_second += second
        together = held & words.keys()
        for word in together:
            words[word] += 1
        for target in held & found.keys():
            count = found[target]
            found[target] = TargetCount(
                count.sentences + 1, count.first + first, count.second + second
            )
            for word in together:
                pairs[target][word] += 1
    return usable(
        CorpusCounts(corpus, groups.names, total, of_first, of_second, found, note, words, pairs)
    )


def usable(counts: CorpusCounts) -> CorpusCounts:
    """Counts that a PMI can be taken from."""
    if not counts.sentences:
        raise InputTextError(f"{counts.corpus} has no sentence to count.")
    for name, number in zip(counts.groups, (counts.first, counts.second), strict=True):
        if not number:
            raise InputTextError(
                f"No sentence of {counts.corpus} has a word of the group {name}, so PMI is "
                "undefined; choose another corpus."
            )
    return counts
