"""What orders the work and what hints at stereotypes: a model, an assistant, a classifier."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from components.curate import assistant, classifier, ranking
from components.frame import session
from components.frame.present import explain
from components.frame.widgets import tabs
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
                classifier.draw(review)
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
