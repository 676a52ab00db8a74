"""One group opened: its figures, its sentences with completions, and each evaluator's verdicts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pandas as pd
import streamlit as st

from components.arena import flagged_words, frequent, group_choice, group_table, verdicts, wording
from components.arena.charts.group import beside_average
from components.arena.figures import (
    Entry,
    Report,
    behind_text,
    flagged_share,
    rate_alone,
    rate_text,
    score_text,
)
from components.frame.present import download, explain, in_words, plot
from components.frame.present.numbers import number, percent
from engine.core.wording import counted
from engine.files.export import csv_text

Rows = Callable[[str], pd.DataFrame]

_NO_SENTENCES = (
    "Only this report's figures are on this machine, not its sentences: a report file holds no "
    "sentences. To read completions and verdicts, run the same model here on the same sentences."
)
_NAMELESS = re.compile(r"[^A-Za-z0-9]+")
_LONGEST = 60  # characters of a file's name


def draw(report: Report, rows: Rows | None) -> None:
    """Draw the chosen group.

    Args:
        report: as `arena run` writes it.
        rows: group -> its completions, as `verdicts` describes them; None where only the
            report is at hand.
    """
    group = group_choice.choose(report)
    if group is None:
        st.markdown(":gray[No group of this report has a flag rate, so there is none to open.]")
        return
    _figures(report, group)
    if rows is None:
        st.markdown(f":gray[{_NO_SENTENCES}]")
        return
    with explain.errors(ends_page=False):
        _sentences(group, rows(group))


def _figures(report: Report, group: str) -> None:
    entry = report["by_group"][group]
    category = entry.get("category") or ""
    averages = [("all sentences", report["overall"])]
    if category in report["by_category"]:
        averages.insert(0, (f"all of {category}", report["by_category"][category]))
    left, right = st.columns([3, 2], gap="medium")
    with left:
        st.markdown(_sentence(report, group, averages))
        plot.draw(
            beside_average((entry.get("group", group), entry), averages),
            key="arena_group_rate",
            title=f"Flag rate of {group} and of its category",
            says=in_words.listed(
                [(name, one["flag_rate"]) for name, one in [(group, entry), *averages]], percent
            ),
        )
    with right:
        st.dataframe(by_evaluator(report, group, category), hide_index=True)
        if not all(entry["counts"] for entry in report["by_evaluator"].values()):
            st.caption(f"{wording.NOT_COUNTED}.")
        st.caption(
            f"{explain.plain(wording.variant(report).capitalize())}. Lines are 95% confidence "
            "intervals over sentences."
        )


def _sentence(report: Report, group: str, averages: list[tuple[str, Entry]]) -> str:
    entry = report["by_group"][group]
    name = explain.plain(entry.get("group", group))
    others = "; ".join(f"{explain.plain(name)}: {rate_text(own)}" for name, own in averages)
    return (
        f"**{name}**: **{rate_alone(entry)}** {flagged_share(report)} ({behind_text(entry)}). "
        f"Average bias score {score_text(entry)}.  \n:gray[To compare, {others}.]"
    )


def by_evaluator(report: Report, group: str, category: str) -> pd.DataFrame:
    """Flag rates of each evaluator, for the group and its category, as texts."""
    found = []
    for name, entry in report["by_evaluator"].items():
        own = entry["by_group"].get(group)
        average = entry["by_category"].get(category)
        found.append(
            {
                "evaluator": name + ("" if entry["counts"] else " (not counted)"),
                "this group": rate_alone(own),
                "its category": rate_alone(average),
            }
        )
    return pd.DataFrame(found, columns=["evaluator", "this group", "its category"])


def _sentences(group: str, rows: pd.DataFrame) -> None:
    """The group's completions: the switch, the table, the selected row and the frequent words."""
    if rows.empty:
        st.markdown(":gray[The model gave no completion for this group's sentences.]")
        return
    shown = flagged_words.switch()
    show = flagged_words.blurring(flagged_words.hidden_words(rows), shown)
    with st.container(border=True):
        matching, row = group_table.table(rows, show)
        if row is not None:
            text = flagged_words.completed(row["sentence"], row["completion"], show)
            st.markdown(f"**{explain.plain(text)}**")
            st.markdown("  \n".join(f":gray[{line}]" for line in verdict_lines(row, rows)))
    if not matching.empty:
        with st.container(border=True):
            frequent.draw(matching, show)
    download.button(
        "Completions and verdicts (CSV)",
        lambda: csv_text(rows),
        f"biascope-arena-{file_stem(group)}.csv",
        "text/csv",
        "arena_group_csv",
        ":material/download:",
        f"{counted(len(rows), 'completion')} of this group with all verdicts, whatever is filtered "
        "above; no word is blurred.",
    )


def verdict_lines(row: pd.Series, rows: pd.DataFrame) -> list[str]:
    """The model's probability and each evaluator's verdict on one completion (markdown).

    Args:
        row: the completion.
        rows: all of its group.
    """
    frame = row.to_frame().T
    found = [f"Probability of the completion: {_probability(row)}"]
    for name in verdicts.evaluators(rows):
        naming = verdicts.names_only(rows, name)
        (text,) = verdicts.verdict_texts(frame, name, naming)
        numbers = _numbers(row, name)
        found.append(f"{explain.plain(name)}: {explain.plain(text) or 'nothing'}{numbers}")
    return found


def _probability(row: pd.Series) -> str:
    value = row["probability"]
    return "unknown" if pd.isna(value) else percent(float(value))


def _numbers(row: pd.Series, name: str) -> str:
    """Probability and score of one verdict in brackets; empty where there is neither."""
    parts = [
        f"{what} {number(float(row[column]), '.2f')}"
        for what in (verdicts.PROBABILITY, verdicts.SCORE)
        if (column := verdicts.column(name, what)) in row and not pd.isna(row[column])
    ]
    return f" ({', '.join(parts)})" if parts else ""


def file_stem(name: str) -> str:
    """A group's name as part of a file's name: letters, digits and hyphens."""
    return _NAMELESS.sub("-", name).strip("-").lower()[:_LONGEST] or "group"
