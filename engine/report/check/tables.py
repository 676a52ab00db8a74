"""The tables in what a command gives: every list of records, and every object of objects.

Commands give nested JSON, pages flat tables. A record is flattened with the texts of the record
that it is part of, and its intervals get the columns `low` and `high` that the pages have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

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
        if isinstance(value, list) and len(value) == 2 and all(map(_is_number, value)):
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


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
