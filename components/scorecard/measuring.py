"""From a choice to a report: what is known is shown, the rest is measured by one job."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from components.frame import session
from components.frame.widgets import background
from components.frame.widgets.background import Work
from components.scorecard import imported
from components.scorecard.choice import Choice
from engine.core.wording import counted
from engine.server import shared

Report = Mapping[str, Any]
_MOST_KEPT = 8  # reports
_MINUTE, _HOUR = 60, 3600  # seconds


def report_of(choice: Choice | None, released: bool) -> Report:
    """The report of what is known by now, with imported contestants; the rest is offered as a job.

    Args:
        choice: None where only imported contestants are shown.
        released: whether the released scores of GEST are in it.
    """
    cells = {} if choice is None else _cells(choice)
    if choice is not None and len(cells) < choice.cells:
        _offer(choice, cells)
    imports = [*([session.scorecard.released()] if released else []), *imported.found()]
    kept = session.state.newest(session.state.SCORECARD_MADE, _MOST_KEPT)
    key = choice and choice.key, frozenset(cells), released, imported.key()
    found: Report | None = kept.get(key)
    if found is None:
        with st.spinner("Comparing the models …"):
            found = session.scorecard.report(
                choice.contestants if choice else (),
                choice.columns if choice else (),
                cells,
                choice.seed if choice else 0,
                imports,
            )
        kept[key] = found
    return found


def _cells(choice: Choice) -> session.scorecard.Cells:
    return session.scorecard.cells(choice.specs, choice.columns, choice.seed)


def _offer(choice: Choice, cells: session.scorecard.Cells) -> None:
    """How much is measured, and the button that has the rest measured in the background."""
    command, done, total = choice.command(), len(cells), choice.cells
    status = f"**{done} of {counted(total, 'cell')}** are measured."
    if not shared.is_shared() and not background.is_running(command):
        left = [
            (spec, column)
            for spec in choice.specs
            for column in choice.columns
            if (spec, column.name) not in cells
        ]
        seconds = session.scorecard.seconds(left)
        status += f" The rest takes {duration(seconds)}; cells appear as they are finished."
    background.offer(
        Work({choice.title: command}, total, done, lambda: len(_cells(choice))),
        status,
        f"Measure {counted(total - done, 'cell')} in the background",
        "scorecard_job",
    )


def duration(seconds: float) -> str:
    """About how long something takes, in words."""
    if seconds < _MINUTE:
        return "less than a minute"
    if seconds < _HOUR:
        return f"about {counted(round(seconds / _MINUTE), 'minute')}"
    return f"about {counted(round(seconds / _HOUR), 'hour')}"
