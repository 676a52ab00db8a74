"""The table of a result's figures, of which pandas shows the notes to their end."""

from __future__ import annotations

from contextlib import AbstractContextManager

import pandas as pd


class Summary(pd.DataFrame):
    """Figures with their notes; what is made of them is an ordinary table."""

    def __repr__(self) -> str:
        with whole_texts():
            return super().__repr__()

    def _repr_html_(self) -> str:
        with whole_texts():
            markup: str = self.to_html(notebook=True)
            return markup


def whole_texts() -> AbstractContextManager[None]:
    """While it is open, pandas cuts no text of a cell after 50 characters."""
    found: AbstractContextManager[None] = pd.option_context("display.max_colwidth", None)
    return found
