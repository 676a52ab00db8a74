"""The rankings of the CABM page: both ends below each claim, and all occupations further down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.cabm import first_result, headlines, wording
from components.cabm.charts.marks import explained
from components.cabm.charts.ranking import ranking
from components.cabm.first_result import KNOWN, pronoun_gaps
from components.cabm.results import draw_filled_in
from components.cabm.scored import ScoredStudy
from components.frame.present import explain, first_screen, in_words, plot
from components.frame.present.count_bars import count_bars
from components.frame.widgets import export
from engine.core.wording import counted
from engine.measures.cabm.data.sentences import GENDER

_ENDS, _ENDS_OF_TWO = 6, 5  # occupations of either end below a claim; the second with a legend
_LIMITS = (
    "How a model treats each {noun} is read in two ways: by the word that it fills in itself, and "
    "by CABM (Context-Aware Bias Metric), a score made of word counts and the model's own vectors. "
    "Neither says anything about any one person."
)
_UNTESTED = "Whether the change from the other model would hold in other sentences was not tested."
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
    "{other} is not drawn here: standardised scores are relative to each model's own average. "
    "Choose the raw scale, or open *Two models* below."
)
_OTHER_FEATURES = (
    "{other} is not drawn here, because it does not have the same features; *Two models* below "
    "compares those that both have."
)


@dataclass(frozen=True, eq=False)
class Rankings:
    """Occupations by the word filled in and by CABM, of one model beside another.

    Args:
        before: the scores of the model compared with.
        described: what is measured and counted, a paragraph each.
    """

    scored: ScoredStudy
    before: ScoredStudy | None
    described: tuple[str, ...]

    @property
    def ends(self) -> int:
        """How many occupations of either end are drawn on a first screen."""
        return _ENDS if self.before is None else _ENDS_OF_TWO

    @property
    def asked(self) -> pd.DataFrame | None:
        """The gaps of the words filled in; None where there are none."""
        return pronoun_gaps(self.scored)

    @property
    def asked_before(self) -> tuple[str, pd.DataFrame] | None:
        """The name of the model compared with, and its gaps, where it has any."""
        frame = None if self.before is None else pronoun_gaps(self.before)
        return None if self.before is None or frame is None else (self.before.label, frame)


def draw_first(rankings: Rankings) -> None:
    """Draw the answer of the page: by the words filled in, or by CABM where there are none."""
    scored, asked = rankings.scored, rankings.asked
    if asked is None:
        _draw_cabm(rankings, "claim", [_limits(scored), *rankings.described])
        return
    untested = [] if rankings.asked_before is None else [_UNTESTED]
    known = [KNOWN] * (scored.groups.words == GENDER.words)
    first_screen.draw_claim(
        explain.plain(_gap_claim(rankings, asked)),
        explain.plain(first_result.statistics_text(scored, asked)),
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
    _draw_exports(rankings)
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


def _gap_claim(rankings: Rankings, asked: pd.DataFrame) -> str:
    scored = rankings.scored
    noun = wording.plain_noun(scored.study.data)
    return first_result.claim_text(asked, scored.groups, noun, rankings.asked_before)


def _draw_gaps(rankings: Rankings, asked: pd.DataFrame, ends: int | None = None) -> None:
    """Draw the order by the words filled in, whole or both ends."""
    scored = rankings.scored
    plot.draw_figure(
        first_result.gap_ranking(scored, asked, rankings.asked_before, ends),
        key="gaps" if ends is None else "gap_ends",
        title=f"{wording.noun(scored.study.data).capitalize()}s by {scored.gap}",
        says=f"{_gap_claim(rankings, asked)} {_numbers(asked)}",
    )
    st.caption(
        f"{_GAP} {explained(asked, scored.groups)}"
        if ends is None
        else f"{_PROBABILITY} {_look(asked, scored)}"
    )


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
        _by_cabm(rankings, ends),
        key="ranking" if ends is None else "ranking_ends",
        title=f"{wording.noun(scored.study.data).capitalize()}s by CABM",
        says=f"{headlines.cabm_claim(scored)} {_numbers(scored.frame)}",
    )
    if before is not None and _comparable(scored, before) is None:
        why = _NOT_COMPARABLE if scored.relative else _OTHER_FEATURES
        st.caption(why.format(other=explain.plain(before.label)))
    if ends is None:
        st.caption(f"{_CABM} {explained(scored.frame, scored.groups)}")
    elif scored.study.settings.published:
        st.caption(f"Line: 95% CI. {explained(scored.frame, scored.groups)} {_DOTTED}")
    else:
        st.caption(f"{_look(scored.frame, scored)} {_DOTTED}")


def _by_cabm(rankings: Rankings, ends: int | None = None) -> go.Figure:
    scored, before = rankings.scored, rankings.before
    return ranking(
        scored.spoken,
        scored.groups,
        "CABM",
        (-scored.limit, scored.limit),
        _comparable(scored, before),
        ("" if before is None else before.label, scored.label),
        ends,
    )


def _comparable(scored: ScoredStudy, before: ScoredStudy | None) -> pd.DataFrame | None:
    """The other model's scores where they can stand beside these: raw, of the same features."""
    if before is None or scored.relative or before.study.names != scored.study.names:
        return None
    return scored.beside(before).rename(columns={"score_first": "score"})


def _numbers(frame: pd.DataFrame) -> str:
    """The numbers of both ends, for whoever cannot see the figure."""
    return in_words.listed(zip(frame["occupation"], frame["score"], strict=True), "+.2f")


# --- exports ------------------------------------------------------------------------------
# Both rankings and the words as data; a screen of the Stage shows both ends of a ranking.


def _draw_exports(rankings: Rankings) -> None:
    scored, asked = rankings.scored, rankings.asked
    shown = [
        _result(
            "cabm",
            scored.tidy(),
            scored,
            "CABM",
            figure=_by_cabm(rankings),
            claim=headlines.cabm_claim(scored),
            reading=headlines.cabm_statistics(scored),
            stage=lambda: _by_cabm(rankings, _ENDS),
            shown_as="ranking",
        )
    ]
    if asked is not None:
        before = rankings.asked_before
        by_gap = _result(
            "cabm-gap",
            asked,
            scored,
            scored.gap,
            figure=first_result.gap_ranking(scored, asked, before),
            claim=_gap_claim(rankings, asked),
            reading=first_result.statistics_text(scored, asked),
            stage=lambda: first_result.gap_ranking(scored, asked, before, _ENDS),
            shown_as="gaps",
        )
        shown.insert(0, by_gap)
    if scored.study.first_words is not None:
        words = scored.study.first_words
        shown.append(
            _result(
                "cabm-words",
                words,
                scored,
                "Most likely words",
                figure=count_bars(first_result.counts(words), len(words), "sentence"),
                claim=first_result.most_filled_in(words),
            )
        )
    export.section("cabm", shown)


def _result(
    name: str,
    frame: pd.DataFrame,
    scored: ScoredStudy,
    title: str,
    figure: go.Figure | None = None,
    claim: str = "",
    reading: str = "",
    stage: Callable[[], go.Figure] | None = None,
    shown_as: str = "",
) -> export.Result:
    """One result of the section to export.

    Args:
        claim: plain text, as `reading`.
        shown_as: key of the figure on the page.
    """
    noun = wording.noun(scored.study.data)
    return export.Result(
        name,
        frame,
        figure,
        scored.command,
        scored.manifest,
        f"{title}, {counted(len(scored.frame), noun)}, {scored.label}",
        claim=explain.plain(claim),
        reading=explain.plain(reading),
        stage=stage,
        shown_as=shown_as,
    )
