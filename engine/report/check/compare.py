"""A pin's rows compared with the tables that its command gives now: found, matched and compared."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.pins import Rows

# --- tables -------------------------------------------------------------------------------
# What a command gives holds tables: every list of records, and every object of objects.
#
# Commands give nested JSON, pages flat tables. A record is flattened with the texts of the record
# that it is part of, and its intervals get the columns `low` and `high` that the pages have.

Record = dict[str, Any]
_INTERVAL = "interval"
_NOT_RESULTS = frozenset(("manifest", "libraries", "spec", "params"))
_MOST_DEEP = 12
_NONE: Record = {}


def tables_of(found: Any) -> list[list[Record]]:
    """All tables of a command's JSON; a single object is a table of one row."""
    tables: dict[str, list[Record]] = {}
    _collect(found, "", _NONE, tables, 0)
    return list(tables.values())


def _collect(
    value: Any, path: str, above: Record, tables: dict[str, list[Record]], depth: int
) -> None:
    """Add what a value holds.

    Args:
        above: texts of the records that it is part of.
    """
    if depth > _MOST_DEEP:
        return
    if isinstance(value, Mapping):
        own = flattened(value)
        tables.setdefault(path, []).append({**above, **own})
        # What is below the whole answer is not part of a record.
        texts = {**above, **_texts(own)} if depth else _NONE
        for key, inner in value.items():
            if key not in _NOT_RESULTS:
                _collect_field(str(key), inner, path, texts, tables, depth + 1)
    elif isinstance(value, list):
        for number, inner in enumerate(value, 1):
            nested = isinstance(inner, list)
            _collect(
                inner, f"{path}[]", above | ({"mask": number} if nested else {}), tables, depth + 1
            )


def _collect_field(
    key: str, inner: Any, path: str, texts: Record, tables: dict[str, list[Record]], depth: int
) -> None:
    if isinstance(inner, Mapping):
        # An object of objects is a table whose first column is their names.
        _collect(inner, f"{path}.*", {**texts, "name": key}, tables, depth)
        _collect(inner, f"{path}.{key}", texts, tables, depth)
    elif isinstance(inner, list):
        _collect(inner, f"{path}.{key}", texts, tables, depth)


def _texts(record: Record) -> Record:
    return {name: value for name, value in record.items() if isinstance(value, str)}


def flattened(record: Mapping[str, Any]) -> Record:
    """One record with its intervals as two numbers, and without its lists and objects."""
    flat: Record = {}
    for key, value in record.items():
        name = str(key)
        if isinstance(value, list) and len(value) == 2 and all(map(_is_plain_number, value)):
            stem = name.removesuffix(_INTERVAL).rstrip("_")
            for side, bound in zip(("low", "high"), value, strict=True):
                flat[f"{stem}_{side}" if stem else side] = bound
                flat[f"{name}_{side}"] = bound
        elif isinstance(value, str | int | float | bool) or value is None:
            flat[name] = value
    return flat


def columns_of(records: Iterable[Record]) -> list[str]:
    """Names of all columns, in the order of their first record."""
    return list(dict.fromkeys(name for record in records for name in record))


def _is_plain_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


# --- compare ------------------------------------------------------------------------------
# Rows that were matched are compared number by number.

MOST_SHOWN = 20  # differences that are kept of one pin

Table = Sequence[Record]


@dataclass(frozen=True)
class Difference:
    """One number that is another now.

    Args:
        row: what tells its row apart, in words.
        pinned: None where the pin has no number.
        also: what is not as it was either, which may be why.
    """

    row: str
    column: str
    pinned: float | None
    found: float | None
    also: str = ""


