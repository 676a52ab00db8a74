"""From a choice to a study: read while the user waits, or as a job."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.cabm.controls import Choice
from components.frame import session
from components.frame.present import explain
from components.frame.session.state import Newest
from components.frame.shell.model_bar import Subject
from components.frame.widgets import background
from components.frame.widgets.background import Work
from engine.command_line.command import Command
from engine.core.errors import BiascopeError
from engine.measures.cabm.settings import for_kind

if TYPE_CHECKING:
    from engine.measures.cabm.study import Study

AT_ONCE = 4000  # sentences read while the user waits; more become a job
_MOST = 6  # studies kept in memory, about ten megabytes each
_NAMES = {"cabm": "sentences read", "completion": "templates filled in"}


@st.cache_resource(show_spinner=False)
def _kept() -> Newest[Study]:
    """The newest studies of this server; each is never changed."""
    return Newest(_MOST)


def studied(choice: Choice, subject: Subject) -> Study | None:
    """The study of one model; None while a job is offered or runs."""
    key = (subject.spec, choice.key)
    settings = for_kind(choice.settings, subject.facts.kind)
    found: Study | None = _kept().get(key)
    if found is None:
        missing = session.cabm_missing(subject.spec, choice.data, settings.sentence)
        # While a job is at its end, the page must not read the last sentences as well.
        if missing > AT_ONCE or (missing and background.is_running(_reading(choice, subject))):
            _offer(choice, subject, missing)
            return None
        bar = (
            st.progress(0.0, f"{explain.plain(subject.label)}: loading the model …")
            if missing
            else None
        )

        def show(name: str, done: int, total: int) -> None:
            if bar is not None:
                message = f"{explain.plain(subject.label)}: {done:,} of {total:,} {_NAMES[name]}"
                bar.progress(done / total, message)

        try:
            found = session.cabm_study(subject.spec, choice.data, choice.counts, settings, show)
        finally:
            if bar is not None:
                bar.empty()
        _kept()[key] = found
    chosen = choice.settings
    return found.under(
        weighting=chosen.weighting,
        user_weights=chosen.user_weights,
        threshold=chosen.threshold,
        scale=chosen.scale,
    )


def compared(choice: Choice, other: Subject | None) -> Study | None:
    """The same under the model compared with, where it can be had; else what is wrong."""
    if other is None:
        return None
    try:
        return studied(choice, other)
    except BiascopeError as error:
        explain.not_compared(other.label, error)
        return None


def _offer(choice: Choice, subject: Subject, missing: int) -> None:
    """How much is there, and the button that has the rest read."""
    total = len(choice.data.sentences)
    sentence = for_kind(choice.settings, subject.facts.kind).sentence
    done = total - missing
    background.offer(
        Work(
            {f"CABM · {choice.data.title}": _reading(choice, subject)},
            total,
            done,
            lambda: total - session.cabm_missing(subject.spec, choice.data, sentence),
        ),
        f"**{explain.plain(subject.label)}** has read {done:,} of {total:,} sentences; the scores "
        "need all of them.",
        f"Read {missing:,} sentences in the background",
        f"cabm_job_{subject.label}",
    )


def _reading(choice: Choice, subject: Subject) -> Command:
    return choice.command().for_model(subject.spec)
