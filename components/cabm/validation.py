"""The validation panel in plain words: what each check asks, its result, and its limits."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components.cabm.charts import scores as charts
from components.cabm.layout import export_row, figure_and_words
from components.cabm.scored import Scored
from components.present import explain
from components.present.numbers import interval_text, number, p_text, whole_percent
from components.present.theme import CONFIG
from engine.measures.cabm.validation import standard_deviation_over_models
from engine.measures.cabm.weighting import FORESTS, NAMES

_READ = (
    "Each mark is an occupation; its line is the 95% confidence interval over the templates. "
    "Marks that rise from left to right: where CABM leans to the first group, the model also "
    "prefers that group's word. Many models prefer *he* for almost every occupation, so all marks "
    "may lie above 0; what counts is whether they rise."
)


def draw(scored: Scored, before: Scored | None) -> None:
    """Draw the panel."""
    panel = scored.panel
    _probability_gap(scored, panel)
    left, right = st.columns(2, gap="medium")
    with left.container(border=True, height="stretch"):
        _lists(scored, panel)
    with right.container(border=True, height="stretch"):
        _scores(scored, panel, before)
    st.caption(
        "“Holm” is the p-value after Holm's correction for the four tests together. n: number of "
        f"occupations; seed {scored.study.settings.seed}."
    )


def _probability_gap(scored: Scored, panel: dict[str, Any]) -> None:
    figure, words = figure_and_words(
        "Does the model itself fill in the words that CABM suggests?", _READ
    )
    unmasked = scored.study.unmasked
    if unmasked is None or panel["unmasking"] is None:
        figure.markdown(
            ":gray[The bundled templates ask for *he* and *she*. For other groups, write your own "
            "templates below the file, under *Other groups and targets*.]"
        )
        return
    with figure:
        frame = scored.frame.merge(unmasked, on="occupation")
        drawn = charts.against_unmasking(frame, scored.study.data.groups, scored.gap)
        st.plotly_chart(drawn, key="unmasking", config=CONFIG, alt=f"CABM against {scored.gap}")
        title = f"CABM and the {scored.gap_name}"
        export_row("validation", frame, drawn, scored, title, {"validation": panel})
    with words:
        for name in scored.frames:
            agreement = panel["unmasking"][name]
            st.markdown(
                f"{NAMES[name]}: same category for **{percent_or_none(agreement['agreement'])}**"
                "  \n"
                f":gray[{interval_text(agreement['agreement_interval'], '.0f')} · "
                f"n {agreement['n']} settled · ρ {number(agreement['spearman'], '+.2f')} "
                f"{interval_text(agreement['spearman_interval'], '+.2f')}]"
            )
        templates = scored.study.settings.templates
        with st.popover("Templates", icon=":material/format_quote:"):
            st.markdown("\n".join(f"- {explain.plain(template)}" for template in templates))


def percent_or_none(share: float | None) -> str:
    """A share in percent as text; what to say where nothing is settled."""
    return "none: nothing is settled" if share is None else whole_percent(share / 100)


def _lists(scored: Scored, panel: dict[str, Any]) -> None:
    st.markdown("**Do the scores follow the lists?**")
    _between_lists(scored, panel)
    _categories_by_list(panel)
    _between_categories(panel)


def _between_lists(scored: Scored, panel: dict[str, Any]) -> None:
    test = panel["mann_whitney_lists"]
    if test is None:
        st.markdown(":gray[These data have no two lists of occupations to compare.]")
        return
    names = [explain.plain(name) for name in scored.study.data.groups.names]
    st.markdown(
        f"The median score of occupations on the list {names[0]} is "
        f"**{number(test['median_difference'], '+.2f')}** higher than on the list {names[1]}.  \n"
        f":gray[Mann–Whitney U {test['u']:.0f}, {p_text(test['p'])}, Holm "
        f"{p_text(panel['holm']['mann_whitney_lists'])} · Cohen's d "
        f"{number(test['cohens_d'], '+.2f')} · n {test['n'][0]} and {test['n'][1]}]"
    )
    if scored.weighting in FORESTS:
        st.caption(
            "The forest learned its weights from these lists, which lowers p; equal weights "
            "give the fairer test."
        )


def _categories_by_list(panel: dict[str, Any]) -> None:
    test = panel["chi_square"]
    if test is None:
        return
    approximate = test["smallest_expected"] < 5
    st.markdown(
        f"Bias category by list: χ² {test['chi2']:.1f}, df {test['df']}, {p_text(test['p'])}, "
        f"Holm {p_text(panel['holm']['chi_square'])}"
        + "  \n:gray[Some expected counts are below 5, so this p is approximate.]"
        * approximate
    )


def _between_categories(panel: dict[str, Any]) -> None:
    test = panel["mann_whitney_categories"]
    if test is None:
        return
    st.markdown(
        f"Difference between the bias categories: U {test['u']:.0f}, {p_text(test['p'])}, "
        f"d {number(test['cohens_d'], '+.2f')}, median difference "
        f"{number(test['median_difference'], '+.2f')}, n {test['n'][0]} and {test['n'][1]}"
    )
    st.caption(
        "This test always passes, because the categories are made from the same scores. It is "
        "shown only because the thesis reports it."
    )


def _scores(scored: Scored, panel: dict[str, Any], before: Scored | None) -> None:
    deviation = panel["spread"]
    st.markdown("**How are the scores distributed?**")
    st.markdown(
        f"Standard deviation {deviation['standard_deviation']:.3f}, variance "
        f"{deviation['variance']:.3f}, interquartile range {deviation['iqr']:.3f}."
    )
    normal = panel["shapiro_wilk"]
    if normal is not None:
        verdict = "consistent with a normal distribution" if normal["p"] >= 0.05 else "not normal"
        st.markdown(
            f"Shapiro–Wilk: {verdict}  \n:gray[W {normal['w']:.3f}, {p_text(normal['p'])}, Holm "
            f"{p_text(panel['holm']['shapiro_wilk'])}]"
        )
    st.markdown("**Do older measures agree?**")
    st.caption("SAME: WEAT divided by the distance between the groups' words.")
    for name, agreement in panel["comparisons"].items():
        st.markdown(
            f"{name.upper()}: Spearman ρ **{number(agreement['spearman'], '+.2f')}**  \n"
            f":gray[{interval_text(agreement['spearman_interval'], '+.2f')} · r "
            f"{number(agreement['pearson'], '+.2f')} · n {agreement['n']}]"
        )
    st.caption(
        "WEAT: Word Embedding Association Test, on the same vectors as the cosine feature. MAC: "
        "mean average cosine distance; it has no direction."
    )
    if before is not None:
        _over_models(scored, before)


def _over_models(scored: Scored, before: Scored) -> None:
    both = scored.beside(before)
    deviation = standard_deviation_over_models(
        {side: both[f"score_{side}"].tolist() for side in ("first", "second")}
    )
    if deviation is not None:
        st.markdown(
            f"**Over the {deviation['models']} models compared**, the standard deviation of a "
            f"score is {deviation['mean']:.3f} on average, on the raw scale and with the weights "
            f"of {explain.plain(scored.label)} for both."
        )
