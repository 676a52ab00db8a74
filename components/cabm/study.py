"""From a choice to a study of CABM: read while the user waits, or as a job."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from components.cabm import wording
from components.cabm.choice import Choice
from components.cabm.scored import ScoredStudy
from components.frame import session
from components.frame.present import explain, first_screen
from components.frame.session.state import Newest
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import beginning
from components.frame.widgets import background
from components.frame.widgets.background import Work
from components.frame.widgets.items import of_other
from engine.command_line.command import Command
from engine.core.wording import counted, part_of
from engine.measures.cabm.settings import for_kind
from engine.measures.cabm.studied import CabmStudy

AT_ONCE = 4000  # sentences read while the user waits; more become a job
_MOST = 6  # studies kept in memory, about ten megabytes each
_NAMES = {"cabm": "sentence", "completion": "sentence with a blank"}


@st.cache_resource(show_spinner=False)
def _kept() -> Newest[CabmStudy]:
    """The newest studies of this server; each is never changed."""
    return Newest(_MOST)


def study_of(choice: Choice, subject: Subject, claimed: bool = True) -> CabmStudy | None:
    """The study of one model; None while a job is offered or runs.

    Args:
        claimed: whether the claim of the page is about this model.
    """
    key = (subject.spec, choice.key)
    settings = for_kind(choice.settings, subject.facts.kind)
    found: CabmStudy | None = _kept().get(key)
    if found is None:
        missing = session.cabm.missing(subject.spec, choice.data, settings.sentence)
        # While a job is at its end, the page must not read the last sentences as well.
        if missing > AT_ONCE or (missing and background.is_running(_reading(choice, subject))):
            _offer(choice, subject, missing, _asked_text(choice, subject) if claimed else "")
            return None
        with first_screen.computing(_asked_text(choice, subject), "Reading the counts …") as tell:

            def show(name: str, done: int, total: int) -> None:
                tell(f"Computing {done:,} of {counted(total, _NAMES[name])} …", done / total)

            found = session.cabm.study(subject.spec, choice.data, choice.counts, settings, show)
        _kept()[key] = found
    chosen = choice.settings
    return found.under(
        weighting=chosen.weighting,
        user_weights=chosen.user_weights,
        threshold=chosen.threshold,
        scale=chosen.scale,
    )


def _asked_text(choice: Choice, subject: Subject) -> str:
    """What is asked of a model (markdown)."""
    first, second = (words[0] for words in choice.data.groups.words)
    nouns = wording.jobs(len(choice.data.targets), choice.data)
    return (
        f"“{explain.plain(first)}” or “{explain.plain(second)}”: which does "
        f"the model ({explain.plain(subject.label)}) fill in for {nouns}?"
    )


def study_of_folder(scored: ScoredStudy, folder: str, dtype: str) -> CabmStudy:
    """The study of a masked model in a folder, with the settings of another one; measured now.

    Args:
        dtype: of the other model; of another precision, scores would differ for that alone.
    """
    choice = scored.choice
    spec = replace(session.spec_of(folder), dtype=dtype)
    key = (spec, choice.key)
    found: CabmStudy | None = _kept().get(key)
    if found is None:
        found = session.cabm.study(
            spec, choice.data, choice.counts, choice.settings, lambda *_: None
        )
        _kept()[key] = found
    return found


def study_of_other(choice: Choice, other: Subject | None) -> CabmStudy | None:
    """The same under the model compared with, where it can be had; else what is wrong."""
    return of_other(other, lambda subject: study_of(choice, subject, claimed=False))


def _offer(choice: Choice, subject: Subject, missing: int, asked: str) -> None:
    """How much is there, and the button that has the rest read, below what is asked."""
    total = len(choice.data.sentences)
    sentence = for_kind(choice.settings, subject.facts.kind).sentence
    done = total - missing
    background.offer(
        Work(
            {f"CABM · {choice.data.title}": _reading(choice, subject)},
            total,
            done,
            lambda: total - session.cabm.missing(subject.spec, choice.data, sentence),
        ),
        f"**{explain.plain(beginning(subject))}**: {part_of(done, total, 'sentence', 'are')} read; "
        "the scores need all of them.",
        f"Read {counted(missing, 'sentence')} in the background",
        f"cabm_job_{subject.label}",
        asked=asked,
    )


def _reading(choice: Choice, subject: Subject) -> Command:
    return choice.command().for_model(subject.spec)
