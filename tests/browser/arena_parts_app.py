"""A page of nothing but the Arena's detail parts on made-up reports; for its browser test.

The address decides: `part` is `group`, `audit`, `compare` or `imported`; `groups` how many.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from components.arena import audit, compare, imported, opened_group
from components.frame import session
from tests.components.arena import fake_reports as fake

st.set_page_config(layout="wide")
asked = st.query_params
many = int(asked.get("groups", 0))
groups = fake.many_groups(many) if many else {**fake.GROUPS, fake.HOSTILE: ("religion", 0.7, 30)}
names = ("UnBIAS", "d4data", "holistic-ai") if "three" in asked else ("valence",)
first = fake.report(groups, evaluators=names)
second = fake.report(
    {
        name: (kind, (0.9 * rate if at % 3 else rate + 0.2), n)
        for at, (name, (kind, rate, n)) in enumerate(groups.items())
    },
    label=fake.HOSTILE.replace("/", ""),  # of a path the last part is shown
    evaluators=names,
    digest="sha256:" + "1" * 40,
)
kept: list[dict[str, Any]] = [first | {"origin": "measured here", "added": 1.8e9}, second]


def rows(group: str) -> Any:
    words = [("kind", False), ("awful", True), ("tall", False), ("odd", None), ("awful", True)]
    frame = fake.rows(words * 40, names[0], group)
    for name in names[1:]:
        frame = frame.assign(**fake.verdicts(name, [True, True, False, None, False] * 40))
    return frame


session.arena.reports = lambda: kept  # type: ignore[assignment]
session.arena.difference = fake.difference  # type: ignore[assignment]
parts = {
    "group": lambda: opened_group.draw_opened_group(first, None if "figures" in asked else rows),
    "audit": lambda: audit.draw_audit(first),
    "compare": lambda: compare.draw_comparison(
        *(compare.choose_two_reports(kept) or (first, second))
    ),
    "imported": imported.draw_arena_imported,
}
parts[asked.get("part", "group")]()
st.text("drawn")
