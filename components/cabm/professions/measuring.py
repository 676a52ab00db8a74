"""The professions measured with one model, or offered as a background job."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from components.cabm.professions.data import ProfessionChoice
from components.frame import session
from components.frame.present import explain
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import beginning
from components.frame.widgets import background
from components.frame.widgets.items import Items
from engine.command_line.command import Command
from engine.core.spec import ModelSpec
from engine.core.wording import counted, part_of
from engine.files.fetch.places import find
from engine.measures.bec_pro.report import (
    MEASURE,
    associations,
    bec_pro_report,
    items_of,
    unknown_persons,
)
from engine.measures.cabm.data.employment import SET

_AT_ONCE = 600  # masked sentences that need no question: some seconds


@dataclass(frozen=True, eq=False)
class MeasuredProfessions:
    """One model's associations.

    Args:
        label: name of the model on screen.
        command: command line that gives the same.
        report: of `bec_pro.report.report`.
        frame: one row a sentence.
        unknown: person words outside the vocabulary.
    """

    label: str
    command: str
    report: dict[str, Any]
    frame: pd.DataFrame
    manifest: dict[str, Any]
    unknown: list[str]


def measured_professions(
    chosen: ProfessionChoice, subject: Subject, seed: int
) -> MeasuredProfessions | None:
    """One model's associations; None while they are not measured, with the way to have them."""
    asked = Items(MEASURE, subject.spec, items_of(chosen.data), {})
    known = len(asked.known())
    if known < len(asked):
        warnings = _offered(chosen, subject, asked, known)
        if warnings is None:
            return None
        if not warnings:
            st.rerun()  # without the button
        explain.warnings(warnings)
    command = _command(chosen, subject.spec, seed)
    shares = find(SET) is not None
    parts = _worked_out(chosen, asked.items, subject.spec, chosen.key, seed, shares)
    return MeasuredProfessions(subject.label, command.line(), *parts)


def _offered(
    chosen: ProfessionChoice, subject: Subject, asked: Items, known: int
) -> list[str] | None:
    """Offer to measure; warnings of the measurement where the user had it done, else None."""
    label, missing = explain.plain(beginning(subject)), len(asked) - known
    pressed = missing <= _AT_ONCE or background.offer(
        asked.work(f"BEC-Pro · {chosen.data.title}", _command(chosen, subject.spec, 0), known),
        f"**{label}**: {part_of(known, len(asked), 'sentence', 'are')} read; the "
        "associations need all of them.",
        "In the background",
        f"professions_job_{subject.label}",
        at_once=lambda: st.button(
            f"Read {counted(missing, 'sentence')}",
            key=f"professions_{subject.label}",
            type="primary",
        ),
        piecemeal=False,
    )
    if not pressed:
        return None
    measured = asked.now(
        f"{label}: loading the model …",
        lambda done, total: f"{label}: {done:,} of {total:,} sentences with a blank",
    )
    return measured.warnings


def _command(chosen: ProfessionChoice, spec: ModelSpec, seed: int) -> Command:
    words = ("--seed", str(seed)) if seed else ()
    named = chosen.command
    return Command((*named.words, *words), named.files).for_model(spec)


@st.cache_resource(show_spinner="Comparing the professions …", max_entries=8)
def _worked_out(
    _chosen: ProfessionChoice, _items: list[Any], spec: ModelSpec, key: str, seed: int, shares: bool
) -> tuple[dict[str, Any], pd.DataFrame, dict[str, Any], list[str]]:
    """Report, sentences, manifest and unknown words; never changed."""
    measured = session.measure(MEASURE, spec, _items, {})
    frame = associations(_chosen.data, measured.values)
    whole = bec_pro_report(_chosen.data, frame, seed)
    return whole, frame, measured.manifest, unknown_persons(_chosen.data, frame)
