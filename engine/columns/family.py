"""A family of columns: one measure, on whatever data and in whatever variant it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.columns.column import Column


@dataclass(frozen=True)
class Family:
    """One measure, on whatever data and in whatever variant it is asked for.

    Args:
        name: the word before the first colon, such as `pairs`.
        title: what it measures, in plain words.
        usage: the forms of its name, such as `pairs:DATA[:VARIANT]`.
        column: makes the column from the text after the first colon, which may be empty.
            Raises InputTextError where there is no such column.
        suggested: full names of its columns that need nothing besides the project, quick ones
            first.
        seconds: that a cell of the bundled model takes on two cores, on the bundled data (English
            or German where there is none).
    """

    name: str
    title: str
    usage: str
    column: Callable[[str], Column]
    suggested: tuple[str, ...] = ()
    seconds: float = 10.0
