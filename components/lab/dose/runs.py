"""Which dose run the Lab shows: by default the newest, another by name, or a new one."""

from __future__ import annotations

from components.frame import session
from components.frame.present import explain
from components.lab.run_box import RunBox

_BOX = RunBox(
    "Dose run",
    key="dose_run",
    delete_key="delete_dose_run",
    upcoming=session.state.DOSE_NEXT,
    refused=session.state.DOSE_REFUSED,
    made="models, loss curves and results",
    delete=session.dose.delete,
)


def choose_run() -> session.dose.DoseRun | None:
    """Draw the box and read it; None for a new run."""
    explain.warnings(session.dose.damaged_runs())
    return _BOX.choose(session.dose.runs())


def open_next(name: str) -> None:
    """Show this run when the page is drawn next."""
    _BOX.open_next(name)
