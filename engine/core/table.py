"""A table of a result, declared once for all who write it: command line, page, exported file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.wording import bounds_text, figure_text

TableEntry = Mapping[str, Any]


@dataclass(frozen=True)
class TextColumn:
    """A column.

    Args:
        title: its heading.
        text: what it says of an entry.
    """

    title: str
    text: Callable[[TableEntry], str]


def field(key: str, title: str = "") -> TextColumn:
    """A column of a text or a whole number; what has none is left empty."""
    return TextColumn(title or key, lambda entry: "" if entry[key] is None else f"{entry[key]}")


def figure(key: str, title: str, spec: str, missing: str = "") -> TextColumn:
    """A column of a number as `spec` writes it, or of `missing`."""
    return TextColumn(
        title, lambda entry: missing if entry[key] is None else figure_text(entry[key], spec)
    )


def bounds(key: str, spec: str, title: str = "95% CI") -> TextColumn:
    """A column of intervals; what has none says so."""
    return TextColumn(title, lambda entry: bounds_text(entry[key], spec) or "none")


def texts(
    columns: Sequence[TextColumn], entries: Iterable[TableEntry]
) -> tuple[list[str], list[list[str]]]:
    """Headings, and a row of texts for each entry."""
    return (
        [column.title for column in columns],
        [[column.text(entry) for column in columns] for entry in entries],
    )
