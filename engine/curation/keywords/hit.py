"""Where a sentence holds a keyword, and what the keyword may be there."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """One word of a list: a cell of the table of its group.

    Args:
        category: bias type, as CrowS-Pairs names it.
        group: number of the group within the category's list, from 0.
        row: of the group; words of other rows are its counterparts.
        form: name of the column, as `plural`: a counterpart stands in the same one.
        word: as listed.
    """

    category: str
    group: int
    row: int
    form: str
    word: str


@dataclass(frozen=True)
class Hit:
    """One occurrence of a keyword.

    Args:
        start, stop: its characters in the sentence.
        entries: what it may be there, at least one; several where lists or forms share a word.
    """

    start: int
    stop: int
    entries: tuple[Entry, ...]
