"""Flags on the pairs themselves: a minimal pair differs in one place, and says one thing.

They look at the words only, never at a score, so leaving flagged pairs out cannot favour a
result. Many pairs of the published sets fail them (Blodgett et al. 2021).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.measures.pairs.words import edits_between, words_of

if TYPE_CHECKING:
    import pandas as pd

FLAGS = {
    "several-edits": "The sentences differ in more than one place.",
    "unequal-words": "The sentences have different numbers of words.",
    "identical": "Both sentences are the same.",
    "empty-side": "One of the sentences is empty.",
    "nothing-shared": "The sentences have no word in common.",
    "duplicate": "The same pair, or its mirror image, occurs earlier in the data.",
}


def quality_flags(pairs: pd.DataFrame) -> list[list[str]]:
    """Flags of each pair, names of `FLAGS`.

    Args:
        pairs: one row a pair, with `sent_more` and `sent_less`.

    Returns:
        One list a row, empty for a clean pair.
    """
    seen: set[frozenset[str]] = set()
    found = []
    for more, less in zip(pairs["sent_more"], pairs["sent_less"], strict=True):
        flags = flags_of(more, less)
        pair = frozenset((" ".join(more.split()), " ".join(less.split())))
        if pair in seen:
            flags.append("duplicate")
        seen.add(pair)
        found.append(flags)
    return found


def changed_words(pairs: pd.DataFrame) -> list[str]:
    """The words in which the sentences of each pair differ, as `poor / rich`; places by `·`."""
    return [
        " · ".join(
            f"{' '.join(edit.more) or '–'} / {' '.join(edit.less) or '–'}"
            for edit in edits_between(more, less)[0]
        )
        for more, less in zip(pairs["sent_more"], pairs["sent_less"], strict=True)
    ]


def flags_of(more: str, less: str) -> list[str]:
    """Flags of one pair by itself."""
    first, second = words_of(more), words_of(less)
    if not first or not second:
        return ["empty-side"]
    if first == second:
        return ["identical"]
    edits, shared = edits_between(more, less)
    flags = []
    if not shared:
        flags.append("nothing-shared")
    elif len(edits) > 1:
        flags.append("several-edits")
    if len(first) != len(second):
        flags.append("unequal-words")
    return flags
