"""Which record of a command's table each row of a pin is, by the texts and places that name it."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from engine.report.check.tables import Record, columns_of

RELATIVE, ABSOLUTE = 1e-4, 1e-6
# Columns whose numbers say which row it is, and are no result.
PLACES = frozenset(
    ("layer", "head", "k", "seed", "mask", "row", "line", "from_place", "to_place", "year")
)
_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?")
# Numbers as pages write them: `55.0%`, `[49.3, 60.5]`, `< 0.001`, `−0.4`.
_WRITTEN = re.compile(r"[\[(<>≈±+−-]?\s*\.?[0-9][0-9.,;%×+−–\s()\[\]]*")
_MOST_ALIKE = 1_000  # pairs of a row and a record of the same name that are tried

Pair = tuple[Record, Record]


def names_of(pinned: Sequence[Record], table: Sequence[Record]) -> list[str]:
    """Columns that say which row is which record."""
    there = set(columns_of(table))
    common = [name for name in columns_of(pinned) if name in there]
    texts = [name for name in common if _is_text(pinned, name) and _is_text(table, name)]
    # A text that is the same nowhere, such as a label of the screen, tells no rows apart.
    texts = [name for name in texts if _shares(pinned, table, name)]
    return [*texts, *(name for name in common if name in PLACES)]


def numbers_of(pinned: Sequence[Record], table: Sequence[Record]) -> list[str]:
    """Columns that hold numbers, and nothing else, in both."""
    there = set(columns_of(table))
    return [
        name
        for name in columns_of(pinned)
        if name in there and _is_number(pinned, name) and _is_number(table, name)
    ]


def paired(
    pinned: Sequence[Record], table: Sequence[Record], names: list[str], numbers: list[str]
) -> list[Pair]:
    """Rows that the same texts and places name, in their order; a lone row with a lone record.

    A page may show a row twice that a command lists in two tables, so a row may be left for another
    table. Which of several records a single row is cannot be known.
    """
    if not names:
        return [(pinned[0], table[0])] if len(pinned) == len(table) == 1 else []
    waiting: dict[tuple[Any, ...], list[Record]] = defaultdict(list)
    for record in table:
        waiting[_identity(record, names)].append(record)
    own: dict[tuple[Any, ...], list[Record]] = defaultdict(list)
    for row in pinned:
        own[_identity(row, names)].append(row)
    pairs: list[Pair] = []
    for identity, rows in own.items():
        records = waiting.get(identity, [])
        if len(rows) == len(records):
            pairs += zip(rows, records, strict=True)
        elif len(records) < len(rows) <= _MOST_ALIKE // max(len(records), 1):
            pairs += _nearest(rows, records, numbers)
    return pairs


def _nearest(rows: list[Record], records: list[Record], numbers: list[str]) -> list[Pair]:
    """Each record with the row that it differs from in the fewest numbers."""
    left, pairs = list(rows), []
    for record in records:
        apart = [sum(not same(row, record, name) for name in numbers) for row in left]
        pairs.append((left.pop(apart.index(min(apart))), record))
    return pairs


def same(row: Record, record: Record, name: str) -> bool:
    """Whether both have the same number in a column, or both have none."""
    before, after = number(row.get(name)), number(record.get(name))
    if before is None or after is None:
        return before is after
    return math.isclose(before, after, rel_tol=RELATIVE, abs_tol=ABSOLUTE)


def number(value: Any) -> float | None:
    """A number, also where it is given as text; None where it is none."""
    if isinstance(value, str):
        return float(value) if _NUMBER.fullmatch(value) else None
    known = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if known and math.isfinite(value) else None


def has_number(row: Record, name: str) -> bool:
    """Whether a row has a result in a column, as a number or as pages write one."""
    value = row[name]
    written = isinstance(value, str) and _WRITTEN.fullmatch(value) is not None
    return name not in PLACES and (written or number(value) is not None)


def _identity(record: Record, names: list[str]) -> tuple[Any, ...]:
    values = (record.get(name) for name in names)
    return tuple("" if value is None else value for value in values)


def _is_text(records: Sequence[Record], name: str) -> bool:
    values = [record[name] for record in records if record.get(name) not in (None, "")]
    return bool(values) and all(isinstance(value, str) for value in values)


def _is_number(records: Sequence[Record], name: str) -> bool:
    values = [record[name] for record in records if record.get(name) is not None]
    return bool(values) and all(number(value) is not None for value in values)


def _shares(pinned: Sequence[Record], table: Sequence[Record], name: str) -> bool:
    return bool({row.get(name) for row in pinned} & {record.get(name) for record in table})
