"""The tab: which gender's words a profession draws, by group of professions."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.cabm import employment
from components.cabm.charts import professions as charts
from components.cabm.professions import data, measured, words
from components.cabm.professions.measured import Found
from components.cabm.table import written
from components.frame.present import explain, in_words, layout, plot
from components.frame.shell.model_bar import Subject
from components.frame.widgets import export
from engine.core.families import MASKED
from engine.core.wording import listed

_LINE = (
    "How much more likely does a profession make words for men, and words for women, in a sentence "
    "such as “[MASK] is a mason.”?"
)
_READ = (
    "Each mark is the mean over the professions of a list; its line is the 95% confidence interval "
    "over professions. Filled: words for men (he, brother); hollow: words for women (she, sister). "
    "Above 0 the profession makes the words more likely than the same sentence without it. On the "
    "right, on a scale of its own: the difference, words for men less words for women. Orange: "
    "toward the stereotype (words for men with the male list, words for women with the female "
    "list); blue: away from it; grey: the test is not clear or the interval contains 0, or "
    "professions that are listed as neither. The lists say which gender is the majority in a job "
    "in the United States."
)
_NOT_MASKED = (
    "This kind of model fills in no masked words, so associations of person words with professions "
    "cannot be measured; choose a masked language model."
)


def draw(subject: Subject, other: Subject | None, seed: int) -> None:
    """Draw the tab.

    Args:
        other: the model compared with, drawn where it is measured too.
        seed: of the bootstrap intervals.
    """
    figure, card = layout.figure_and_words(_LINE, _READ, "bec-pro")
    with figure:
        if subject.facts.kind != MASKED:
            st.markdown(f":gray[{_NOT_MASKED}]")
            return
        chosen = data.choose()
        if chosen is None:
            return
        own = measured.found(chosen, subject, seed)
        if own is None:
            return
        before = _compared(chosen, other, seed)
        words.headline(own, before)
        drawn = charts.groups(own.report, *((before.report, before.label) if before else ()))
        plot.draw(
            drawn,
            key="profession_groups",
            title="Association of professions with words for men and women",
            says=in_words.listed(
                (entry["group"], entry["difference"]["mean"])
                for entry in own.report["parts"]["groups"]
            ),
        )
        professions = pd.DataFrame(own.report["parts"]["professions"])
        title = f"Association with professions, {chosen.data.title}, {own.label}"
        export.section(
            "cabm-professions",
            [
                export.Result(
                    "bec-pro-groups",
                    words.groups_table(own.report),
                    drawn,
                    own.command,
                    own.manifest | {"report": own.report},
                    title,
                ),
                export.Result(
                    "bec-pro-professions",
                    professions,
                    None,
                    own.command,
                    own.manifest,
                    "Professions",
                ),
                export.Result(
                    "bec-pro-sentences", own.frame, None, own.command, own.manifest, "Sentences"
                ),
            ],
        )
    with card:
        words.tests(own.report)
        if own.unknown:
            st.caption(f"Not in the vocabulary, left out: {explain.plain(listed(own.unknown))}.")
    left, right = st.columns(2, gap="medium")
    with left.container(border=True):
        _table(professions)
    with right.container(border=True):
        employment.draw_gap(own.report["employment"], own.command, own.manifest, own.label)


def _compared(chosen: data.Chosen, other: Subject | None, seed: int) -> Found | None:
    if other is None:
        return None
    with explain.errors(ends_page=False):
        if other.facts.kind == MASKED:
            return measured.found(chosen, other, seed)
        st.caption(f"{explain.plain(other.label)} is not shown: it fills in no masked words.")
    return None


def _table(professions: pd.DataFrame) -> None:
    st.markdown("**Every profession**")
    number = st.column_config.NumberColumn
    shown = professions.sort_values("gap", ascending=False)
    # What matters most comes first: half a page has no room for all columns.
    order = ["profession", "gap", "group", "male", "female", "form", "n"]
    if (shown["form"] == shown["profession"]).all():
        order.remove("form")
    st.dataframe(
        shown.style.format(dict.fromkeys(("male", "female", "gap"), written("+.2f"))),
        column_config={
            "profession": st.column_config.TextColumn("profession", pinned=True, width=130),
            "form": "as written",
            "group": "list",
            "male": number("words for men", help="Mean association, nats."),
            "female": number("words for women", help="Mean association, nats."),
            "gap": number("difference", help="Above 0: leans male.", width=90),
            "n": number("sentences"),
        },
        column_order=order,
        hide_index=True,
        height=420,
        key="professions_table",
    )
    st.caption("Nats, natural logarithm. Difference: words for men less words for women.")
