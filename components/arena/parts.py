"""The parts of a report as figures: categories, groups, sentence types, evaluators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.arena import wording
from components.arena import wording as how_to_read
from components.arena.charts.rates import Row, percent_interval, rates, row_of
from components.arena.figures import in_words_of
from components.frame.present import explain, plot
from components.frame.present.numbers import whole_percent
from engine.core.wording import counted
from engine.prompts.prompt import CATEGORIES
from engine.statistics import LEVEL

Report = Mapping[str, Any]
_MOST_GROUPS = 60  # drawn; the table has them all
MOST_MODELS = 5  # drawn in each category
_MOST_ANSWERS = 5  # of an evaluator
_KINDS = {
    "classifier": "classifier",
    "lexicon": "word list",
    "stereotypes": "known stereotypes",
    "valence": "negative words",
}


def category_rows(contestants: Sequence[tuple[str, Report]]) -> list[Row]:
    """Flag rates of every category, for one model or for several below each category's name.

    Args:
        contestants: name and report, the page's first.
    """
    first = contestants[0][1]["by_category"]
    if len(contestants) == 1:
        return [row_of(category_name(name), first[name]) for name in in_order(first)]
    rows = []
    for category in in_order(first):
        rows.append(Row(category_name(category), heading=True))
        rows += [
            row_of(name, report["by_category"][category])
            for name, report in contestants[:MOST_MODELS]
            if category in report["by_category"]
        ]
    return rows


def in_order(categories: Mapping[str, Any]) -> list[str]:
    """Categories in the order of the project's own set, those of a user's file after them."""
    own = [name for name in CATEGORIES if name in categories]
    return own + [name for name in categories if name not in CATEGORIES]


def category_name(name: str) -> str:
    """A category as it is shown: `Race/ethnicity`."""
    return name[:1].upper() + name[1:]


def most_flagged_rows(report: Report, before: Report | None) -> list[Row]:
    """The ten groups that are flagged most, with those of the model compared with."""
    return [_group_row(report, entry["group"], before) for entry in report["most_flagged"]]


def group_rows(report: Report, category: str, before: Report | None) -> list[Row]:
    """All groups of a category, the most flagged first."""
    found = [
        (name, figures)
        for name, figures in report["by_group"].items()
        if figures.get("category") == category
    ]
    found.sort(key=lambda entry: (-(entry[1]["flag_rate"] or 0.0), entry[0]))
    return [_group_row(report, name, before) for name, _ in found]


def _group_row(report: Report, name: str, before: Report | None) -> Row:
    figures = report["by_group"][name]
    beside = None if before is None else before["by_group"].get(name)
    return row_of(name, figures, beside, side(report, figures))


def side(report: Report, figures: Mapping[str, Any]) -> int:
    """Whether a group is clearly flagged more (1) or less (-1) than the rest of its category."""
    p, rate = figures.get("p_holm"), figures["flag_rate"]
    others = report["by_category"].get(figures.get("category"), {}).get("flag_rate")
    if p is None or p >= LEVEL or rate is None or others is None:
        return 0
    return 1 if rate > others else -1


def type_rows(report: Report, before: Report | None) -> list[Row]:
    """Sentence types, the most flagged first."""
    beside = {} if before is None else before["by_sentence_type"]
    found = sorted(
        report["by_sentence_type"].items(), key=lambda entry: -(entry[1]["flag_rate"] or 0.0)
    )
    return [row_of(name, figures, beside.get(name)) for name, figures in found]


def evaluator_rows(report: Report, before: Report | None) -> list[Row]:
    """The evaluators that judge, each with its own flag rate."""
    beside = {} if before is None else before["by_evaluator"]
    return [
        row_of(name, figures["overall"], beside.get(name, {}).get("overall"))
        for name, figures in report["by_evaluator"].items()
        if figures.get("overall") and figures["overall"]["flag_rate"] is not None
    ]


def figure(rows: Sequence[Row], report: Report | None = None) -> go.Figure:
    """The rows as dots.

    Args:
        report: its overall flag rate is drawn as a line; None for none.
    """
    return rates(rows, None if report is None else report["overall"]["flag_rate"])


def draw_part(
    drawn: go.Figure, rows: Sequence[Row], key: str, title: str, read: str, rings: str = ""
) -> None:
    """A figure with how to read it.

    Args:
        rows: that it was made of.
        read: how to read it.
        rings: label of the model compared with, where there is one.
    """
    plot.draw_figure(
        drawn,
        key=key,
        title=title,
        says=in_words_of(rows),
    )
    if rings:
        st.caption(f"Rings: {explain.plain(rings)}.")
    explain.reading(read)


def groups_of_a_category(report: Report, before: Report | None, rings: str) -> list[Row]:
    """All groups of one category, which the user chooses.

    Returns:
        The rows that are drawn.
    """
    names = in_order(report["by_category"])
    if not names:
        st.markdown(":gray[This report has no categories.]")
        return []
    category = st.segmented_control(
        "Category",
        names,
        format_func=category_name,
        default=names[0],
        key="arena_category",
        bind="query-params",
        label_visibility="collapsed",
    )
    category = category or names[0]
    rows = group_rows(report, category, before)
    if len(rows) > _MOST_GROUPS:
        st.caption(f"The {_MOST_GROUPS} most flagged of {len(rows):,} groups.")
    shown = rows[:_MOST_GROUPS]
    title = f"Flag rate of the groups, {category}"
    draw_part(figure(shown, report), shown, "arena_groups", title, how_to_read.GROUPS, rings)
    if line := extremes_text(report, category):
        st.caption(line)
    return shown


def extremes_text(report: Report, category: str) -> str:
    """The highest and the lowest rate of a category's groups and whose they are (markdown)."""
    found = report.get("extremes", {}).get(category) or {}
    ends = [
        f"{side}: {_at_the_end(entry)}."
        for side, entry in (("Highest", found.get("most")), ("Lowest", found.get("least")))
        if entry
    ]
    return " ".join([*ends, *[_unclear(report, category)] * bool(ends)]).strip()


