"""How tables write what they hold: no fraction is left to the sixteen digits of a browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
from pandas.io.formats.style import Styler


def unwritten(data: Any, settings: Mapping[Any, Any] | None, order: Sequence[str] | None) -> list:
    """Columns of fractions that a table draws without a format, and without having rounded them.

    Args:
        data: as `st.dataframe` takes it; a styled table says itself how it is written.
        settings: its `column_config`.
        order: its `column_order`.
    """
    if isinstance(data, Styler) or not isinstance(data, pd.DataFrame):
        return []
    return [
        name
        for name in data
        if (order is None or name in order)
        and pd.api.types.is_float_dtype(data[name])
        and not _is_formatted((settings or {}).get(name))
        and not _is_rounded(data[name])
    ]


def _is_formatted(setting: Any) -> bool:
    return isinstance(setting, dict) and bool((setting.get("type_config") or {}).get("format"))


def _is_rounded(column: pd.Series) -> bool:
    """Whether no number has more than four decimals: a place of its own, or a count with gaps."""
    known = column.dropna().astype(float)
    return bool((known.round(4) == known).all())
