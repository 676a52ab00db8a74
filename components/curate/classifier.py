"""A zero-shot classifier of the user's, asked about each candidate by a job."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.frame import session
from components.frame.widgets import background
from components.frame.widgets.background import Work
from engine.command_line.command import Command
from engine.core.wording import counted

if TYPE_CHECKING:
    from engine.curation.review.kept import Review

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


def draw(review: Review) -> None:
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
