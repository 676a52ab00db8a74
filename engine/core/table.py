"""A table of a result, declared once for all who write it: command line, page, exported file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.wording import bounds_text

Entry = Mapping[str, Any]


@dataclass(frozen=True)
class Column:
    """A column.

    Args:
        title: its heading.
        text: what it says of an entry.
    """

    title: str
    text: Callable[[Entry], str]


def field(key: str, title: str = "") -> Column:
    """A column of a text or a whole number; what has none is left empty."""
    return Column(title or key, lambda entry: "" if entry[key] is None else f"{entry[key]}")


def figure(key: str, title: str, spec: str, missing: str = "") -> Column:
    """A column of a number as `spec` writes it, or of `missing`."""
    return Column(title, lambda entry: missing if entry[key] is None else f"{entry[key]:{spec}}")


def bounds(key: str, spec: str, title: str = "95% CI") -> Column:
    """A column of intervals; what has none is left empty."""
    return Column(title, lambda entry: bounds_text(entry[key], spec))


def texts(columns: Sequence[Column], entries: Iterable[Entry]) -> tuple[list[str], list[list[str]]]:
    """Headings, and a row of texts for each entry."""
    return (
        [column.title for column in columns],
        [[column.text(entry) for column in columns] for entry in entries],
    )
