"""From a choice of sentences to a study: small sets at once, large ones as a job."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.shell.model_bar import Subject
from components.frame.widgets import background
from components.frame.widgets.background import Work
from components.pairs.gest.controls import Choice
from engine.command_line.command import Command
from engine.core.wording import counted
from engine.measures.gest.study import Study, items_of, study_of

AT_ONCE = 600  # scores that are computed while the user waits; more become a job
_MOST_KEPT = 8


def studied(choice: Choice, subject: Subject, place: str) -> Study | None:
    """The chosen sentences under one model; None while no template is measured whole.

    Args:
        place: name of this spot on the page, for the keys of its buttons.
    """
    items = items_of(_columns(choice.sentences)[0], choice.templates)
    have = session.known("gest", subject.spec, items, {})
    missing = len(items) - len(have)
    if missing and (missing > AT_ONCE or background.is_running(_job(choice, subject))):
        return _part(choice, subject, have, place)
    return _whole(choice, subject, choice.templates)


def _whole(choice: Choice, subject: Subject, templates: tuple[int, ...]) -> Study:
    """Templates of which every sentence is known or is measured now."""
    sentences, numbers = _columns(choice.sentences)
    kept = session.state.newest(session.state.GEST_STUDIES, _MOST_KEPT)
    key = (sentences, numbers, templates, subject.spec)
    found: Study | None = kept.get(key)
    if found is None:
        values = _values(subject, items_of(sentences, templates))
        found = kept[key] = study_of(sentences, numbers, values, templates)
    return found


def manifest(choice: Choice, subject: Subject) -> dict[str, Any]:
    """What was measured."""
    items = items_of(_columns(choice.sentences)[0], choice.templates)
    return session.manifest("gest", subject.spec, items, {})


def _values(subject: Subject, items: list[dict[str, Any]]) -> list[Any]:
    bar = st.progress(0.0, f"Scoring {counted(len(items), 'sentence')} …")

    def show(done: int, total: int) -> None:
        bar.progress(done / total, f"{done} of {total} scores")

    found = session.measure("gest", subject.spec, items, {}, show)
    bar.empty()
    explain.warnings(found.warnings)
    return found.values


def _part(choice: Choice, subject: Subject, have: set[int], place: str) -> Study | None:
    """The templates that are measured whole so far, and the offer to measure the rest."""
    sentences, _ = _columns(choice.sentences)
    each = len(sentences)

    def whole(known: set[int]) -> list[int]:
        """Places of the templates of which every sentence is known."""
        return [
            place
            for place in range(len(choice.templates))
            if all(index in known for index in range(place * each, (place + 1) * each))
        ]

    def known() -> int:
        items = items_of(sentences, choice.templates)
        return each * len(whole(session.known("gest", subject.spec, items, {})))

    done = [choice.templates[place] for place in whole(have)]
    total = each * len(choice.templates)
    background.offer(
        Work({_title(choice, subject): _job(choice, subject)}, total, each * len(done), known),
        f"**{explain.plain(subject.label)}**: {len(have):,} of {total:,} scores are computed"
        + (f"; the figures below are of {counted(len(done), 'template')}." if done else "."),
        f"Compute {'the rest' if have else f'{total:,} scores'} in the background",
        f"gest_job_{place}",
    )
    return _whole(choice, subject, tuple(done)) if done else None


def _title(choice: Choice, subject: Subject) -> str:
    masked = len(subject.spec.masked_heads)
    return f"{choice.title} · GEST" + f" · {masked} masked" * bool(masked)


def _job(choice: Choice, subject: Subject) -> Command:
    """The command that scores the chosen sentences, which are given to it as a file."""
    from engine.core.digest import data_digest

    sentences, numbers = _columns(choice.sentences)
    digest = data_digest([*zip(sentences, numbers, strict=True)])
    name = f"gest-{digest[7:19]}.csv"
    data = choice.sentences[["sentence", "stereotype"]].to_csv(index=False).encode()
    words = ("gest", name, "--template", choice.template)
    return Command(words, {name: data}, "scores.csv").for_model(subject.spec)


def _columns(sentences: pd.DataFrame) -> tuple[tuple[str, ...], tuple[int, ...]]:
    return tuple(sentences["sentence"].tolist()), tuple(sentences["stereotype"].tolist())
