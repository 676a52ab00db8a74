"""The first rows of a result without a figure, as a table that fits the width it is given.

Its cells wrap, and where it is narrow each row of three or more columns is a list of its values
under their names. A talk draws it with the same script and style as the editor. Cells are user
text: the script writes them as text, never as markup.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from components.frame.present.labels import short
from components.frame.widgets.custom_component import PARTS, registered
from engine.core.wording import counted, figure_text
from engine.pins import Pin

__all__ = ["SCRIPT", "STYLE", "draw", "first_rows"]

_HERE = Path(__file__).parent
SCRIPT, STYLE = _HERE / "table.js", _HERE / "table.css"
_mount = registered(
    "biascope_stage_table", [PARTS, SCRIPT, _HERE / "mount.js"], [STYLE, _HERE / "mount.css"]
)
_MOST_ROWS, _MOST_COLUMNS, _LONGEST_CELL = 8, 5, 60  # of a table on a screen; letters


def first_rows(pin: Pin) -> dict[str, Any] | None:
    """The first rows and columns of a result; None where it has none.

    Returns:
        `columns`, their names; `rows`, each a list of texts; and `more`, how much is left out.
    """
    rows = pin.rows
    if not rows.rows:
        return None
    left = rows.n - min(len(rows.rows), _MOST_ROWS)
    narrower = len(rows.columns) - min(len(rows.columns), _MOST_COLUMNS)
    more = [counted(left, "more row")] if left else []
    more += [counted(narrower, "more column")] if narrower else []
    return {
        "columns": list(rows.columns[:_MOST_COLUMNS]),
        "rows": [
            [short(_cell(value), _LONGEST_CELL) for value in row[:_MOST_COLUMNS]]
            for row in rows.rows[:_MOST_ROWS]
        ],
        "more": f"and {' and '.join(more)}" if more else "",
    }


def draw(pin: Pin, key: str) -> None:
    """Draw the first rows of a result; nothing where it has none."""
    table = first_rows(pin)
    if table is not None:
        _mount(key=key, data=table)


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    return figure_text(value, ",.4g") if isinstance(value, float) else str(value)
