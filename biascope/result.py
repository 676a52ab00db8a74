"""What a call gives: tables, the figure of its page, and the command that gives the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from engine.core.errors import BiascopeError
from engine.core.wording import counted

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

_SHOWN = 10  # rows of a table in a notebook
_HEIGHT = 640  # pixels of a document in a notebook


@dataclass(frozen=True, repr=False, eq=False)
class Result:
    """One result of a command.

    Args:
        name: of the command.
        command: gives the same on the command line; a data frame is named `data.csv` there.
        frame: every row of the result; see the function that made it.
        summary: its figures: `figure`, `value`, the bounds `low` and `high` of the 95% interval,
            `n`, and a `note` on what has no value or no bounds; of a sweep, `status` and
            `problem` in its place.
        report: all that the command reports, as its `--json`.
        draw: makes the figure of the page; None where the page has none.
        document: HTML of a report; empty for other results.
    """

    name: str
    command: str
    frame: pd.DataFrame
    summary: pd.DataFrame
    report: dict[str, Any]
    draw: Callable[[], go.Figure] | None = None
    document: str = ""

    @property
    def manifest(self) -> dict[str, Any]:
        """What was measured: model, masked heads, data, versions of measure and libraries."""
        return dict(self.report.get("manifest") or {})

    def figure(self) -> go.Figure:
        """The Plotly figure that the page shows for this result.

        Raises:
            BiascopeError: if the page draws none.
        """
        if self.draw is None:
            raise BiascopeError(
                f"{self.name} has no figure for this result; its table is in `frame`."
            )
        return self.draw()

    def __repr__(self) -> str:
        return f"{self.command}\n\n{self.summary.to_string(index=False, na_rep='')}"

    def _repr_html_(self) -> str:
        if self.document:
            return _framed(self.document)
        rows = f"{counted(len(self.frame), 'row')} in <code>frame</code>"
        more = f", the first {_SHOWN}" if len(self.frame) > _SHOWN else ""
        return (
            f"{_table(self.summary)}"
            f"<details><summary>{rows}{more}</summary>{_table(self.frame.head(_SHOWN))}</details>"
            f"<p><code>{escape(self.command)}</code></p>"
        )


def _table(frame: pd.DataFrame) -> str:
    from biascope.summary import whole_texts

    with whole_texts():
        markup: str = frame.to_html(index=False, na_rep="", border=0, float_format="{:.4g}".format)
    return markup


def _framed(document: str) -> str:
    """A document in a frame of its own, whose scripts reach nothing of the notebook."""
    return (
        f'<iframe sandbox="allow-scripts" style="width:100%;height:{_HEIGHT}px;border:0" '
        f'srcdoc="{escape(document)}"></iframe>'
    )
