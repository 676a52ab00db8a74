"""One group opened: which one, its figures, and its sentences."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import streamlit as st

from components.arena import group_sentences, wording
from components.arena.charts.beside import beside_average
from components.arena.figures import (
    AnyReport,
    RateFigures,
    behind_text,
    flagged_share,
    known_groups,
    rate_alone,
    rate_text,
    score_text,
)
from components.frame.present import explain, in_words, plot
from components.frame.widgets.choice_box import choose

Rows = Callable[[str], pd.DataFrame]

_NO_SENTENCES = (
    "Only this report's figures are on this machine, not its sentences: a report file holds no "
    "sentences. To read completions and verdicts, run the same model here on the same sentences."
)


def draw_opened_group(report: AnyReport, rows: Rows | None) -> None:
    """Draw the chosen group.

    Args:
        rows: group -> its completions, as `verdicts` describes them; None where only the
            report is at hand.
    """
    group = choose_group(report)
    if group is None:
        st.markdown(":gray[No group of this report has a flag rate, so there is none to open.]")
        return
    _figures(report, group)
    if rows is None:
        st.markdown(f":gray[{_NO_SENTENCES}]")
        return
    with explain.errors(ends_page=False):
        group_sentences.draw_group_sentences(group, rows(group))


def _figures(report: AnyReport, group: str) -> None:
    entry = report["by_group"][group]
    category = entry.get("category") or ""
    averages = [("all sentences", report["overall"])]
    if category in report["by_category"]:
        averages.insert(0, (f"all of {category}", report["by_category"][category]))
    left, right = st.columns([3, 2], gap="medium")
    with left:
        st.markdown(_sentence(report, group, averages))
        plot.draw_figure(
            beside_average((entry.get("group", group), entry), averages),
            key="arena_group_rate",
            title=f"Flag rate of {group} and of its category",
            says=in_words.listed_texts(
                (name, one["flag_rate"], rate_alone(one))
                for name, one in [(group, entry), *averages]
            ),
        )
    with right:
        st.dataframe(by_evaluator(report, group, category), hide_index=True)
        if not all(entry["counts"] for entry in report["by_evaluator"].values()):
            st.caption(f"{wording.NOT_COUNTED}.")
        st.caption(
            f"{explain.plain(wording.variant(report).capitalize())}. Lines are 95% confidence "
            "intervals over other sentences of this kind."
        )


def _sentence(report: AnyReport, group: str, averages: list[tuple[str, RateFigures]]) -> str:
    entry = report["by_group"][group]
    name = explain.plain(entry.get("group", group))
    others = "; ".join(f"{explain.plain(name)}: {rate_text(own)}" for name, own in averages)
    share = flagged_share(report, entry["n"])
    return (
        f"**{name}**: **{rate_alone(entry)}** {share} ({behind_text(entry)}). "
        f"Average bias score {score_text(entry)}.  \n:gray[To compare, {others}.]"
    )


def by_evaluator(report: AnyReport, group: str, category: str) -> pd.DataFrame:
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


CATEGORY, GROUP = "group_category", "group"  # of the boxes, in the session and the address
ALL = "all categories"


def choose_group(report: AnyReport) -> str | None:
    """Draw the boxes; the chosen group, None where no group has a flag rate."""
    everything = known_groups(report)
    if not everything:
        return None
    categories = list(dict.fromkeys(str(entry["category"]) for entry in everything.values()))
    in_order = [name for name in report["by_category"] if name in categories]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        category = choose("Category of the group", [ALL, *in_order], CATEGORY, 240)
        known = known_groups(report, None if category == ALL else category)
        return choose("Group", [*known], GROUP, 320, help_text="Most flagged first.")
