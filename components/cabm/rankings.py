"""The rankings of the CABM page: both ends below each claim, and all occupations further down."""

from __future__ import annotations

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.cabm import first_result, headlines, ranking_exports, wording
from components.cabm.charts.marks import explained
from components.cabm.filled_in import draw_filled_in
from components.cabm.first_result import KNOWN
from components.cabm.ranked import Rankings
from components.cabm.scored import ScoredStudy
from components.frame.present import explain, first_screen, in_words, plot
from engine.core.wording import counted
from engine.measures.cabm.data.sentences import GENDER

_LIMITS = (
    "How a model treats each {noun} is read in two ways: by the word that it fills in itself, and "
    "by CABM (Context-Aware Bias Metric), a score made of word counts and the model's own vectors. "
    "Neither says anything about any one person."
)
_UNTESTED = (
    "The change from the other model is tested on average only, over occupations; that of a single "
    "one, or in other sentences, was not tested."
)
_PROBABILITY = "Axis: difference of the two probabilities."
_GAP = (
    "Each line is the 95% confidence interval (CI) over the sentences with a blank, uncorrected; a "
    "side is named where p, Holm-corrected, is below .05 too."
)
_CABM = (
    "Each line is the 95% confidence interval (CI) over sentences and corpus counts. Dotted: the "
    "threshold for neutral."
)
_DOTTED = "Dotted: the threshold for neutral."
_ANOTHER = "Not the words filled in above, but a score of word counts and the model's vectors"
_NOT_COMPARABLE = (
    "Not drawn here: {other}, because standardised scores are relative to each model's own "
    "average. Choose the raw scale, or open *Two models* below."
)
_OTHER_FEATURES = (
    "Not drawn here: {other}, which does not have the same features; *Two models* below compares "
    "those that both have."
)


def draw_first(rankings: Rankings) -> None:
    """Draw the answer of the page: by the words filled in, or by CABM where there are none."""
    scored, asked = rankings.scored, rankings.asked
    if asked is None:
        _draw_cabm(rankings, "claim", [_limits(scored), *rankings.described])
        return
    untested = [] if rankings.asked_before is None else [_UNTESTED]
    known = [KNOWN] * (scored.groups.words == GENDER.words)
    first_screen.draw_claim(
        explain.plain(rankings.gap_claim(asked)),
        explain.plain(rankings.gap_statistics(asked)),
        limits="\n\n".join([_limits(scored), *untested, *rankings.described, *known]),
        more=lambda: first_result.draw_more(scored, asked),
    )
    _draw_gaps(rankings, asked, rankings.ends)


def _limits(scored: ScoredStudy) -> str:
    return _LIMITS.format(noun=wording.plain_noun(scored.study.data))


def draw_second(rankings: Rankings) -> DeltaGenerator:
    """Draw what CABM says, where the page begins with the words; give the card for the weights."""
    if rankings.asked is None:
        card = st.container(border=True)
    else:
        left, right = st.columns((0.6, 0.4), gap="small")
        with left.container(border=True, height="stretch"):
            _draw_cabm(rankings, "cabm", [])
        card = right.container(border=True, height="stretch")
    ranking_exports.draw_exports(rankings)
    return card


def draw_all(rankings: Rankings) -> None:
    """Draw all occupations in both orders, and the words that the model fills in."""
    scored, asked = rankings.scored, rankings.asked
    noun = wording.noun(scored.study.data)
    st.subheader(f"All {counted(len(scored.frame), noun)}", anchor=False)
    if asked is None:
        with st.container(border=True):
            _draw_scores(rankings)
        return
    left, right = st.columns(2, gap="small")
    with left.container(border=True):
        st.markdown("**By the word that the model fills in**")
        _draw_gaps(rankings, asked)
    with right.container(border=True):
        st.markdown("**By CABM**")
        _draw_scores(rankings)
    if scored.study.first_words is not None:
        with st.container(border=True):
            draw_filled_in(scored)


def _draw_gaps(rankings: Rankings, asked: pd.DataFrame, ends: int | None = None) -> None:
    """Draw the order by the words filled in, whole or both ends."""
    scored = rankings.scored
    plot.draw_figure(
        first_result.gap_ranking(scored, asked, rankings.asked_before, ends),
        key="gaps" if ends is None else "gap_ends",
        title=f"{wording.noun(scored.study.data).capitalize()}s by {scored.gap}",
        says=f"{rankings.gap_claim(asked)} {_numbers(asked)}",
    )
    told = (
        f"{_GAP} {explained(asked, scored.groups)}"
        if ends is None
        else f"{_PROBABILITY} {_look(asked, scored)}"
    )
    st.caption(f"{told} {first_result.cut_text(asked)}".rstrip())


def _look(frame: pd.DataFrame, scored: ScoredStudy) -> str:
    """What the marks of a first figure mean, in one line.

    A line is of one occupation, and a side is named by a test of all: one without a side can lie
    far from 0.
    """
    noun = wording.plain_noun(scored.study.data)
    marks = explained(frame, scored.groups, f"clear with all {len(frame)} tested at once")
    return f"Line: 95% CI of one {noun} alone. {marks}"


def _draw_cabm(rankings: Rankings, key: str, limits: list[str]) -> None:
    """Draw the claim of CABM with both ends of its ranking."""
    scored = rankings.scored
    asked = rankings.asked is not None
    first_screen.draw_claim(
        explain.plain(headlines.cabm_claim(scored)),
        explain.plain(" · ".join([*[_ANOTHER] * asked, headlines.cabm_statistics(scored)])),
        limits="\n\n".join([*limits, headlines.limits_text(scored, asked)]),
        more=lambda: headlines.draw_more(scored),
        key=key,
    )
    _draw_scores(rankings, rankings.ends)


def _draw_scores(rankings: Rankings, ends: int | None = None) -> None:
    """Draw the order by CABM, whole or both ends."""
    scored, before = rankings.scored, rankings.before
    plot.draw_figure(
        rankings.by_cabm(ends),
        key="ranking" if ends is None else "ranking_ends",
        title=f"{wording.noun(scored.study.data).capitalize()}s by CABM",
        says=f"{headlines.cabm_claim(scored)} {_numbers(scored.frame)}",
    )
    if before is not None and rankings.comparable() is None:
        why = _NOT_COMPARABLE if scored.relative else _OTHER_FEATURES
        st.caption(why.format(other=explain.plain(before.label)))
    if ends is None:
        st.caption(f"{_CABM} {explained(scored.frame, scored.groups)}")
    elif scored.study.settings.published:
        st.caption(f"Line: 95% CI. {explained(scored.frame, scored.groups)} {_DOTTED}")
    else:
        st.caption(f"{_look(scored.frame, scored)} {_DOTTED}")


def _numbers(frame: pd.DataFrame) -> str:
    """The numbers of both ends, for whoever cannot see the figure."""
    return in_words.listed(zip(frame["occupation"], frame["score"], strict=True), "+.2f")
