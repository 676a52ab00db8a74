"""From a choice of answers to figures: small sets at once, large ones as a job."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components import explain, session, start
from components.annotators_controls import Choice
from components.annotators_scored import Scored
from components.model_bar import Subject
from engine.errors import BiascopeError
from engine.measures.agreement.answering import answer_params
from engine.measures.agreement.table import items_of
from engine.wording import counted

AT_ONCE = 120  # sentences read while the reader waits; more become a job
_MEASURE = "cloze_answers"
_KEPT, _MOST_KEPT = "biascope_agreements", 8


def scored_by(choice: Choice, subject: Subject, place: str) -> Scored | None:
    """The answers compared with one model; None while it has read none of the sentences.

    Args:
        place: name of this spot on the page, for the keys of its buttons.
    """
    kept: dict[Any, Scored] = st.session_state.setdefault(_KEPT, {})
    items, params = items_of(choice.answers), answer_params()
    have = session.known(_MEASURE, subject.spec, items, params)
    missing = len(items) - len(have)
    if missing and (missing > AT_ONCE or at_work(choice, subject)):
        _offer_job(choice, subject, len(items), len(have), place)
        if not have:
            return None
        items = [items[row] for row in sorted(have)]
    texts = {item["text"] for item in items}
    answers = choice.answers[choice.answers["sentence"].isin(texts)]
    key = _key(choice, subject, answers)
    if key not in kept:
        found = _measured(subject, items, params)
        kept[key] = Scored(
            label=subject.label,
            spec=subject.spec,
            data=choice.data.title,
            answers=answers,
            values=found.values,
            by=choice.by,
            fold=choice.fold,
            least=choice.least,
            manifest=found.manifest,
        )
        while len(kept) > _MOST_KEPT:
            kept.pop(next(iter(kept)))
    return kept[key]


def compared(choice: Choice, other: Subject | None) -> Scored | None:
    """The same answers under the model compared with, where it can be had; else what is wrong."""
    if other is None:
        return None
    try:
        return scored_by(choice, other, "second")
    except BiascopeError as error:
        explain.warnings([f"{other.label} cannot be shown beside it: {error}"])
        return None


def at_work(choice: Choice, subject: Subject) -> bool:
    """Whether a job reads these sentences, or waits to."""
    try:
        return session.agreement_job(subject.spec, choice.answers) is not None
    except BiascopeError:
        return False  # the sidebar says that the jobs cannot be read


def _measured(
    subject: Subject, items: list[dict[str, Any]], params: dict[str, Any]
) -> session.Measurement:
    bar = st.progress(0.0, f"{subject.label} reads {counted(len(items), 'sentence')} …")

    def show(done: int, total: int) -> None:
        bar.progress(done / total, f"{done} of {total} sentences")

    found = session.measure(_MEASURE, subject.spec, items, params, show)
    bar.empty()
    explain.warnings(found.warnings)
    return found


def _key(choice: Choice, subject: Subject, answers: pd.DataFrame) -> tuple[Any, ...]:
    """What tells one comparison from another."""
    known = choice.answers.attrs.get("digest")
    if known is None:
        known = choice.answers.attrs["digest"] = int(
            pd.util.hash_pandas_object(choice.answers.astype(str)).sum()
        )
    return known, len(answers), choice.data.title, choice.by, choice.fold, choice.least, subject


def _offer_job(choice: Choice, subject: Subject, total: int, done: int, place: str) -> None:
    """How much is there, and the button that has the rest read."""
    with st.container(border=True):
        st.markdown(
            f"**{explain.plain(subject.label)}** has read {done:,} of {total:,} sentences"
            + (", so the figures below are of that part only." if done else ".")
        )
        if at_work(choice, subject):
            st.caption("A job is at work; see the sidebar. The figures follow by themselves.")
            _watch(choice, subject, done)
            return
        label = "the rest" if done else f"{total:,} sentences"
        start.button(
            f"Read {label} in the background",
            f"answers_job_{place}",
            session.submit_agreement,
            choice.data.title,
            subject.spec,
            choice.answers,
        )
        st.caption("It goes on when you change the page or close the tab.")


def _watch(choice: Choice, subject: Subject, shown: int) -> None:
    """Draw the page again when the job has clearly more to show, or has ended."""
    items = items_of(choice.answers)

    @st.fragment(run_every=4)
    def look() -> None:
        have = len(session.known(_MEASURE, subject.spec, items, answer_params()))
        if have == len(items) or have > shown * 1.15 + 20 or not at_work(choice, subject):
            st.rerun()

    look()
