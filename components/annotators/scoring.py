"""From a choice of answers to scores: small sets at once, large ones as a job."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components.annotators.controls import Choice
from components.annotators.scored import Scored
from components.frame import session
from components.frame.present import explain
from components.frame.shell.model_bar import Subject
from components.frame.widgets import background
from components.frame.widgets.background import Work
from engine.command_line.command import Command
from engine.core.errors import BiascopeError
from engine.core.wording import counted
from engine.measures.agreement.answering import answer_params
from engine.measures.agreement.table import items_of

AT_ONCE = 120  # sentences read while the user waits; more become a job
_MEASURE = "cloze_answers"
_MOST_KEPT = 8


def scored_by(choice: Choice, subject: Subject, place: str) -> Scored | None:
    """The answers compared with one model; None while it has read none of the sentences.

    Args:
        place: name of this spot on the page, for the keys of its buttons.
    """
    kept = session.state.newest(session.state.AGREEMENTS, _MOST_KEPT)
    items, params = items_of(choice.answers), answer_params()
    have = session.known(_MEASURE, subject.spec, items, params)
    missing = len(items) - len(have)
    if missing and (missing > AT_ONCE or background.is_running(_reading(choice, subject))):
        _offer_job(choice, subject, len(items), len(have), place)
        if not have:
            return None
        items = [items[row] for row in sorted(have)]
    texts = {item["text"] for item in items}
    answers = choice.answers[choice.answers["sentence"].isin(texts)]
    key = _key(choice, subject, answers)
    scored: Scored | None = kept.get(key)
    if scored is None:
        found = _measured(subject, items, params)
        scored = kept[key] = Scored(
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
    return scored


def compared(choice: Choice, other: Subject | None) -> Scored | None:
    """The same answers under the model compared with, where it can be had; else what is wrong."""
    if other is None:
        return None
    try:
        return scored_by(choice, other, "second")
    except BiascopeError as error:
        explain.not_compared(other.label, error)
        return None


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
    digest, title = _digest(choice.answers), choice.data.title
    return digest, len(answers), title, choice.by, choice.fold, choice.least, subject


def _digest(answers: pd.DataFrame) -> int:
    known = answers.attrs.get("digest")
    if known is None:
        known = answers.attrs["digest"] = int(pd.util.hash_pandas_object(answers.astype(str)).sum())
    return int(known)


def _offer_job(choice: Choice, subject: Subject, total: int, done: int, place: str) -> None:
    """How much is there, and the button that has the rest read."""
    items, masked = items_of(choice.answers), len(subject.spec.masked_heads)
    title = f"{choice.data.title} · answers" + f" · {masked} masked" * bool(masked)
    background.offer(
        Work(
            {title: _reading(choice, subject)},
            total,
            done,
            lambda: len(session.known(_MEASURE, subject.spec, items, answer_params())),
        ),
        f"**{explain.plain(subject.label)}** has read {done:,} of {total:,} sentences"
        + (", so the results below are of that part only." if done else "."),
        f"Read {'the rest' if done else f'{total:,} sentences'} in the background",
        f"answers_job_{place}",
    )


def _reading(choice: Choice, subject: Subject) -> Command:
    """The command that has these sentences read; the answers are given to it as a file."""
    name, data = _file(_digest(choice.answers), choice.answers)
    return Command(("agreement", name), {name: data}).for_model(subject.spec)


@st.cache_resource(show_spinner=False, max_entries=4)
def _file(digest: int, _answers: pd.DataFrame) -> tuple[str, bytes]:
    """Name and content of a file of these answers."""
    from engine.core.digest import data_digest

    given = data_digest([*zip(_answers["sentence"], _answers["answer"], strict=True)])
    data = _answers.to_json(orient="records", lines=True, force_ascii=False).encode()
    return f"answers-{given[7:19]}.jsonl", data
