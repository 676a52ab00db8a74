"""Which of its two experiments the Lab shows: one planted table, or several doses of it."""

from __future__ import annotations

from streamlit.delta_generator import DeltaGenerator

from components.frame.widgets import tabs

RECOVERY, DOSE = "Recovery", "Dose"


def opened_experiment() -> tuple[bool, DeltaGenerator]:
    """Draw the tabs of the page.

    Returns:
        Whether the doses are shown, and the container of what is shown.
    """
    name, panel = tabs.opened_tab([RECOVERY, DOSE], "experiment")
    return name == DOSE, panel
