"""From a choice of sentences to a study: small sets at once, large ones as a job."""

from __future__ import annotations

import pandas as pd

from components.frame import session
from components.frame.present import explain
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import beginning, titled
from components.frame.widgets import background
from components.frame.widgets.background import Work
from components.frame.widgets.items import Items
from components.pairs.gest.controls import Choice
from engine.command_line.command import Command
from engine.core.wording import counted, part_of
from engine.measures.gest.study import Study, items_of, study_of

AT_ONCE = 600  # scores that are computed while the user waits; more become a job
_MOST_KEPT = 8


def gest_study_of(choice: Choice, subject: Subject, place: str) -> Study | None:
    """The chosen sentences under one model; None while no template is measured whole.

    Args:
        place: name of this spot on the page, for the keys of its buttons.
    """
    asked = asked_items(choice, subject, choice.templates)
    have = asked.known()
    missing = len(asked) - len(have)
    if missing and (missing > AT_ONCE or background.is_running(_job(choice, subject))):
        return _part(choice, subject, asked, have, place)
    return _whole(choice, subject, choice.templates)


def _whole(choice: Choice, subject: Subject, templates: tuple[int, ...]) -> Study:
    """Templates of which every sentence is known or is measured now."""
    sentences, numbers = _columns(choice.data.rows)
    kept = session.state.newest(session.state.GEST_STUDIES, _MOST_KEPT)
    key = (sentences, numbers, templates, subject.spec)
    found: Study | None = kept.get(key)
    if found is None:
        asked = asked_items(choice, subject, templates)
        measured = asked.now(
            f"Scoring {counted(len(asked), 'sentence')} …",
            lambda done, total: f"{done} of {total} scores",
        )
        explain.warnings(measured.warnings)
        found = kept[key] = study_of(sentences, numbers, measured.values, templates)
    return found


def asked_items(choice: Choice, subject: Subject, templates: tuple[int, ...]) -> Items:
    """The scores that some templates of the chosen sentences need, under one model."""
    return Items("gest", subject.spec, items_of(_columns(choice.data.rows)[0], templates), {})


def _part(
    choice: Choice, subject: Subject, asked: Items, have: set[int], place: str
) -> Study | None:
    """The templates that are measured whole so far, and the offer to measure the rest."""
    each = len(choice.data.rows)

    def whole(known: set[int]) -> list[int]:
        """Places of the templates of which every sentence is known."""
        return [
            place
            for place in range(len(choice.templates))
            if all(index in known for index in range(place * each, (place + 1) * each))
        ]

    def known() -> int:
        return each * len(whole(asked.known()))

    done = [choice.templates[place] for place in whole(have)]
    total = each * len(choice.templates)
    background.offer(
        Work({_title(choice, subject): _job(choice, subject)}, total, each * len(done), known),
        f"**{explain.plain(beginning(subject))}**: "
        f"{part_of(len(have), total, 'score', 'are')} computed"
        + (f"; the figures below are of {counted(len(done), 'template')}." if done else "."),
        f"Compute {'the rest' if have else counted(total, 'score')} in the background",
        f"gest_job_{place}",
    )
    return _whole(choice, subject, tuple(done)) if done else None


def _title(choice: Choice, subject: Subject) -> str:
    return titled(f"{choice.data.title} · GEST", subject.spec)


def _job(choice: Choice, subject: Subject) -> Command:
    """The command that scores the chosen sentences, which are given to it as a file."""
    from engine.core.digest import data_digest

    sentences, numbers = _columns(choice.data.rows)
    digest = data_digest([*zip(sentences, numbers, strict=True)])
    name = f"gest-{digest[7:19]}.csv"
    data = choice.data.rows[["sentence", "stereotype"]].to_csv(index=False).encode()
    words = ("gest", name, "--template", choice.template)
    return Command(words, {name: data}, "scores.csv").for_model(subject.spec)


def _columns(sentences: pd.DataFrame) -> tuple[tuple[str, ...], tuple[int, ...]]:
    return tuple(sentences["sentence"].tolist()), tuple(sentences["stereotype"].tolist())
