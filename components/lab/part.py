"""Which of its two experiments the Lab shows: one planted table, or several strengths of it."""

from __future__ import annotations

import streamlit as st

RECOVERY, DOSE = "Recovery", "Dose"


def is_dose() -> bool:
    """Draw the switch; whether the second one is chosen."""
    chosen = st.segmented_control(
        "Experiment",
        [RECOVERY, DOSE],
        default=RECOVERY,
        required=True,
        key="experiment",
        bind="query-params",
        persist_state="session",
        label_visibility="collapsed",
    )
    return chosen == DOSE