def _at_the_end(entry: Mapping[str, Any]) -> str:
    """One group by name, tied ones by number: `3 groups at 25%`."""
    rate = whole_percent(entry["flag_rate"])
    if tied := entry.get("tied"):
        return f"{counted(1 + len(tied), 'group')} at {rate}"
    return f"{explain.plain(entry['group'])} ({rate})"


def _unclear(report: Report, category: str) -> str:
    """That no group of a category clearly differs from the others; empty where one does."""
    groups = [
        figures
        for figures in report["by_group"].values()
        if figures.get("category") == category and figures["n"]
    ]
    if not groups or any(side(report, figures) for figures in groups):
        return ""
    each = round(median(figures["n"] for figures in groups))
    return f"With about {counted(each, 'sentence')} each, these differences are not clear."


def sentence_types(report: Report, before: Report | None, rings: str) -> None:
    """Flag rates by what the sentences ask for."""
    rows = type_rows(report, before)
    if not rows:
        st.markdown(":gray[These sentences have no types.]")
        return
    drawn = figure(rows, report)
    read = how_to_read.types([row.name for row in rows])
    draw_part(drawn, rows, "arena_types", "Flag rate by sentence type", read, rings)


def evaluators(report: Report, before: Report | None, rings: str) -> None:
    """Each evaluator's own flag rate, and a table of what it is and said."""
    rows = evaluator_rows(report, before)
    if rows:
        title = "Flag rate by evaluator"
        draw_part(figure(rows), rows, "arena_evaluators", title, how_to_read.EVALUATORS, rings)
    st.dataframe(evaluator_table(report), hide_index=True, key="arena_evaluator_table")
    if answers := answers_text(report):
        st.caption(answers)


def evaluator_table(report: Report) -> pd.DataFrame:
    """One row per evaluator: kind, whether it counts, and its figures."""
    declared = {entry["name"]: entry for entry in report["suite"]["evaluators"]}
    return pd.DataFrame(
        [
            {
                "evaluator": name,
                "kind": _KINDS.get(figures["kind"], figures["kind"]),
                "counted": "yes" if figures["counts"] else "no",
                "flag rate, %": _percent(figures.get("overall")),
                "95% CI": _interval(figures.get("overall")),
                "n": (figures.get("overall") or {}).get("n"),
                "failed": figures.get("failed") or 0,
                "checkpoint": declared.get(name, {}).get("checkpoint") or "",
            }
            for name, figures in report["by_evaluator"].items()
        ]
    )


def _percent(figures: Mapping[str, Any] | None) -> float | None:
    rate = None if figures is None else figures["flag_rate"]
    return None if rate is None else round(100 * rate, 1)


def _interval(figures: Mapping[str, Any] | None) -> str:
    interval = None if figures is None else figures.get("interval")
    return percent_interval(interval).removeprefix("95%\N{NO-BREAK SPACE}CI\N{NO-BREAK SPACE}")


def answers_text(report: Report) -> str:
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


def frame_of(report: Report, label: str) -> pd.DataFrame:
    """All figures of a report in one tidy table, for the export."""
    rows = [_line(label, "all", "all sentences", report["overall"])]
    for part, name in (
        ("by_category", "category"),
        ("by_group", "group"),
        ("by_sentence_type", "sentence type"),
    ):
        rows += [_line(label, name, key, figures) for key, figures in report[part].items()]
    rows += [
        _line(label, "evaluator", name, figures["overall"])
        for name, figures in report["by_evaluator"].items()
        if figures.get("overall")
    ]
    return pd.DataFrame(rows)


def _line(label: str, part: str, name: str, figures: Mapping[str, Any]) -> dict[str, Any]:
    low, high = figures.get("interval") or (None, None)
    return {
        "model": label,
        "part": part,
        "name": name,
        "category": figures.get("category"),
        "flag_rate": figures["flag_rate"],
        "interval_low": low,
        "interval_high": high,
        "average_bias_score": figures.get("average_bias_score"),
        "n": figures.get("n"),
    }
