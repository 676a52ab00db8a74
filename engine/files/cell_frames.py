"""Cells of a user's file to tables: the rows that are kept, and those that are not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

    from engine.files.cells import Cells


def kept_frame(rows: Cells, columns: Mapping[str, str]) -> pd.DataFrame:
    """The good rows as text, under the names of their roles.

    Args:
        columns: role -> the file's own name; other columns keep theirs.

    Returns:
        The index is the row number in the file, from 1 with the header.
    """
    import pandas as pd

    roles = {name: role for role, name in columns.items()}
    names = list(_distinct(roles.get(name, name) for name in rows.header))
    index = pd.Index([row for row, _ in rows.good], name="row", dtype="int64")
    cells = [cells for _, cells in rows.good]
    return pd.DataFrame(cells, columns=names, index=index, dtype=str)


def rejected_frame(rows: Cells) -> pd.DataFrame:
    """The bad rows: `row`, `problem`, and their cells under the file's own names."""
    import pandas as pd

    names = list(_distinct(rows.header))
    width = len(names)
    lines = [
        {"row": row, "problem": problem}
        | dict(zip(names, cells[:width], strict=False))
        | ({"further cells": " | ".join(cells[width:])} if len(cells) > width else {})
        for row, problem, cells in sorted(rows.bad, key=lambda entry: entry[0])
    ]
    frame = pd.DataFrame(lines, columns=None if lines else ["row", "problem", *names])
    return frame.fillna("")


def _distinct(names: Iterator[str] | list[str]) -> Iterator[str]:
    """Column names with a number behind those that repeat, and those that would clash."""
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name} ({seen[name]})"
