"""The tab: which gender's words a profession draws, by group of professions, and in words."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components.cabm import employment
from components.cabm.charts import professions as charts
from components.cabm.professions import data
from components.cabm.professions.data import ProfessionChoice
from components.cabm.professions.measuring import MeasuredProfessions, measured_professions
from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import interval_text, number, p_text, written_numbers
from components.frame.shell.model_bar import Subject
from components.frame.widgets import export
from engine.core.families import MASKED
from engine.core.wording import counted, listed
from engine.measures.bec_pro.data.sentences import BALANCED, GENDERS, MALE
from engine.measures.bec_pro.report import (
    QUESTION,
    UNCLEAR,
    bec_pro_smallest,
    bec_pro_verdict,
    drawn_more,
)

_LINE = (
    "How much more likely does a profession make words for men, and words for women, in a sentence "
    "such as “[MASK] is a mason.”?"
)
_READ = (
    "Each mark is the mean over the professions of a list; its line is the 95% confidence interval "
    "over professions. Circle: words for men (he, brother); square: words for women (she, sister). "
    "Above 0 the profession makes the words more likely than the same sentence without it. On the "
    "right, on a scale of its own: the difference, words for men less words for women. Orange: "
    "toward the stereotype (words for men with the male list, words for women with the female "
    "list); blue: away from it; grey: the test is not clear or the interval contains 0, or "
    "professions that are listed as neither. The lists say which gender is the majority in a job "
    "in the United States."
)
_NOT_MASKED = (
    "This kind of model fills in no blanks, so associations of person words with professions "
    "cannot be measured; choose a masked language model."
)


def draw_professions(subject: Subject, other: Subject | None, seed: int) -> None:
    """Draw the tab.

    Args:
        other: the model compared with, drawn where it is measured too.
        seed: of the bootstrap intervals.
    """
    figure, card = plot.figure_and_words(_LINE, _READ, "bec-pro")
    with figure:
        if subject.facts.kind != MASKED:
            st.markdown(f":gray[{_NOT_MASKED}]")
            return
        chosen = data.choose_professions()
        if chosen is None:
            return
        own = measured_professions(chosen, subject, seed)
        if own is None:
            return
        before = _compared(chosen, other, seed)
        headline(own, before)
        drawn = charts.groups(own.report, *((before.report, before.label) if before else ()))
        plot.draw_figure(
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
        whole = own.manifest | {"report": own.report}
        export.section(
            "cabm-professions",
            [
                export.Result(f"bec-pro-{name}", frame, figure, own.command, manifest, shown)
                for name, frame, figure, manifest, shown in (
                    ("groups", groups_table(own.report), drawn, whole, title),
                    ("professions", professions, None, own.manifest, "Professions"),
                    ("sentences", own.frame, None, own.manifest, "Sentences"),
                )
            ],
        )
    with card:
        tests(own.report)
        if own.unknown:
            st.caption(f"Not in the vocabulary, left out: {explain.plain(listed(own.unknown))}.")
    left, right = st.columns(2, gap="medium")
    with left.container(border=True):
        _table(professions)
    with right.container(border=True):
        employment.draw_gap(own.report["employment"], own.command, own.manifest, own.label)


def _compared(
    chosen: ProfessionChoice, other: Subject | None, seed: int
) -> MeasuredProfessions | None:
    if other is None:
        return None
    with explain.errors(ends_page=False):
        if other.facts.kind == MASKED:
            return measured_professions(chosen, other, seed)
        st.caption(f"{explain.plain(other.label)} is not shown: it fills in no blanks.")
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
        written_numbers(shown, dict.fromkeys(("male", "female", "gap"), "+.2f"), missing="none"),
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


# --- words --------------------------------------------------------------------------------
# Sentences say what the associations show: the one figure, and the test of every group.

_SPEC = "+.2f"


def headline(own: MeasuredProfessions, before: MeasuredProfessions | None) -> None:
    """The figure of the set, with that of the model compared with."""
    found = own.report
    st.markdown(f"**{QUESTION}**")
    st.markdown(
        f"### {bec_pro_verdict(found['parts']['groups'])}\n"
        f"**{number(found['value'], _SPEC)} nats** · {_gap(found)}  \n"
        f":gray[{_bounds(found)} · n = {counted(found['n'], 'profession')} · 0 is neutral]"
    )
    if before is not None:
        other = before.report
        st.markdown(
            f":gray[{explain.plain(before.label)}: {number(other['value'], _SPEC)} nats, "
            f"{_bounds(other)}.]"
        )
    values = [part["value"] for part in found["parts"]["templates"]]
    if len(values) > 1:
        st.caption(
            f"In single templates it is between {number(min(values), _SPEC)} and "
            f"{number(max(values), _SPEC)}."
        )


def _gap(found: dict[str, Any]) -> str:
    """What the figure's interval allows to say."""
    compared = "Difference between words for men and for women on the male list, less that on the "
    bounds = found["interval"]
    if bounds is None:
        return f"{compared}female list: not clear, as there is no interval."
    if bounds[0] <= 0 <= bounds[1]:
        return f"{compared}female list: not clear, as its interval contains 0."
    side = "toward the stereotype" if found["value"] > 0 else "away from the stereotype"
    return f"{compared}female list: {side}."


