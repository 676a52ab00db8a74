"""Fields of a pin as they are kept: how long they may be, and which characters and cells they hold.

A pin is made and read by the same rules, so what was kept is the same after it is read, and its
digest with it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any
from urllib.parse import parse_qsl, urlencode

MOST_ROWS = 2_000  # kept of one result; its command gives the rest
MOST_COLUMNS = 200
MOST_QUESTIONS = 10
LONGEST_TITLE = 200  # letters
LONGEST_TEXT = 5_000  # of a reading, of what a figure shows, of a note
LONGEST_ANSWER = 2_000
LONGEST_CELL = 2_000
LONGEST_COMMAND = 100_000  # a sweep of a hundred model folders has a tenth of it
LONGEST_ADDRESS = 20_000
_ADDRESS = re.compile(r"([a-z_]*)(?:\?([^\s<>\"'\\]*))?")
_MOST_SETTINGS = 200  # of an address
_INTEGERS = range(-(2**63), 2**63)  # larger ones are shown by no table

Cell = str | int | float | bool | None


def trimmed(found: Any, longest: int) -> str:
    """A text without white space around it; empty where it is none."""
    return found[:longest].strip() if isinstance(found, str) else ""


def line_of(found: Any, longest: int) -> str:
    """A text on one line; empty where it is none."""
    return " ".join(found.split())[:longest].rstrip() if isinstance(found, str) else ""


def command_of(found: Any) -> str:
    """The command of a result; empty where it is too long, as part of it does something else."""
    text = found.strip() if isinstance(found, str) else ""
    return text if len(text) <= LONGEST_COMMAND else ""


def address_of(found: Any) -> str:
    """An address within the app: a page and its settings; empty where it is another, or none.

    It is rebuilt from its settings, so it holds letters, digits and `?&=%+-._~` alone.
    """
    if not isinstance(found, str) or (parts := _ADDRESS.fullmatch(found)) is None:
        return ""
    page, query = parts.groups("")
    try:
        settings = parse_qsl(query, keep_blank_values=True, max_num_fields=_MOST_SETTINGS)
        written = f"{page}?{urlencode(settings)}" if settings else page
    except ValueError:  # too many settings, or half a character
        return ""
    return written if len(written) <= LONGEST_ADDRESS else ""


def columns_of(names: Iterable[Any]) -> tuple[str, ...]:
    """Names of columns, each another: a number is added where one was there before."""
    found: list[str] = []
    for name in names:
        text = column = str(name)[:LONGEST_CELL]
        number = 1
        while column in found:
            number += 1
            column = f"{text} ({number})"
        found.append(column)
    return tuple(found)


def cell(value: Any) -> Cell:
    """A value as a cell of JSON: numbers and texts stay, all else is text, NaN is nothing."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Integral) and int(value) in _INTEGERS:
        return int(value)
    if isinstance(value, Real) and not isinstance(value, Integral):
        return float(value) if math.isfinite(value) else None
    return str(value)[:LONGEST_CELL]
