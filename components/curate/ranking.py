"""The tab of the order of the work: what a model prefers most strongly comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from components.curate import choose
from components.frame import session
from components.frame.present import explain
from components.frame.present.labels import bias_type
from components.frame.present.numbers import written_numbers
from components.frame.shell import model_bar
from components.frame.shell.subject import label_of
from components.frame.widgets import background
from components.frame.widgets.background import Work
from engine.command_line.command import Command
from engine.core.wording import counted
from engine.curation.counterparts.proposal import Proposal
from engine.measures.pairs.variants import check_scored

if TYPE_CHECKING:
    from components.frame.shell.model_bar import Subject
    from components.frame.widgets.blur import Show
    from engine.curation.review.kept import Review

_TOP = 10  # rows
_WHAT = (
    "The difference of the CrowS-Pairs Score between the found sentence and its counterpart, in "
    "nats: above 0 the model finds the found sentence more likely. To review the largest "
    "differences first, open *More filters* above the card and choose this model under *Order*. "
    "It decides nothing."
)


def keep_known(review: Review) -> None:
    """Keep what a prepared model's scores of the bundled review are; nothing is computed."""
    subject = model_bar.current()
    if review.sample and not any(session.curation_set.review_scores(review.name, subject.spec)):
        # Kept with the scores, so not in words that only this page explains ("all heads on").
        name = label_of(subject.spec, None)
        session.curation_set.rank_known(review.name, subject.spec, name)


def draw_ranking(review: Review) -> None:
    """Draw how many candidates the model has scored, or the offer of it, and the largest."""
    subject = model_bar.current()
    scores, problems = session.curation_set.review_scores(review.name, subject.spec)
    st.caption(_WHAT)
    if not scores and not problems:
        _offer(review, subject)
        return
    label = explain.plain(subject.label)
    st.markdown(f"**{label}**: {counted(len(scores), 'candidate', 'are')} scored.")
    if problems:
        st.caption(f"{counted(len(problems), 'candidate')} cannot be scored by this model.")
    if scores:
        _largest(review, scores)


def _offer(review: Review, subject: Subject) -> None:
    check_scored(subject.label, subject.facts.kind)
    command = Command(("review", "rank", review.name)).for_model(subject.spec)
    total = len(session.curation_set.review_order(review.name))

    def known() -> int:
        return total if any(session.curation_set.review_scores(review.name, subject.spec)) else 0

    background.offer(
        Work({f"Rank · {review.title} · {subject.label}": command}, total, 0, known),
        f"**{explain.plain(subject.label)}**: these candidates are not scored yet.",
        f"Score {counted(total, 'candidate')} in the background",
        "curate_rank",
        piecemeal=False,
    )


def _largest(review: Review, scores: dict[str, float]) -> None:
    decided = session.curation_set.review_decisions(review.name)
    shown = {key: value for key, value in scores.items() if key in decided}
    if hidden := len(scores) - len(shown):
        st.caption(
            f"What the model prefers in the {counted(hidden, 'sentence')} not decided yet is not "
            "listed, so that it does not steer a reviewer."
        )
    if not shown:
        return
    st.markdown("**Largest differences of decided sentences**")
    show = choose.draw_sample_switch(review.sample, "ranking")
    st.dataframe(
        written_numbers(largest(review.name, shown, show), {"difference": "+.2f"}),
        hide_index=True,
        column_config={
            "difference": st.column_config.NumberColumn("difference, nats", width="small"),
            "found sentence": st.column_config.TextColumn(width="large"),
            "counterpart": st.column_config.TextColumn(width="large"),
        },
    )


def largest(name: str, scores: dict[str, float], show: Show) -> pd.DataFrame:
    """The candidates with the largest differences, whatever their sign.

    Args:
        scores: candidate → difference, nats.
        show: turns a sentence into the text to show.
    """
    keys = sorted(scores, key=lambda key: -abs(scores[key]))[:_TOP]
    return pd.DataFrame(
        [
            {
                "difference": scores[one.id],
                "found sentence": show(one.text),
                "counterpart": show(one.outcome.sent_less),
                "type": bias_type(one.category),
                "film": one.film,
            }
            for one in session.curation_set.review_candidates(name, keys)
            if isinstance(one.outcome, Proposal)
        ]
    )
