"""Numbers as people read them, with their last digit next to them; manifests as plain rows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.pins.pin import Cell

MOST_ROWS = 12  # of one table
MOST_ENTRIES = 120  # of one manifest
_ON_ONE_LINE = "libraries"
_LONGEST = 400  # letters of one value of a manifest
_LONG = 30  # letters of a text that needs a wide column
_NONE = "–"
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Shown:
    """One cell of a table.

    Args:
        text: as it is read.
        exact: the number to its last digit, if the text is shorter.
        kind: how it is set: a number, a long text, or neither.
    """

    text: str
    exact: str = ""
    kind: Literal["number", "long", "short"] = "short"


def cell_text(value: Cell) -> Shown:
    """One value of a table."""
    if value is None or value == "":
        return Shown(_NONE)
    if isinstance(value, bool):
        return Shown("yes" if value else "no")
    if isinstance(value, str):
        return Shown(value, kind="long" if len(value) > _LONG else "short")
    text, exact = readable_number(value), repr(value)
    return Shown(text, "" if exact == text else exact, "number")


def readable_number(value: float) -> str:
    """A number with four significant digits; whole numbers with all of theirs."""
    if isinstance(value, int) or (value.is_integer() and abs(value) < 1e6):
        whole = int(value)
        return (f"{whole:,}" if abs(whole) >= 10_000 else str(whole)).replace("-", "−")
    if 1e-4 <= abs(value) < 1e6:
        digits = f"{value:.4g}" if abs(value) < 1000 else f"{value:,.1f}"
        return digits.replace("-", "−")
    mantissa, _, power = f"{value:.3e}".partition("e")
    return f"{mantissa} × 10{str(int(power)).translate(_RAISED)}".replace("-", "−", 1)


def manifest_rows(manifest: Mapping[str, Any]) -> tuple[list[tuple[str, str]], int]:
    """Names and values of a manifest, nested names joined by dots; and how many were left out."""
    entries = list(_entries("", manifest))
    return entries[:MOST_ENTRIES], max(len(entries) - MOST_ENTRIES, 0)


def _entries(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping) and value:
        if name.rpartition(".")[2] == _ON_ONE_LINE:
            yield name, ", ".join(f"{key} {version}" for key, version in value.items())
            return
        for key, inner in value.items():
            yield from _entries(f"{name}.{key}" if name else str(key), inner)
        return
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    yield name, text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …"
