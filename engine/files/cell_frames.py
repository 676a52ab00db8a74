"""Cells of a user's file to tables: the rows that are kept, and those that are not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.files.cells import Cells
from engine.files.column_names import distinct

if TYPE_CHECKING:
    import pandas as pd


def kept_frame(rows: Cells, columns: Mapping[str, str]) -> pd.DataFrame:
    """The good rows as text, under the names of their roles.

    Args:
        columns: role -> the file's own name; other columns keep theirs, or are `NAME (unused)`
            where a role that another column plays has this name.

    Returns:
        The index is the row number in the file, from 1 with the header.
    """
    import pandas as pd

    roles = {name: role for role, name in columns.items()}
    others = (f"{name} (unused)" if name in columns else name for name in rows.header)
    names = [
        *distinct(roles.get(own, other) for own, other in zip(rows.header, others, strict=True))
    ]
    index = pd.Index([row for row, _ in rows.good], name="row", dtype="int64")
    cells = [cells for _, cells in rows.good]
    return pd.DataFrame(cells, columns=names, index=index, dtype=str)


def rejected_frame(rows: Cells) -> pd.DataFrame:
    """The bad rows: `row`, `problem`, and their cells under the file's own names."""
    import pandas as pd

    names = list(distinct(rows.header))
    width = len(names)
    lines = [
        {"row": row, "problem": problem}
        | {
            name: rows.no_value.get((row, place), cell)
            for place, (name, cell) in enumerate(zip(names, cells[:width], strict=False))
        }
        | ({"further cells": " | ".join(cells[width:])} if len(cells) > width else {})
        for row, problem, cells in sorted(rows.bad, key=lambda entry: entry[0])
    ]
    frame = pd.DataFrame(lines, columns=None if lines else ["row", "problem", *names])
    return frame.fillna("")
