"""Which group is open: by category, at first the most flagged one; the address keeps it."""

from __future__ import annotations

import streamlit as st

from components.arena.figures import Report, known_groups

CATEGORY, GROUP = "group_category", "group"  # of the boxes, in the session and the address
ALL = "all categories"


def choose(report: Report) -> str | None:
    """Draw the boxes; the chosen group, None where no group has a flag rate."""
    everything = known_groups(report)
    if not everything:
        return None
    categories = list(dict.fromkeys(str(entry["category"]) for entry in everything.values()))
    in_order = [name for name in report["by_category"] if name in categories]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        category = st.selectbox(
            "Category of the group",
            [ALL, *in_order],
            key=CATEGORY,
            bind="query-params",
            persist_state="session",
            width=240,
        )
        known = known_groups(report, category if category in in_order else None)
        group = st.selectbox(
            "Group",
            [*known],
            key=GROUP,
            bind="query-params",
            persist_state="session",
            width=320,
            help="Most flagged first.",
        )
    return group if group in known else next(iter(known))
