"""Sentences that name both sides, so that a swap would say the same."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from engine.curation.counterparts.proposal import Swap
from engine.curation.keywords.group import Hit
from engine.curation.keywords.lists import WordLists

_JOINED = re.compile(
    r"\.?\s*(?:,\s*|\b(?:and|or|nor|n|versus|vs\.?|and/or)\b|&|/|\\|['’]n['’]?)\s*(?:[\w'’]+\s+)?",
    re.IGNORECASE,
)


def without_both_sides(text: str, swaps: Sequence[Swap]) -> list[Swap]:
    """The swaps without those of two joined words that would only change places.

    `boys and girls` and `his or her` stay as they are; in `he said she was late` both are
    swapped.
    """
    left_out: set[int] = set()
    for (first, one), (second, other) in combinations(enumerate(swaps), 2):
        between = text[one.stop : other.start]
        if _exchanged(one, other) and _JOINED.fullmatch(between):
            left_out |= {first, second}
    return [swap for number, swap in enumerate(swaps) if number not in left_out]


def several_groups(hits: Sequence[Hit], lists: WordLists) -> str:
    """Words of more than one row of a table with several rows; empty where there are none."""
    rows: dict[tuple[int, int], str] = {}
    for hit in hits:
        entry = hit.entries[0]
        group = lists.group(entry)
        if (
            not group.pronouns
            and not group.extra.get("pairs")
            and not group.extra.get("to")
            and (len(group.rows) > 2)
        ):
            rows.setdefault((entry.group, entry.row), entry.word)
    groups = [group for group, _ in rows]
    return ", ".join(rows.values()) if len(set(groups)) < len(groups) else ""


def _exchanged(one: Swap, other: Swap) -> bool:
    new = {word.casefold() for word in one.choices}
    back = {word.casefold() for word in other.choices}
    return other.old.casefold() in new and one.old.casefold() in back
