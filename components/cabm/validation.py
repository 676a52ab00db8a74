"""The validation panel in plain words: what each check asks, its result, and its limits."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components.cabm import wording
from components.cabm.charts import scores as charts
from components.cabm.employment import draw_employment
from components.cabm.results import export_row, figure_and_words
from components.cabm.scored import ScoredStudy
from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import (
    detectable_text,
    interval_text,
    number,
    p_text,
    whole_percent,
)
from engine.core.families import MASKED
from engine.core.wording import agreeing, counted
from engine.measures.cabm.scores import list_agreement
from engine.measures.cabm.weighting import NAMES
from engine.statistics import LEVEL, detectable_share, least_trials

_READ = (
    "Each mark is one {noun}; its line is the 95% confidence interval over the templates. Marks "
    "that rise from left to right: where CABM leans to {first_group}, the model also finds {first} "
    "more likely. Many models prefer one of the two words for almost every {noun}, so all marks "
    "may lie on one side of 0; what counts is whether they rise."
)


_NO_LISTS = "These data have no two lists of occupations to compare."


def draw_validation(scored: ScoredStudy) -> None:
    """Draw the panel."""
    panel = scored.panel
    _probability_gap(scored, panel)
    left, right = st.columns(2, gap="medium")
    with left.container(border=True, height="stretch"):
        _lists(scored, panel)
    with right.container(border=True, height="stretch"):
        _scores(panel)
    st.caption(
        "“Holm” is the p-value after Holm's correction for the four tests together. n: number of "
        f"occupations; seed {scored.study.settings.seed}."
    )
    draw_employment(scored)


def _probability_gap(scored: ScoredStudy, panel: dict[str, Any]) -> None:
    first, second = wording.first_words(scored.groups)
    figure, words = figure_and_words(
        "Does the model itself fill in the words that CABM suggests?",
        _READ.format(
            noun=wording.noun(scored.study.data),
            first=first,
            first_group=explain.plain(scored.groups.names[0]),
        ),
    )
    unmasked = scored.study.unmasked
    if unmasked is None or panel["unmasking"] is None:
        figure.markdown(f":gray[{_nothing_asked(scored, first, second)}]")
        return
    with figure:
        frame = scored.frame.merge(unmasked, on="occupation")
        drawn = charts.against_unmasking(frame, scored.study.data.groups, scored.gap)
        plot.draw_figure(
            drawn,
            key="unmasking",
            title=f"CABM against {scored.gap}",
            says=in_words.points(
                frame["occupation"],
                (scored.gap, frame["unmasking"]),
                ("CABM", frame["score"]),
                "+.2f",
            ),
        )
        title = f"CABM and the {scored.gap_name}"
        export_row("validation", frame, drawn, scored, title, {"validation": panel})
    with words:
        for name in scored.frames:
            st.markdown(_with_words(NAMES[name], panel["unmasking"][name]))
        templates = scored.study.settings.templates
        with st.popover("Templates", icon=":material/format_quote:"):
            st.markdown("\n".join(f"- {explain.plain(template)}" for template in templates))


def _with_words(name: str, agreement: dict[str, Any]) -> str:
    """How well one weighting agrees with the words filled in."""
    correlation = (
        f"ρ {number(agreement['spearman'], '+.2f')} "
        f"({wording.rho_bounds(agreement)}), n = {agreement['n_scores']}"
    )
    if agreement["agreement"] is None:
        return f"{name}: no side is settled, so no category to compare  \n:gray[{correlation}]"
    return (
        f"{name}: same category for **{whole_percent(agreement['agreement'] / 100)}** of those "
        f"settled  \n:gray[{interval_text(agreement['agreement_interval'], '.0f')} · "
        f"n = {agreement['n']} · {correlation}]"
    )


def _nothing_asked(scored: ScoredStudy, first: str, second: str) -> str:
    if scored.study.settings.kind != MASKED:
        return "This kind of model fills in no blanks, so there is nothing to compare with."
    return (
        f"To ask the model for {first} and {second}, write templates of your own below the file, "
        "under *Other groups and targets*; the bundled ones are about gender."
    )


def _lists(scored: ScoredStudy, panel: dict[str, Any]) -> None:
    st.markdown("**Do the scores follow the lists?**")
    _between_lists(scored, panel)
    _settled_by_list(scored)
    _categories_by_list(panel)
    _between_categories(panel)


def _between_lists(scored: ScoredStudy, panel: dict[str, Any]) -> None:
    test = panel["mann_whitney_lists"]
    if test is None:
        st.markdown(f":gray[{panel['problems']['mann_whitney_lists'] or _NO_LISTS}]")
        return
    names = [explain.plain(name) for name in scored.groups.names]
    higher = test["median_difference"]
    st.markdown(
        f"The median score on the {names[0]} list is **{abs(higher):.2f} "
        f"{'higher' if higher > 0 else 'lower'}** than on the {names[1]} list.  \n"
        f":gray[Mann–Whitney U = {test['u']:.0f}, {p_text(test['p'])}, Holm "
        f"{p_text(panel['holm']['mann_whitney_lists'])} · Cohen's d "
        f"{number(test['cohens_d'], '+.2f')} · n = {test['n'][0]} and {test['n'][1]}]"
    )
    if scored.study.rule.from_lists:
        st.caption(
            "The weights were learned from these same lists, so the lists are no independent test: "
            "p is too low and the share below too high. Equal weights give the fair test; how well "
            "the forest does on occupations held out is shown with the weights."
        )


def _settled_by_list(scored: ScoredStudy) -> None:
    """Of the occupations with a side, how many have that of their list."""
    leaning = list_agreement(scored.frame, scored.groups)
    if leaning is None:
        st.markdown(":gray[No listed occupation leans to a side, so none can follow its list.]")
        return
    bounds = [100 * bound for bound in leaning["interval"]]
    same = leaning["same"]
    st.markdown(
        f"**{same}** of {counted(leaning['n'], 'listed occupation')} with a side "
        f"{agreeing(same, 'lean')} to that of {'its' if same == 1 else 'their'} list "
        f"({whole_percent(leaning['share'])}).  \n"
        f":gray[{interval_text(bounds, '.0f')} · chance would give 50%]"
    )
    if bounds[0] <= 50 <= bounds[1]:
        st.caption(_undetected(leaning["n"], wording.noun(scored.study.data)))


def _undetected(size: int, noun: str) -> str:
    share = detectable_share(size)
    smallest = None if share is None else f"{100 * (share - 0.5):.0f} points from 50%"
    return detectable_text(counted(size, noun), smallest, counted(least_trials(), noun))


def _categories_by_list(panel: dict[str, Any]) -> None:
    test = panel["chi_square"]
    if test is None:
        _told(panel, "chi_square", "Bias category by list")
        return
    approximate = test["smallest_expected"] < 5
    st.markdown(
        f"Bias category by list: χ² {test['chi2']:.1f}, df {test['df']}, {p_text(test['p'])}, "
        f"Holm {p_text(panel['holm']['chi_square'])}"
        + "  \n:gray[Some expected counts are below 5, so this p is approximate.]"
        * approximate
    )


def _told(panel: dict[str, Any], test: str, title: str) -> None:
    """Why a test was not made, where there is something to test."""
    if panel["problems"][test]:
        st.markdown(f"{title}: not tested  \n:gray[{panel['problems'][test]}]")


def _between_categories(panel: dict[str, Any]) -> None:
    test = panel["mann_whitney_categories"]
    if test is None:
        _told(panel, "mann_whitney_categories", "Difference between the bias categories")
        return
    st.markdown(
        f"Difference between the bias categories: U = {test['u']:.0f}, {p_text(test['p'])}, "
        f"d {number(test['cohens_d'], '+.2f')}, median difference "
        f"{number(test['median_difference'], '+.2f')}, n = {test['n'][0]} and {test['n'][1]}"
    )
    st.caption(
        "The categories are made from the same scores, so a difference between them is no "
        "evidence. It is shown only because the thesis reports it."
    )


def _scores(panel: dict[str, Any]) -> None:
    deviation = panel["spread"]
    st.markdown("**How are the scores distributed?**")
    st.markdown(
        f"Standard deviation {deviation['standard_deviation']:.3f}, variance "
        f"{deviation['variance']:.3f}, interquartile range {deviation['iqr']:.3f}."
    )
    normal = panel["shapiro_wilk"]
    if normal is not None:
        verdict = (
            "no departure from a normal distribution shown"
            if panel["holm"]["shapiro_wilk"] >= LEVEL
            else "not normal"
        )
        st.markdown(
            f"Shapiro–Wilk: {verdict}  \n:gray[W = {normal['w']:.3f}, {p_text(normal['p'])}, Holm "
            f"{p_text(panel['holm']['shapiro_wilk'])}]"
        )
    st.markdown("**Do older measures agree?**")
    for name, agreement in panel["comparisons"].items():
        st.markdown(
            f"{name.upper()}: Spearman ρ **{number(agreement['spearman'], '+.2f')}**  \n"
            f":gray[{wording.rho_bounds(agreement)} · r "
            f"{number(agreement['pearson'], '+.2f')} · n = {agreement['n']}]"
        )
    st.caption(
        "WEAT: Word Embedding Association Test, on the same vectors as the cosine feature. MAC: "
        "mean average cosine distance; it has no direction. SAME: WEAT divided by the "
        "distance between the two groups' words, so within one model both rank alike."
    )