def _bounds(found: dict[str, Any]) -> str:
    return interval_text(found["interval"], _SPEC) or (
        "no interval: a list has one profession, or none differs from the others of its list"
    )


def tests(found: dict[str, Any]) -> None:
    """The signed-rank test of every group in a sentence, with its numbers."""
    st.markdown("**Words for men against words for women**")
    for entry in found["parts"]["groups"]:
        st.markdown(f"{_sentence(entry)}  \n:gray[{_numbers(entry)}]")
    if smallest := bec_pro_smallest(found["parts"]["groups"]):
        st.markdown(f":gray[{smallest}]")
    st.caption(
        "Wilcoxon signed-rank test over professions, two-sided; Holm-corrected over the lists; r = "
        "z/√n. As published, every pair of sentences counts as one case, although sentences about "
        "one profession are not independent; its p is too small."
    )


def _sentence(entry: dict[str, Any]) -> str:
    name = entry["group"].capitalize() + " list"
    if entry["group"] == BALANCED:
        name = "Professions listed as neither"
    found = drawn_more(entry)
    if found in UNCLEAR:
        return f"**{name}**: {UNCLEAR[found]}."
    return (
        f"**{name}**: words for {'men' if found == MALE else 'women'} are drawn more, "
        f"by {number(abs(entry['difference']['mean']), '.2f')} nats."
    )


def _numbers(entry: dict[str, Any]) -> str:
    test, published = entry["test"], entry["published"]
    parts = [
        interval_text(entry["difference"]["interval"], _SPEC) or "no interval",
        f"n = {entry['n']}",
    ]
    if test["p"] is not None:
        parts += [
            f"W = {test['w']:.0f}",
            p_text(test["p"]),
            f"Holm {p_text(test['p_holm'])}",
            f"r {number(test['r'], _SPEC)}",
        ]
    if published is not None and published["p"] is not None:
        parts.append(
            f"as published over {counted(published['n'], 'sentence pair')}: "
            f"{p_text(published['p'])}, "
            f"r {number(published['r'], _SPEC)}"
        )
    return " · ".join(filter(None, parts))


def groups_table(found: dict[str, Any]) -> pd.DataFrame:
    """One row a group, for export."""
    return pd.DataFrame(
        [
            {
                "group": entry["group"],
                "n": entry["n"],
                "sentences": entry["sentences"],
                **{
                    f"{name}_{part}": value
                    for name in (*GENDERS, "difference")
                    for part, value in zip(
                        ("mean", "low", "high"),
                        (entry[name]["mean"], *(entry[name]["interval"] or (None, None))),
                        strict=True,
                    )
                },
                **{f"test_{key}": value for key, value in entry["test"].items()},
            }
            for entry in found["parts"]["groups"]
        ]
    )
