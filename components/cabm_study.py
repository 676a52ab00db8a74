"""From a choice to a study: read with a bar while the reader waits, or as a job."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from components import explain, session, start
from components.cabm_controls import Choice
from components.model_bar import Subject
from engine.errors import BiascopeError

if TYPE_CHECKING:
    from engine.measures.cabm.study import Study

AT_ONCE = 4000  # sentences read while the reader waits; more becomes a job
_MOST = 6  # studies kept in memory, about ten megabytes each
_NAMES = {"cabm": "sentences read", "completion": "templates unmasked"}


@st.cache_resource(show_spinner=False)
def _kept() -> dict[Any, Study]:
    """The newest studies of this server; each is never changed."""
    return {}


def studied(choice: Choice, subject: Subject) -> Study | None:
    """The study of one model; None while a job is asked for or at work.

    Raises:
        BiascopeError: what the model, the sentences or the corpus refuse.
    """
    key = (subject.spec, choice.key)
    kept = _kept()
    if key not in kept:
        missing = session.cabm_missing(subject.spec, choice.data, choice.settings.sentence)
        if missing > AT_ONCE:
            _offer(choice, subject, missing)
            return None
        bar = (
            st.progress(0.0, f"{explain.plain(subject.label)}: opening the model …")
            if missing
            else None
        )

        def show(name: str, done: int, total: int) -> None:
            if bar is not None:
                told = f"{explain.plain(subject.label)}: {done:,} of {total:,} {_NAMES[name]}"
                bar.progress(done / total, told)

        try:
            found = session.cabm_study(
                subject.spec, choice.data, choice.counts, choice.settings, show
            )
        finally:
            if bar is not None:
                bar.empty()
        kept[key] = found
        while len(kept) > _MOST:
            kept.pop(next(iter(kept)), None)
    chosen = choice.settings
    return kept[key].under(
        weighting=chosen.weighting,
        user_weights=chosen.user_weights,
        threshold=chosen.threshold,
    )


def compared(choice: Choice, other: Subject | None) -> Study | None:
    """The same under the model compared with, where it can be had; else what is wrong."""
    if other is None:
        return None
    try:
        return studied(choice, other)
    except BiascopeError as error:
        explain.warnings([f"{other.label} cannot be shown beside it: {error}"])
        return None


def _offer(choice: Choice, subject: Subject, missing: int) -> None:
    title = f"CABM · {choice.data.title}"
    st.markdown(
        f"**{explain.plain(subject.label)}** has {missing:,} sentences to read, more than fit into "
        "a wait."
    )
    try:
        at_work = session.cabm_job(title, subject.spec) is not None
    except BiascopeError:
        at_work = False  # the sidebar says that the jobs cannot be read
    if not at_work:
        start.button(
            f"Read {missing:,} sentences in the background",
            f"cabm_job_{subject.label}",
            session.submit_cabm,
            title,
            subject.spec,
            choice.words(),
            choice.files,
        )
        st.caption("It goes on when you change the page or close the tab.")
        return
    st.caption("A job is at work; see the sidebar. The page follows when it is done.")

    @st.fragment(run_every=4)
    def look() -> None:
        sentence = choice.settings.sentence
        if session.cabm_missing(subject.spec, choice.data, sentence) <= AT_ONCE:
            st.rerun()

    look()
