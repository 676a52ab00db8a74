"""The widest gap of each language, whether it is clear, and what could have been detected."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components.annotators.charts.words import confidence_text, difference_text, ends_text
from components.annotators.controls import SCORES
from components.annotators.scored import Scored
from components.frame.present import explain
from components.frame.present.numbers import p_text
from engine.core.languages import UNKNOWN, language_name
from engine.core.wording import counted
from engine.measures.agreement.gaps import gaps
from engine.measures.agreement.wording import undetected

_NO_GAP = 1e-9
_TOGETHER = (
    "Intervals and p allow for all pairs of groups of a language at once (studentised range), so "
    "that picking out the widest gap does not make it look clear."
)


def draw(scored: Scored, score: str) -> None:
    """Show the widest gap of each language, then every pair of groups."""
    st.markdown("**Gaps between groups**")
    widest = sorted(gaps(scored.agreement, score), key=lambda entry: -entry["gap"])
    if not widest:
        several = any(len(scored.of(code)) > 1 for code in scored.agreement.languages)
        st.markdown(
            f":gray[No language has two groups with a {SCORES[score]} to compare.]"
            if several
            else ":gray[There is only one group, so there is nothing to compare.]"
        )
        return
    for entry in widest:
        st.markdown(_gap(entry, score))
    pairs = pd.DataFrame([_row(entry, pair, score) for entry in widest for pair in entry["pairs"]])
    with st.expander(f"{counted(len(pairs), 'pair')} of groups, widest gap first"):
        st.dataframe(
            pairs.sort_values("size", ascending=False, kind="stable").drop(columns="size"),
            hide_index=True,
        )
        st.caption(_TOGETHER)


def _row(entry: dict[str, Any], pair: dict[str, Any], score: str) -> dict[str, object]:
    return {
        "language": language_name(entry["language"]),
        "higher": pair["better"],
        "lower": pair["worse"],
        "gap": difference_text(pair["difference"], score),
        "95% CI": ends_text(pair["simultaneous_interval"], score) or "none",
        "p": p_text(pair["simultaneous_p"]),
        "result": "clear difference" if pair["told_apart"] else "no clear difference",
        "size": pair["difference"],
    }


def _gap(entry: dict[str, Any], score: str) -> str:
    named = entry["language"] != UNKNOWN
    name = f"{explain.plain(language_name(entry['language']))}: " * named
    best, worst = explain.plain(entry["best"]), explain.plain(entry["worst"])
    gap = (
        f"{name}{best} scores **{difference_text(entry['gap'], score)}** higher than {worst}"
        if entry["gap"] >= _NO_GAP
        else f"{name}{'n' if named else 'N'}o gap in this sample"
    )
    interval = confidence_text(entry["interval"], score)
    if interval:
        groups = f", allowing for {entry['groups']} groups" if entry["groups"] > 2 else ""
        p = p_text(entry["p"]).replace(" ", "\N{NO-BREAK SPACE}")
        gap += f" ({interval}, {p}{groups})"
    if entry["told_apart"]:
        return f"{gap}. **The difference is clear.**"
    verdict = "" if entry["p"] is None else " **No clear difference.**"
    return f"{gap}.{verdict} :gray[{undetected(entry, lambda gap: difference_text(gap, score))}]"