@dataclass(frozen=True)
class Compared:
    """What came of one comparison.

    Args:
        numbers: that were compared.
        differing: how many of them differ.
        differences: the first of those.
        columns: that were compared.
        rows: that were compared.
        of_rows: rows of the pin that hold numbers.
        left_out: columns with numbers that were not compared, in all or some of these rows.
    """

    numbers: int = 0
    differing: int = 0
    differences: tuple[Difference, ...] = ()
    columns: tuple[str, ...] = ()
    rows: int = 0
    of_rows: int = 0
    left_out: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every number of the pin was compared."""
        return self.rows == self.of_rows and not self.left_out


def with_numbers(rows: Rows) -> list[Record]:
    """The rows of a pin that hold numbers, also those that are written as text."""
    records = [dict(zip(rows.columns, row, strict=True)) for row in rows.rows]
    return [record for record in records if any(has_number(record, name) for name in record)]


def best_comparison(rows: Rows, tables: Sequence[Table]) -> Compared | None:
    """The comparison with the tables that fit a pin's rows best.

    A page may show together what a command lists apart. Rows without a match in the best table are
    looked for in the next one. A column that it lacks is taken from another one only where all its
    numbers are the same there, since columns of other tables may have its name by chance.

    Returns:
        None if no table has rows and numbers in common with the pin's.
    """
    pinned = waiting = with_numbers(rows)
    parts: list[_Part] = []
    while waiting:
        found = [_with_table(waiting, table) for table in tables if table]
        best = max(filter(None, found), key=lambda part: part.order, default=None)
        if best is None or not best.count:
            break
        parts.append(_completed(best, tables))
        waiting = best.left
    return _joined(parts, len(pinned)) if parts else None


@dataclass(frozen=True)
class _Part:
    """The comparison with one table.

    Args:
        left: rows that it has no match for.
        left_out: columns of the other rows whose numbers it has not.
    """

    count: int
    differences: list[Difference]
    columns: list[str]
    rows: list[Record]
    left: list[Record]
    left_out: list[str]

    @property
    def order(self) -> tuple[int, int]:
        # Fewer differences decide only between tables that have as many numbers in common.
        return self.count, -len(self.differences)


def _joined(parts: list[_Part], of_rows: int) -> Compared:
    differences = [each for part in parts for each in part.differences]
    return Compared(
        sum(part.count for part in parts),
        len(differences),
        tuple(differences[:MOST_SHOWN]),
        tuple(dict.fromkeys(name for part in parts for name in part.columns)),
        sum(len(part.rows) for part in parts),
        of_rows,
        tuple(dict.fromkeys(name for part in parts for name in part.left_out)),
    )


def _with_table(pinned: list[Record], table: Table) -> _Part | None:
    names = names_of(pinned, table)
    numbers = [name for name in numbers_of(pinned, table) if name not in names]
    pairs = paired(pinned, table, names, numbers)
    if not numbers or len(pairs) * 3 < len(pinned):
        return None
    return _part(pairs, pinned, names, numbers)


def _part(pairs: list[Pair], pinned: list[Record], names: list[str], numbers: list[str]) -> _Part:
    count, differences = 0, []
    least = {name: tolerance(pinned, name) for name in numbers}
    left_out: dict[str, None] = {}
    for row, record in pairs:
        there = [name for name in numbers if name in record]
        known = {*there, *names}
        left_out |= {name: None for name in row if name not in known and has_number(row, name)}
        for name in there:
            before, after = number(row.get(name)), number(record[name])
            count += before is not None or after is not None
            if not same(row, record, name, least[name]):
                words = ", ".join(str(row[text]) for text in names if row.get(text) is not None)
                differences.append(Difference(words[:120] or "row", name, before, after))
    done = {id(row) for row, _ in pairs}
    left = [row for row in pinned if id(row) not in done]
    return _Part(count, differences, numbers, [row for row, _ in pairs], left, list(left_out))


def _completed(part: _Part, tables: Sequence[Table]) -> _Part:
    """The same with columns that other tables have with the same numbers in all of its rows."""
    found: dict[str, int] = {}  # column -> its numbers
    for table in tables:
        wanted = [name for name in part.left_out if name not in found]
        if not wanted or not set(wanted) & set(columns_of(table)):
            continue
        pairs = paired(part.rows, table, names_of(part.rows, table), [])
        if len(pairs) == len(part.rows):
            found |= {name: _count(pairs, name) for name in wanted if _agrees(pairs, name)}
    return replace(
        part,
        count=part.count + sum(found.values()),
        columns=list(dict.fromkeys([*part.columns, *found])),
        left_out=[name for name in part.left_out if name not in found],
    )


def _agrees(pairs: list[Pair], name: str) -> bool:
    """Whether all numbers of a column are the same; one that is written as text is not compared."""
    least = tolerance([row for row, _ in pairs], name)
    return all(
        name in record
        and same(row, record, name, least)
        and (number(row.get(name)) is not None or not has_number(row, name))
        for row, record in pairs
    )


def _count(pairs: list[Pair], name: str) -> int:
    return sum(number(row.get(name)) is not None for row, _ in pairs)


# --- matching -----------------------------------------------------------------------------
# Each row of a pin is one record of a command's table, by the texts and places that name it.

RELATIVE, ABSOLUTE = 1e-4, 1e-6
# Of a column that has a number below 0, so of differences and logarithms: a small difference of two
# log-probabilities in float32 has less of its digits alike on two processors than its size says.
SIGNED = 2e-5
# Columns whose numbers say which row it is, and are no result.
PLACES = frozenset(
    (
        *("layer", "head", "k", "seed", "mask", "row", "line", "from_place", "to_place", "year"),
        "strength",
    )
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
    least = {name: tolerance(rows, name) for name in numbers}
    for record in records:
        apart = [sum(not same(row, record, name, least[name]) for name in numbers) for row in left]
        pairs.append((left.pop(apart.index(min(apart))), record))
    return pairs


def tolerance(pinned: Sequence[Record], name: str) -> float:
    """How far apart two numbers of a column count as the same, however small they are."""
    signed = any((number(row.get(name)) or 0) < 0 for row in pinned)
    return SIGNED if signed else ABSOLUTE


def same(row: Record, record: Record, name: str, least: float) -> bool:
    """Whether both have the same number in a column, or both have none.

    Args:
        least: see `tolerance`.
    """
    before, after = number(row.get(name)), number(record.get(name))
    if before is None or after is None:
        return before is after
    return math.isclose(before, after, rel_tol=RELATIVE, abs_tol=least)


def number(value: Any) -> float | None:
    """A number, also where it is given as text; None where it is none."""
    if isinstance(value, str):
        return float(value) if _NUMBER.fullmatch(value) else None
    return float(value) if _is_plain_number(value) and math.isfinite(value) else None


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
