"""From sentences to flat rows: deduplicated, sorted by length, cut by a token budget.

One sentence scored token by token is many forward passes of the same length. Collected,
its rows fill batches of equal length, so almost nothing is padding.

The last digits of a number depend on the shape of the batch it was computed in: matrix
products of other sizes add in another order. In batches of one shape they do not depend on
the other rows, nor on the row's place. So the shape must not follow from what happens to be
measured together. Rows of one item are planned by `plan` on their own; an item with few
tokens would leave such batches nearly empty, and its rows go into those of `same_shape`.

A value then does not depend on what else was measured with it or before, and a job that was killed
leaves the bytes that an undisturbed one leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

AnyRow = TypeVar("AnyRow", bound="Row")


@dataclass(frozen=True)
class Row:
    """One input of the network, and the positions to read from it.

    Args:
        ids: token ids with special tokens, masks already in place.
        read: positions whose predictions are wanted.
        targets: the token id asked for at each of `read`; empty where none is.
        copy: above 0 for a row that only fills a batch up.
    """

    ids: tuple[int, ...]
    read: tuple[int, ...]
    targets: tuple[int, ...] = ()
    copy: int = 0


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
    """
    if any(not row.ids for row in rows):
        raise ValueError("a row needs at least one token")
    distinct = sorted(dict.fromkeys(rows), key=lambda row: len(row.ids))
    index = {row: number for number, row in enumerate(distinct)}
    return Plan(distinct, [index[row] for row in rows], _cut(distinct, token_budget))


def same_shape(rows: Sequence[AnyRow], tokens: int, most_read: int) -> list[list[AnyRow]]:
    """Distinct rows in batches whose shape follows from each of their rows alone.

    All rows of a batch have the same length and read equally many positions, and these decide
    the number of rows. The last batch of a kind is filled up with copies.

    Args:
        tokens: that a batch holds, if no row is longer.
        most_read: positions that a batch may read, if no row reads more.
    """
    kinds: dict[tuple[int, int], list[AnyRow]] = {}
    for row in dict.fromkeys(rows):
        kinds.setdefault((len(row.ids), len(row.read)), []).append(row)
    batches = []
    for (length, read), alike in sorted(kinds.items()):
        count = max(1, min(tokens // max(1, length), most_read // max(1, read)))
        for start in range(0, len(alike), count):
            batch = alike[start : start + count]
            missing = range(1, count - len(batch) + 1)
            batches.append([*batch, *(replace(batch[0], copy=number) for number in missing)])
    return batches


def _cut(rows: list[Row], token_budget: int) -> list[tuple[int, int]]:
    batches = []
    start = 0
    for stop in range(1, len(rows) + 1):
        last = stop == len(rows)
        if last or len(rows[stop].ids) * (stop + 1 - start) > token_budget:
            batches.append((start, stop))
            start = stop
    return batches
