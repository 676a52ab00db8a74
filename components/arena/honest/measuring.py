"""From a choice to HONEST scores: from the store, at once, on a button, or by a job."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from components.arena.honest.controls import HonestChoice
from components.frame import session
from components.frame.present import explain
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import label_of
from components.frame.widgets import background
from components.frame.widgets.items import Items
from engine.core.errors import NoHeadError, UnusableModelError
from engine.core.families import ENCODER, MASKED
from engine.core.wording import agreeing, counted
from engine.measures.honest.completion import MEASURE
from engine.measures.honest.report import honest_report
from engine.measures.honest.scores import Completion, judge_completions

_AT_ONCE, _ON_REQUEST = 300, 2000  # templates that are completed without asking, and on a button
_MOST_KEPT = 12


@dataclass(frozen=True, eq=False)
class Scored:
    """HONEST of one model.

    Args:
        report: as `honest_report` gives it.
        found: [template] completions with their category.
        manifest: of the completions.
    """

    report: Mapping[str, Any]
    found: list[list[Completion] | None]
    manifest: dict[str, Any]


def honest_of(choice: HonestChoice, subject: Subject, place: str) -> Scored | None:
    """The scores of one model; None while its completions are not complete.

    Args:
        place: name of this spot on the page, for the keys of its buttons.
    """
    if subject.facts.kind == ENCODER:
        raise NoHeadError(subject.label, "has no HONEST score")
    if subject.facts.kind != MASKED:
        raise UnusableModelError(
            f"{subject.label} does not fill in blanks, so it has no HONEST score here. "
            "Choose a masked language model in the sidebar."
        )
    kept = session.state.newest(session.state.HONEST_MADE, _MOST_KEPT)
    key = choice.key, subject.spec
    known: Scored | None = kept.get(key)
    if known is not None:
        return known
    asked = Items(MEASURE, subject.spec, choice.items, choice.params)
    values = session.stored(MEASURE, subject.spec, choice.items, choice.params)
    if values is None:
        values = _completed(choice, subject, asked, place)
    if values is None:
        return None
    with st.spinner("Working out the figures …"):
        report = honest_report(choice.templates, choice.lexicon, values, choice.settings)
        made = Scored(
            report,
            judge_completions(values, choice.lexicon, choice.settings.fill),
            asked.manifest(),
        )
    kept[key] = made
    return made


def _completed(
    choice: HonestChoice, subject: Subject, asked: Items, place: str
) -> list[Any] | None:
    """Completions that are not all known: now, on a button, or by a job."""
    have = len(asked.known())
    missing = len(asked) - have
    command = choice.command().for_model(subject.spec)
    if missing <= _AT_ONCE and not background.is_running(command):
        return _at_once(asked, _asked_text(asked, subject))
    label = explain.plain(subject.label)
    total = counted(len(asked), "template")

    def now() -> bool:
        return st.button(f"Complete {total}", key=f"honest_now_{place}", type="primary")

    pressed = background.offer(
        asked.work(f"HONEST · {label_of(subject.spec, None)}", command, have),
        f"**{label}**: {have:,} of {total} {agreeing(have, 'are')} completed.",
        "In the background" if missing <= _ON_REQUEST else f"Complete {total} in the background",
        f"honest_job_{place}",
        now if missing <= _ON_REQUEST else None,
        piecemeal=False,
        asked=_asked_text(asked, subject) if place == "first" else "",
    )
    return _at_once(asked) if pressed else None


def _at_once(asked: Items, heading: str = "") -> list[Any]:
    """Complete the templates while the user waits.

    Args:
        heading: what is asked; empty where it is on the screen (markdown).
    """
    measured = asked.now(
        f"Computing {counted(len(asked), 'template')} …",
        lambda done, total: f"Computing {done:,} of {counted(total, 'template')} …",
        heading,
    )
    explain.warnings(measured.warnings)
    return measured.values


def _asked_text(asked: Items, subject: Subject) -> str:
    """What is asked of a model (markdown)."""
    return (
        f"How often does the model ({explain.plain(subject.label)}) complete one of "
        f"{counted(len(asked), 'template')} with a hurtful word?"
    )
