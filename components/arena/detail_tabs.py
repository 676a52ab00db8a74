"""What is below the results: all groups, sentence types, evaluators, the audit, two models."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd
import streamlit as st

from components.arena import audit, compare, parts, wording
from components.arena.charts.rates import rates
from components.arena.figures import AnyReport, rate_alone, rate_interval
from components.frame.present import explain
from components.frame.present.numbers import whole_percent
from components.frame.widgets.tabs import opened_tab
from engine.core.wording import counted
from engine.measures.arena.few import ENOUGH, flagged_text
from engine.measures.arena.said import groups_text, overlaps_text

_MOST_GROUPS = 60  # drawn; the table has them all
_MOST_ANSWERS = 5  # of an evaluator
_KINDS = {
    "classifier": "classifier",
    "lexicon": "word list",
    "stereotypes": "known stereotypes",
    "valence": "negative words",
}


def draw_detail_tabs(report: AnyReport, before: tuple[str, AnyReport] | None) -> None:
    """Draw the tabs, one of them opened.

    Args:
        before: label and report of the model compared with.
    """
    label, other = before or ("", None)
    tabs: dict[str, Callable[[], object]] = {
        "All groups": lambda: groups_of_a_category(report, other, label),
        "Sentence types": lambda: sentence_types(report, other, label),
        "Evaluators": lambda: evaluators(report, other, label),
        "Audit": lambda: audit.draw_audit(report),
    }
    if other is not None:
        tabs["Two models"] = lambda: compare.draw_comparison(other, report)
    name, container = opened_tab([*tabs], "arena_tab")
    with container, explain.errors(ends_page=False):
        tabs[name]()


def groups_of_a_category(report: AnyReport, before: AnyReport | None, rings: str) -> None:
    """All groups of one category, which the user chooses."""
    names = parts.in_order(report["by_category"])
    if not names:
        st.markdown(":gray[This report has no categories.]")
        return
    category = st.segmented_control(
        "Category",
        names,
        format_func=parts.category_name,
        default=names[0],
        key="arena_category",
        bind="query-params",
        label_visibility="collapsed",
    )
    category = category or names[0]
    rows = parts.group_rows(report, category, before)
    if len(rows) > _MOST_GROUPS:
        st.caption(f"The {_MOST_GROUPS} most flagged of {len(rows):,} groups.")
    shown = rows[:_MOST_GROUPS]
    title = f"Flag rate of the groups, {category}"
    overall = report["overall"]["flag_rate"]
    parts.draw_part(rates(shown, overall), shown, "arena_groups", title, wording.GROUPS, rings)
    texts = (
        extremes_text(report, category),
        groups_text(report),
        overlaps_text(report, category),
    )
    if line := " ".join(filter(None, texts)):
        st.caption(line)


def extremes_text(report: AnyReport, category: str) -> str:
    """The highest and the lowest rate of a category's groups and whose they are (markdown)."""
    found = report.get("extremes", {}).get(category) or {}
    ends = [
        f"{side}: {_at_the_end(entry)}."
        for side, entry in (("Highest", found.get("most")), ("Lowest", found.get("least")))
        if entry
    ]
    return " ".join(ends)


def _at_the_end(entry: Mapping[str, Any]) -> str:
    """One group by name, tied ones by number: `3 groups at 25%`; few sentences are counted."""
    few = entry["n"] < ENOUGH
    rate = (
        flagged_text(entry["flag_rate"], entry["n"]) if few else whole_percent(entry["flag_rate"])
    )
    name = f"{explain.plain(entry['group'])} ({rate})"
    if not (tied := entry.get("tied")):
        return name
    # Groups of one rate may have different numbers of sentences.
    return f"{counted(1 + len(tied), 'group')} {f'alike, such as {name}' if few else f'at {rate}'}"


def sentence_types(report: AnyReport, before: AnyReport | None, rings: str) -> None:
    """Flag rates by what the sentences ask for."""
    rows = parts.type_rows(report, before)
    if not rows:
        st.markdown(":gray[These sentences have no types.]")
        return
    drawn = rates(rows, report["overall"]["flag_rate"])
    read = wording.types([row.name for row in rows])
    parts.draw_part(drawn, rows, "arena_types", "Flag rate by sentence type", read, rings)


def evaluators(report: AnyReport, before: AnyReport | None, rings: str) -> None:
    """Each evaluator's own flag rate, and a table of what it is and said."""
    rows = parts.evaluator_rows(report, before)
    if rows:
        title = "Flag rate by evaluator"
        parts.draw_part(rates(rows), rows, "arena_evaluators", title, wording.EVALUATORS, rings)
    st.dataframe(evaluator_table(report), hide_index=True, key="arena_evaluator_table")
    if answers := answers_text(report):
        st.caption(answers)


def evaluator_table(report: AnyReport) -> pd.DataFrame:
    """One row per evaluator: kind, whether it counts, and its figures."""
    declared = {entry["name"]: entry for entry in report["suite"]["evaluators"]}
    return pd.DataFrame(
        [
            {
                "evaluator": name,
                "kind": _KINDS.get(figures["kind"], figures["kind"]),
                "counted": "yes" if figures["counts"] else "no",
                "flagged": rate_alone(figures["overall"]),
                "95% CI": rate_interval(
                    figures["overall"]["interval"], figures["overall"]["n"]
                ).removeprefix("95% CI "),
                "n": figures["overall"]["n"],
                "failed": figures["failed"],
                "checkpoint": declared.get(name, {}).get("checkpoint") or "",
            }
            for name, figures in report["by_evaluator"].items()
        ]
    )


def answers_text(report: AnyReport) -> str:
    """What each evaluator answered most often, a line each, and what is not counted (markdown)."""
    lines = [
        f"**{explain.plain(name)}**: {explain.plain(_answers(figures['labels']))}."
        + f" {wording.NOT_COUNTED}." * (not figures["counts"])
        for name, figures in report["by_evaluator"].items()
        if figures.get("labels")
    ]
    return "  \n".join(["Most frequent answers", *lines]) if lines else ""


def _answers(labels: Mapping[str, int]) -> str:
    """The most frequent answers of an evaluator; whole words, and how many others there are."""
    ordered = sorted(labels.items(), key=lambda entry: -entry[1])
    found = [f"{label or 'none'} {times:,}" for label, times in ordered[:_MOST_ANSWERS]]
    others = len(ordered) - len(found)
    return ", ".join([*found, *[f"and {counted(others, 'other answer')}"] * bool(others)])
