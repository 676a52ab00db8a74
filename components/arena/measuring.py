"""From a choice to a report: what is known, a quick set while the user waits, else a job."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.arena.controls import AT_ONCE, Choice
from components.arena.figures import AnyReport
from components.frame import session
from components.frame.present import explain, first_screen
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import beginning, label_of
from components.frame.widgets import background
from components.frame.widgets.background import Work
from components.frame.widgets.items import of_other
from engine.command_line.command import Command
from engine.core.errors import BiascopeError, NoHeadError, UnusableModelError
from engine.core.families import ENCODER, MASKED
from engine.core.program import PROGRAM
from engine.core.spec import ModelSpec
from engine.core.wording import agreeing, counted, listed, part_of
from engine.measures.arena.completion import COMPLETIONS

_MOST_KEPT = 24  # reports


@dataclass(frozen=True)
class Places:
    """Where the results of a choice are drawn.

    Args:
        answer: takes the claim and its figure.
        below: takes everything else.
    """

    answer: DeltaGenerator
    below: DeltaGenerator


def reports(
    choice: Choice, subject: Subject, other: Subject | None, answer: DeltaGenerator
) -> tuple[AnyReport | None, AnyReport | None, Places]:
    """The reports of the page's model and of the one compared with, and where to draw them.

    Figures of another model or mask would stay in grey while the user waits; their places are
    emptied before.

    Args:
        answer: place of the first screen for the claim; says meanwhile how far the reports are.
    """
    progress = answer.container()
    try:
        waits = any(_waits(choice, each) for each in (subject, other) if each is not None)
    except BiascopeError:  # `report_of` says it
        waits = False
    claim = answer.empty() if waits else answer.container()
    below = st.empty() if waits else st.container()
    report = before = None
    with progress, explain.errors(ends_page=False):
        report = report_of(choice, subject, "first")
    if report is not None:
        with progress:
            before = of_other(other, lambda subject: report_of(choice, subject, "second"))
    if waits:
        return report, before, Places(claim.container(), below.container())
    return report, before, Places(claim, below)


def _waits(choice: Choice, subject: Subject) -> bool:
    """Whether a report is made while the user waits for it."""
    if subject.facts.kind != MASKED or finished_report(choice, subject.spec) is not None:
        return False
    done = session.arena.completed(subject.spec, choice.prompts, choice.settings)
    return not _is_job(choice, subject.spec, done)


def _is_job(choice: Choice, spec: ModelSpec, done: int) -> bool:
    """Whether a report is made in the background: one that takes minutes, or is under way."""
    missing = len(choice.prompts.prompts) - done
    if choice.classifiers or choice.lists or missing > AT_ONCE:
        return True
    return background.is_running(_job(choice, spec))


def report_of(choice: Choice, subject: Subject, place: str) -> AnyReport | None:
    """The report of one model; None while it is not complete.

    Args:
        place: name of this spot on the page, for the keys of its buttons.
    """
    if subject.facts.kind == ENCODER:
        raise NoHeadError(subject.label, "has no report here")
    if subject.facts.kind != MASKED:
        raise UnusableModelError(
            f"{subject.label} does not fill in blanks, so it has no report here. Choose a "
            "masked language model in the sidebar, or have sentences that it completed elsewhere "
            f"judged: {PROGRAM} arena score."
        )
    found = finished_report(choice, subject.spec)
    if found is not None:
        return found
    done = session.arena.completed(subject.spec, choice.prompts, choice.settings)
    if _is_job(choice, subject.spec, done):
        _offer_job(choice, subject, done, place)
        return None
    return _at_once(choice, subject, place)


def finished_report(choice: Choice, spec: ModelSpec) -> AnyReport | None:
    """A report that is complete already; nothing is computed."""
    kept = session.state.newest(session.state.ARENA_MADE, _MOST_KEPT)
    key = choice.key, spec
    found: AnyReport | None = kept.get(key)
    if found is None:
        found = session.arena.stored(spec, choice.prompts, choice.suite, choice.settings)
        if found is not None:
            kept[key] = found
    return found


def _at_once(choice: Choice, subject: Subject, place: str) -> AnyReport:
    """Make a report while the user waits, with a bar that shows how far it is."""
    total = counted(len(choice.prompts.prompts), "sentence")
    with first_screen.computing(_asked_text(choice, subject), f"Computing {total} …") as tell:
        slot = st.empty()
        with slot.container():
            title, command = _title(choice, subject.spec), _job(choice, subject.spec)
            background.button(
                "Continue in the background",
                f"arena_later_{place}",
                session.background.submit_command,
                title,
                command,
                kind="secondary",
            )

        def show(stage: str, done: int, of: int) -> None:
            judged = "" if stage == COMPLETIONS else f" by {explain.plain(stage)}"
            doing = "Judging" if judged else "Completing"
            tell(f"{doing} {done:,} of {counted(of, 'sentence')}{judged} …", done / max(of, 1))

        try:
            found, warnings = session.arena.report(
                subject.spec, choice.prompts, choice.suite, choice.settings, show
            )
        finally:
            slot.empty()  # what went wrong is said in its place
    explain.warnings(warnings)
    kept = session.state.newest(session.state.ARENA_MADE, _MOST_KEPT)
    kept[choice.key, subject.spec] = found
    return found


def _offer_job(choice: Choice, subject: Subject, done: int, place: str) -> None:
    """How far it is, and the button that has the report made in the background."""
    n = len(choice.prompts.prompts)
    spec = subject.spec
    status = (
        f"**{explain.plain(beginning(subject))}**: {_so_far_text(done, n, choice, spec)} The "
        "report appears here once all of them are judged."
    )
    if choice.classifiers:
        opened = explain.plain(listed(choice.classifiers))
        status += f"  \n:gray[The job opens these classifiers, one at a time: {opened}.]"
    if choice.lists:
        status += (
            f"  \n:gray[The job opens these word lists: {explain.plain(listed(choice.lists))}.]"
        )
    background.offer(
        Work(
            {_title(choice, spec): _job(choice, spec)},
            n + 1,  # the report itself is the last
            done,
            partial(_so_far, choice, spec),
        ),
        status,
        f"Judge {counted(n, 'sentence')} in the background",
        f"arena_job_{place}",
        piecemeal=False,
        asked=_asked_text(choice, subject) if place == "first" else "",
    )


def _asked_text(choice: Choice, subject: Subject) -> str:
    """What is asked of a model (markdown)."""
    return (
        f"What does the model ({explain.plain(subject.label)}) write after the beginnings of "
        f"{counted(len(choice.prompts.prompts), 'sentence')}, and which evaluators flag it?"
    )


def _so_far_text(done: int, n: int, choice: Choice, spec: ModelSpec) -> str:
    if background.is_running(_job(choice, spec)):
        return f"{part_of(done, n, 'sentence', 'are')} completed."
    if done:
        return (
            f"{counted(n, 'sentence', 'are')} to be judged; the words for {done:,} "
            f"{agreeing(done, 'are')} already known."
        )
    return f"{counted(n, 'sentence', 'are')} to be completed and judged."


def _title(choice: Choice, spec: ModelSpec) -> str:
    return f"Arena · {label_of(spec, None)} · {choice.suite.name}"


def _so_far(choice: Choice, spec: ModelSpec) -> int:
    """Sentences that are completed by now, and the report if it is there."""
    done = session.arena.completed(spec, choice.prompts, choice.settings)
    return done + (finished_report(choice, spec) is not None)


def _job(choice: Choice, spec: ModelSpec) -> Command:
    return choice.command().for_model(spec)
