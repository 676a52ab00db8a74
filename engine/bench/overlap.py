"""Which probes stand inside a running text, so that they may measure recall of it.

A probe overlaps with a text if words of the answered sentence, the answer among them, stand there
in the same order and next to each other: `NGRAM` of them, or all where the sentence is shorter.
Letters and digits count, case and punctuation do not.

Source: Brown et al. 2020, Language Models are Few-Shot Learners, appendix C (n-gram overlap).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from engine.measures.health.check import MASK, Probe
from engine.training.bundled import folded

NGRAM = 8  # words
LEAST_NGRAM = 3

_Words = tuple[str, ...]


def overlapping(probes: Sequence[Probe], lines: Iterable[str], ngram: int = NGRAM) -> list[bool]:
    """Whether each probe stands inside a text with one of its answers.

    Args:
        probes: [probe].
        lines: of the text.
        ngram: how many words in a row are compared.

    Returns:
        [probe].
    """
    sought: dict[_Words, list[tuple[_Words, int]]] = defaultdict(list)
    for number, probe in enumerate(probes):
        for words in ngrams_with_answer(probe, ngram):
            sought[words[:LEAST_NGRAM]].append((words, number))
    lengths = sorted({len(key) for key in sought})
    hits = [False] * len(probes)
    for line in lines:
        read = folded(line).split()
        for length in lengths:
            for start, key in enumerate(_runs(read, length)):
                for whole, number in sought.get(key, ()):
                    hits[number] |= tuple(read[start : start + len(whole)]) == whole
    return hits


def ngrams_with_answer(probe: Probe, ngram: int) -> Iterator[_Words]:
    """Every run of so many words of an answered sentence that has the answer in it."""
    before, _, after = (folded(part).split() for part in probe.sentence.partition(MASK))
    for answer in probe.answers:
        given = folded(answer).split()
        words = (*before, *given, *after)
        length = min(ngram, len(words))
        first = max(0, len(before) + len(given) - length)
        last = min(len(before), len(words) - length)
        yield from (words[start : start + length] for start in range(first, last + 1))


def _runs(words: Sequence[str], length: int) -> Iterator[_Words]:
    return zip(*(words[offset:] for offset in range(length)), strict=False)
