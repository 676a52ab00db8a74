"""What a user says of a table's columns and values, as it is written on the command line."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable

from engine.core.errors import InputTextError

COLUMNS, VALUES = "--columns", "--values"


def parse_mapping(
    text: str,
    example: str,
    option: str = COLUMNS,
    cut: Callable[[str, str], tuple[str, str, str]] = str.partition,
) -> dict[str, str]:
    """Read what an option maps, `role=column,role=column` or `own=meant,own=meant`.

    Args:
        text: written as one row of CSV, so a name with a comma needs quotation marks.
        example: as it would be written, for the refusal.
        option: as it is typed.
        cut: at which of several equals signs a part is cut.
    """
    mapping = {}
    try:
        parts = next(csv.reader(io.StringIO(text, newline=""), skipinitialspace=True), [])
    except csv.Error:
        raise InputTextError(f"{option} is written {example}; got {text[:80]!r}.") from None
    for part in parts:
        role, separator, column = cut(part, "=")
        if part.strip() and not separator:
            raise InputTextError(f"{option} is written {example}; got {part!r}.")
        if separator:
            mapping[role.strip()] = column.strip()
    return mapping


def mapping_text(mapping: Iterable[tuple[str, str]]) -> str:
    """Columns or values as `parse_mapping` reads them.

    Args:
        mapping: (role, column), or (the file's own value, what it means).
    """
    line = io.StringIO()
    # A name is quoted only for characters of the line's end, which is then taken off.
    csv.writer(line, lineterminator="\r\n").writerow(
        [f"{role}={column}" for role, column in mapping]
    )
    return line.getvalue().removesuffix("\r\n")


def parse_values(text: str) -> dict[str, str]:
    """Read the values that a command is told of: `männlich=male,weiblich=female`.

    What a value means has no `=` in it; the file's own value may have one.
    """
    return parse_mapping(text, "OWN=VALUE,OWN=VALUE", VALUES, str.rpartition)


def mapping_options(
    columns: Iterable[tuple[str, str]], values: Iterable[tuple[str, str]]
) -> list[str]:
    """The command-line words that say what a user chose; none where nothing was chosen.

    Args:
        columns: (role, column).
        values: (the file's own value, what it means).
    """
    given = {COLUMNS: mapping_text(columns), VALUES: mapping_text(values)}
    return [word for option, text in given.items() if text for word in (option, text)]
