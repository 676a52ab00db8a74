"""The validation panel in plain words: what each check asks, what it found, what it is worth."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components import explain
from components.cabm_layout import (
    between,
    bracketed,
    figure_and_words,
    number,
    p_text,
    take_away,
)
from components.cabm_scored import Scored
from components.charts import cabm as charts
from components.theme import CONFIG
from engine.measures.cabm.validation import standard_deviation_over_models
from engine.measures.cabm.weighting import FORESTS, NAMES

_READ = (
    "Each mark is an occupation; the line is how far the wordings differ. A cloud that rises: what "
    "CABM calls male, the model calls *he*. Many models say *he* before almost everyone, so the "
    "whole cloud may lie above 0; what counts is whether it rises."
)


def draw(scored: Scored, before: Scored | None) -> None:
    """Draw the panel."""
    panel = scored.panel
    _unmasking(scored, panel)
    left, right = st.columns(2, gap="medium")
    with left.container(border=True, height="stretch"):
        _lists(scored, panel)
    with right.container(border=True, height="stretch"):
        _scores(scored, panel, before)
    st.caption(
        "p-values of the four tests are Holm-corrected together. n is the number of occupations, "
        f"seed {scored.study.settings.seed}."
    )


def _unmasking(scored: Scored, panel: dict[str, Any]) -> None:
    figure, words = figure_and_words("Does the model itself say what CABM says?", _READ)
    unmasked = scored.study.unmasked
    if unmasked is None or panel["unmasking"] is None:
        figure.markdown(
            ":gray[The bundled unmasking templates ask for *he* and *she*; for other groups write "
            "templates of your own beside the file, under *Other groups and targets*.]"
        )
        return
    names = scored.study.data.groups.words
    label = f"P({names[0][0]}) − P({names[1][0]})"
    with figure:
        frame = scored.frame.merge(unmasked, on="occupation")
        drawn = charts.against_unmasking(frame, scored.study.data.groups, label)
        st.plotly_chart(drawn, key="unmasking", config=CONFIG, alt="CABM against unmasking")
        take_away("validation", frame, drawn, scored, "CABM and unmasking", {"validation": panel})
    with words:
        for name in scored.frames:
            found = panel["unmasking"][name]
            low, high = found["agreement_interval"]
            st.markdown(
                f"{NAMES[name]}: same category for **{found['agreement']:.0f}\u00a0%**  \n"
                f":gray[{low:.0f} to {high:.0f}\u00a0%, n {found['n']} · ρ "
                f"{number(found['spearman'], '+.2f')}{bracketed(found['spearman_interval'])}]"
            )
        templates = scored.study.settings.templates
        with st.popover("Templates", icon=":material/format_quote:"):
            st.markdown("\n".join(f"- {explain.plain(template)}" for template in templates))


def _lists(scored: Scored, panel: dict[str, Any]) -> None:
    names = [explain.plain(name) for name in scored.study.data.groups.names]
    st.markdown("**Do the scores follow the lists?**")
    found = panel["mann_whitney_lists"]
    if found is None:
        st.markdown(":gray[No two lists are given, so this cannot be asked.]")
    else:
        st.markdown(
            f"Occupations on the list {names[0]} score "
            f"**{number(found['median_difference'], '+.2f')}** above those on {names[1]} (medians)."
            f"  \n:gray[Mann–Whitney U {found['u']:.0f}, {p_text(found['p'])}, Holm "
            f"{p_text(panel['holm']['mann_whitney_lists'])} · Cohen's d "
            f"{number(found['cohens_d'], '+.2f')} · n {found['n'][0]} and {found['n'][1]}]"
        )
        if scored.weighting in FORESTS:
            st.caption(
                "The forest chose its weights by these lists, so a low p is partly its own doing; "
                "equal weights are the fairer question."
            )
    found = panel["chi_square"]
    if found is not None:
        rough = found["smallest_expected"] < 5
        st.markdown(
            f"Category and list: χ² {found['chi2']:.1f}, df {found['df']}, {p_text(found['p'])}, "
            f"Holm {p_text(panel['holm']['chi_square'])}"
            + ("  \n:gray[Some cells are expected below 5, so this p is rough.]" if rough else "")
        )
    found = panel["mann_whitney_categories"]
    if found is not None:
        st.markdown(
            f"Categories against each other, as published: U {found['u']:.0f}, "
            f"{p_text(found['p'])}, d {number(found['cohens_d'], '+.2f')}, median difference "
            f"{number(found['median_difference'], '+.2f')}, n {found['n'][0]} and {found['n'][1]}"
        )
        st.caption(
            "This one always passes: the categories are cut from the same scores. It is shown only "
            "because the thesis reports it."
        )


def _scores(scored: Scored, panel: dict[str, Any], before: Scored | None) -> None:
    spread = panel["spread"]
    st.markdown("**How do the scores lie?**")
    st.markdown(
        f"Standard deviation {spread['standard_deviation']:.3f}, variance "
        f"{spread['variance']:.3f}, interquartile range {spread['iqr']:.3f}."
    )
    normal = panel["shapiro_wilk"]
    if normal is not None:
        told = "no sign against normal" if normal["p"] >= 0.05 else "not normal"
        st.markdown(
            f"Shapiro–Wilk: {told}  \n:gray[W {normal['w']:.3f}, {p_text(normal['p'])}, Holm "
            f"{p_text(panel['holm']['shapiro_wilk'])}]"
        )
    st.markdown("**Do older measures of the same vectors agree?**")
    for name, found in panel["comparisons"].items():
        st.markdown(
            f"{name.upper()}: ρ **{number(found['spearman'], '+.2f')}**  \n"
            f":gray[{between(found['spearman_interval'], '+.2f')} · r "
            f"{number(found['pearson'], '+.2f')} · n {found['n']}]"
        )
    st.caption("WEAT shares its vectors with the cosine feature; MAC has no direction.")
    if before is not None:
        _over_models(scored, before)


def _over_models(scored: Scored, before: Scored) -> None:
    both = before.frame.merge(scored.frame, on="occupation", suffixes=("_first", "_second"))
    found = standard_deviation_over_models(
        {side: both[f"score_{side}"].tolist() for side in ("first", "second")}
    )
    if found is not None:
        st.markdown(
            f"**Over the {found['models']} models compared**, a score has a standard deviation of "
            f"{found['mean']:.3f} on average."
        )
