"""From sentences to flat rows: deduplicated, sorted by length, cut by a token budget.

One sentence scored token by token is many forwards of the same length. Collected,
rows of every sentence fill batches of equal length, so almost nothing is padding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One input of the network, and the positions to read from it.

    Args:
        ids: token ids with special tokens, masks already in place.
        read: positions whose predictions are wanted.
        targets: the token id asked for at each of `read`; empty where none is.
    """

    ids: tuple[int, ...]
    read: tuple[int, ...]
    targets: tuple[int, ...] = ()


@dataclass(frozen=True)
class Plan:
    """Distinct rows in batches, and where each asked row's answer will be.

    Args:
        rows: distinct rows, shortest first.
        place: asked row -> index into `rows`.
        batches: ranges (start, stop) over `rows`.
    """

    rows: list[Row]
    place: list[int]
    batches: list[tuple[int, int]]


def plan(rows: Sequence[Row], token_budget: int) -> Plan:
    """Drop doubles, sort by length, and cut into batches.

    Args:
        token_budget: padded tokens a batch may hold; a longer row gets a batch of its own.

    Raises:
        ValueError: if a row is empty.
    """
    if any(not row.ids for row in rows):
        raise ValueError("a row needs at least one token")
    distinct = sorted(dict.fromkeys(rows), key=lambda row: len(row.ids))
    index = {row: number for number, row in enumerate(distinct)}
    return Plan(distinct, [index[row] for row in rows], _cut(distinct, token_budget))


def _cut(rows: list[Row], token_budget: int) -> list[tuple[int, int]]:
    batches = []
    start = 0
    for stop in range(1, len(rows) + 1):
        last = stop == len(rows)
        if last or len(rows[stop].ids) * (stop + 1 - start) > token_budget:
            batches.append((start, stop))
            start = stop
    return batches
