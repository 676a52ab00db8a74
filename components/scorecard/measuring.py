"""From a choice to a report: what is known is shown, the rest is measured by one job."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import streamlit as st

from components import session
from components.scorecard import imported
from components.scorecard.choice import Choice
from components.widgets import background
from components.widgets.background import Work
from engine.wording import counted

Report = Mapping[str, Any]
_MOST_KEPT = 8  # reports
_MINUTE, _HOUR = 60, 3600  # seconds


def report_of(choice: Choice, released: bool) -> Report:
    """The report of what is known by now, with imported contestants; the rest is offered as a job.

    Args:
        released: whether the released scores of GEST are in it.
    """
    cells = session.scorecard_cells(choice.specs, choice.columns, choice.seed)
    total = len(choice.specs) * len(choice.columns)
    if len(cells) < total:
        _offer(choice, len(cells), total)
    kept = session.state.newest(session.state.SCORECARD_MADE, _MOST_KEPT)
    key = choice.key, frozenset(cells), released, imported.key()
    found: Report | None = kept.get(key)
    if found is None:
        with st.spinner("Comparing the models …"):
            found = session.scorecard_report(
                choice.contestants, choice.columns, cells, choice.seed, imported.files(), released
            )
        kept[key] = found
    return found


def _offer(choice: Choice, done: int, total: int) -> None:
    """How much is measured, and the button that has the rest measured in the background."""
    command = choice.command()
    status = f"**{done} of {counted(total, 'cell')}** are measured."
    if not background.is_running(command):
        seconds = session.scorecard_seconds(choice.specs, choice.columns, choice.seed)
        status += f" The rest takes {duration(seconds)}; cells appear as they are finished."
    background.offer(
        Work({choice.title: command}, total, done, partial(_known, choice)),
        status,
        f"Measure {counted(total - done, 'cell')} in the background",
        "scorecard_job",
    )


def _known(choice: Choice) -> int:
    """Cells that are finished by now."""
    return len(session.scorecard_cells(choice.specs, choice.columns, choice.seed))


def duration(seconds: float) -> str:
    """About how long something takes, in words."""
    if seconds < _MINUTE:
        return "less than a minute"
    if seconds < _HOUR:
        return f"about {counted(round(seconds / _MINUTE), 'minute')}"
    return f"about {counted(round(seconds / _HOUR), 'hour')}"
