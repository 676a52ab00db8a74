"""What orders the work and what hints at stereotypes: a model, an assistant, a classifier."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from components.curate import assistant, ranking
from components.frame import session
from components.frame.present import explain
from components.frame.widgets import background, tabs
from components.frame.widgets.background import Work
from engine.command_line.command import Command
from engine.core.wording import counted
from engine.server import shared

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.curation.review.decision_rows import Decision
    from engine.curation.review.kept import Review
    from engine.curation.review.verdicts import Judge


_RANKING, _ASSISTANT, _CLASSIFIER = "Ranking by the model", "An assistant", "A classifier"
_KINDS = {"assistant": "assistant", "zero-shot": "classifier"}


def draw(review: Review) -> None:
    """Draw the tabs, and below them what was said so far."""
    # Answers are written into the review, which a shared server does not change.
    hints = [_RANKING] if shared.is_shared() else [_RANKING, _ASSISTANT, _CLASSIFIER]
    with st.container(border=True):
        name, place = tabs.opened(hints, "curate_hints")
        with place, explain.errors(ends_page=False):
            if name == _RANKING:
                ranking.draw(review)
            elif name == _ASSISTANT:
                assistant.draw(review)
            else:
                draw_classifier(review)
        judges = session.review_verdicts(review.name)
        if judges and name != _RANKING:
            st.markdown("**What was said so far**")
            st.dataframe(said(judges, session.review_decisions(review.name)), hide_index=True)
            st.caption("Kept with each pair and exported with it. No answer decides anything.")


def said(judges: list[Judge], decided: Mapping[str, Decision]) -> pd.DataFrame:
    """One row an assistant or classifier: its answers, and what reviewers made of them.

    Args:
        decided: candidate → the decision of the first pass.
    """
    return pd.DataFrame([_row(judge, decided) for judge in judges])


def _row(judge: Judge, decided: Mapping[str, Decision]) -> dict[str, str | int]:
    answers = [verdict.says for verdict in judge.verdicts.values()]
    seen = {
        answer: [
            decided[key].action == "accept"
            for key, verdict in judge.verdicts.items()
            if verdict.says is answer and key in decided
        ]
        for answer in (True, False)
    }
    return {
        "who": judge.label,
        "what": _KINDS[judge.source],
        "yes": answers.count(True),
        "no": answers.count(False),
        "unsure": answers.count(None),
        "accepted of its yes": _of(seen[True]),
        "accepted of its no": _of(seen[False]),
        "on": f"{datetime.fromtimestamp(judge.at):%Y-%m-%d}",
    }


def _of(accepted: list[bool]) -> str:
    return f"{sum(accepted)} of {len(accepted)}" if accepted else "none reviewed"


# --- classifier ---------------------------------------------------------------------------
# A zero-shot classifier of the user's, asked about each candidate by a job.

_WHAT = (
    "A model trained on natural language inference says whether “This sentence contains a "
    "stereotype about …” follows from each sentence. It was not trained for this question, so its "
    "answers are hints; people decide."
)
_HELP = (
    "A folder on this machine, or a hub id. Nothing is opened before you press the button; the job "
    "then opens the model, and downloads it if it is not on this machine."
)
_SOURCE = "zero-shot"


def draw_classifier(review: Review) -> None:
    """Draw the field for the checkpoint, and the button that starts the job."""
    st.caption(_WHAT)
    checkpoint = (
        st.text_input(
            "Classifier",
            key="curate_classifier",
            persist_state="session",
            placeholder="/home/me/nli-model",
            help=_HELP,
        )
        or ""
    ).strip()
    if not checkpoint:
        return
    total, done = len(session.review_order(review.name)), _judged(review.name, checkpoint)
    if done == total:
        st.markdown(f"It has answered for all {counted(total, 'candidate')}.")
        return
    words = ("review", "zero-shot", review.name, "--classifier", checkpoint)
    background.offer(
        Work(
            {f"Classifier · {review.title}": Command(words)},
            total,
            done,
            lambda: _judged(review.name, checkpoint),
        ),
        f"It has answered for {done:,} of {counted(total, 'candidate')}.",
        f"Ask it about {counted(total, 'candidate')} in the background",
        "curate_zero_shot",
        piecemeal=False,
    )


def _judged(name: str, checkpoint: str) -> int:
    """Candidates that this classifier has answered for."""
    return sum(
        len(judge.verdicts)
        for judge in session.review_verdicts(name)
        if judge.source == _SOURCE and judge.label == checkpoint
    )
