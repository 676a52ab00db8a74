"""The Variants tab of the Pairs page: does another scoring method give the same conclusion?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from components import session
from components.pairs import charts, how_to_read, scoring
from components.pairs.controls import Choice
from components.present import explain
from components.present.theme import CONFIG
from components.shell.model_bar import Subject
from components.widgets import background
from components.widgets.background import Work
from engine.measures.pairs.frame import items_of
from engine.measures.pairs.variants import VARIANTS
from engine.wording import counted


def draw(choice: Choice, subject: Subject) -> None:
    """Scores of the same pairs under every variant, and whether they agree."""
    kind = VARIANTS[choice.variant].kind
    names = [name for name, entry in VARIANTS.items() if entry.kind == kind]
    st.markdown(":gray[Does the conclusion hold under other scoring methods?]")
    items = items_of(choice.pairs)
    missing = [
        name
        for name in names
        if len(session.known("pairs", subject.spec, items, {"variant": name})) < len(items)
    ]
    if missing and not _scored_now(missing, choice, subject, items):
        names = [name for name in names if name not in missing]
    rows = []
    for name in names:
        other = replace(choice, variant=name, mode="own")
        scored = scoring.scored_by(other, subject, f"variant_{name}")
        if scored is not None and len(scored.pairs) == len(choice.pairs):
            summary = scored.summary
            rows.append(
                {
                    "variant": name,
                    "n": summary["n"],
                    "score": summary["metric_score"],
                    "interval": summary["interval"],
                }
            )
    if not rows:
        return
    st.plotly_chart(charts.variants(rows), key="variants", config=CONFIG, alt="Score by variant")
    explain.reading(how_to_read.VARIANTS)
    st.markdown(f"**{conclusion(rows)}**")


def _scored_now(
    missing: list[str], choice: Choice, subject: Subject, items: list[dict[str, str]]
) -> bool:
    """Whether to score these variants now; those that take long become jobs."""
    label = counted(len(missing), "more variant")
    if not any(scoring.takes_long(name, items, set()) for name in missing):
        return st.button(f"Score {label}", key="score_variants")

    def known() -> int:
        return sum(
            len(session.known("pairs", subject.spec, items, {"variant": name})) for name in missing
        )

    jobs = scoring.jobs_of(missing, choice, subject)
    background.offer(
        Work(jobs, len(missing) * len(items), known(), known),
        f"Not scored yet: {', '.join(missing)}.",
        f"Score {label} in the background",
        "job_variants",
    )
    return False


def conclusion(rows: list[dict[str, Any]]) -> str:
    """Whether the variants agree on the side of 50%, in one sentence."""
    above = [row["variant"] for row in rows if row["interval"][0] > 50]
    below = [row["variant"] for row in rows if row["interval"][1] < 50]
    if len(rows) == 1:
        return "Only one variant has been scored so far."
    if len(above) == len(rows):
        return "The conclusion holds: every variant leans toward the stereotype."
    if len(below) == len(rows):
        return "The conclusion holds: every variant leans away from the stereotype."
    if not above and not below:
        return "No variant clearly differs from 50%."
    sides = []
    if above:
        sides.append(f"toward the stereotype under {', '.join(above)}")
    if below:
        sides.append(f"away from it under {', '.join(below)}")
    if len(above) + len(below) < len(rows):
        sides.append("no clear preference under the rest")
    return f"The variants do not agree: {'; '.join(sides)}."
