"""The model bar: fields and badges in the sidebar -> the model every page measures, and another.

All of its settings are in the address (`model`, `compare`, `heads` and what else is done to the
model, see `subject.INTERVENED`), so a link reproduces the view, and they stay while pages change.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.session import state
from components.frame.shell import badges, interventions, link_request, masked_heads
from components.frame.shell import subject as run_settings
from components.frame.shell.applied import applied
from components.frame.shell.masked_heads import mark
from components.frame.shell.model_choice import draw_more_models, model_field, option_format
from components.frame.shell.subject import (
    COMPARE,
    MODEL,
    NAME,
    NOTHING,
    UNMODIFIED,
    Subject,
    label_of,
    named,
)
from components.frame.shell.subject import in_one_line as subject_line
from engine.core.errors import BiascopeError
from engine.core.families import MASKED
from engine.core.spec import ModelSpec

__all__ = [
    "COMPARE",
    "MODEL",
    "NAME",
    "NOTHING",
    "UNMODIFIED",
    "Subject",
    "chosen",
    "compared_subject",
    "current",
    "draw_compared_health",
    "draw_model_bar",
    "in_one_line",
    "kind",
    "look_after",
    "named",
    "option_format",
    "usable",
    "warm",
]

ANOTHER = "Choose another model in the sidebar."

_Model = tuple[ModelSpec, session.Facts]


@dataclass(frozen=True)
class _Unopened:
    """A model that only a link has named, and the key of its field."""

    checkpoint: str
    key: str


_Absent = BiascopeError | _Unopened


def draw_model_bar() -> None:
    """Draw the bar and keep the model and the compared one for the page.

    Every field is drawn whatever another one holds, so that none loses its value. A fault is
    marked here, and shown in full by the page. What only a link has named is offered above it.
    """
    st.session_state[state.SUBJECT] = st.session_state[state.COMPARED] = None
    with st.sidebar:
        _fields()
    for kept in (state.SUBJECT, state.COMPARED):
        waiting = st.session_state[kept]
        if isinstance(waiting, _Unopened):
            link_request.model(waiting.checkpoint, waiting.key)


def _fields() -> None:
    names = session.checkpoints()
    checkpoint = model_field("Model", MODEL, names, session.BUNDLED)
    facts = st.container(horizontal=True, gap="xsmall", vertical_alignment="center")
    with st.container(horizontal=True, gap="xsmall"):
        draw_more_models()
        dtype = run_settings.draw_run_settings()
    with facts:
        found = _read(checkpoint, dtype)
    options = [UNMODIFIED, NOTHING, *(name for name in names if name != checkpoint)]
    other = model_field("Compare with", COMPARE, options, UNMODIFIED)
    marks = st.container()
    masked_heads.keep_newest()
    usable_model = None if isinstance(found, _Absent) else found
    heads = masked_heads.field(usable_model[1] if usable_model else None)
    written = interventions.draw(heads, usable_model[0] if usable_model else None)
    spec = applied(written, *usable_model) if usable_model else None
    interventions.draw_done(written, spec)
    if isinstance(found, _Absent):
        st.session_state[state.SUBJECT] = found
        return
    with facts:
        badges.draw_badges(spec if isinstance(spec, ModelSpec) else found[0], found[1])
    if not isinstance(spec, ModelSpec):
        st.session_state[state.SUBJECT] = spec.error if spec else None
        return
    model = spec, found[1]
    with marks:
        _keep(model, _compared(checkpoint, other, model))


def _read(checkpoint: str, dtype: str) -> _Model | _Absent:
    """The model as it is in its files, or a mark that it cannot be used."""
    if not session.may_open(checkpoint):
        st.badge(
            "not opened yet",
            color="gray",
            help="Only the address of this page names it; see the top of the page.",
        )
        return _Unopened(checkpoint, MODEL)
    try:
        spec, facts = session.spec_and_facts(checkpoint)
        return replace(spec, dtype=dtype), facts
    except BiascopeError as error:
        mark("not available", error)
        return BiascopeError(f"{error} {ANOTHER}")


def _compared(checkpoint: str, other: str, model: _Model) -> _Model | _Absent | None:
    """The model to compare with; None where there is none, or it is the same."""
    spec, facts = model
    if other in (UNMODIFIED, checkpoint):
        return None if spec.is_original else (spec.unmasked(), facts)
    if other == NOTHING:
        return None
    if not session.may_open(other):
        return _Unopened(other, COMPARE)
    try:
        found_spec, found_facts = session.spec_and_facts(other)
    except BiascopeError as error:
        mark("not shown", error)
        return error
    found = replace(found_spec, dtype=spec.dtype)
    return None if found == spec else (found, found_facts)  # the same folder under another name


def _keep(model: _Model, other: _Model | _Absent | None) -> None:
    """Keep both for the page, each labelled by what distinguishes it from the other."""
    spec, facts = model
    if other is None or isinstance(other, _Absent):
        st.session_state[state.SUBJECT] = Subject(spec, label_of(spec, None), facts)
        st.session_state[state.COMPARED] = other
        return
    st.session_state[state.SUBJECT] = Subject(spec, label_of(spec, other[0]), facts)
    st.session_state[state.COMPARED] = Subject(other[0], label_of(other[0], spec), other[1])


def current() -> Subject:
    """The model the page measures."""
    subject: Subject | _Absent | None = st.session_state.get(state.SUBJECT)
    if isinstance(subject, _Unopened):
        raise explain.NothingToShowError("Results appear here once the model is opened.")
    if isinstance(subject, BiascopeError):
        raise BiascopeError(str(subject))
    if subject is None:
        raise BiascopeError(f"No model is chosen. {ANOTHER}")
    return subject


def compared_subject() -> Subject | None:
    """The model to compare with, if any; a warning is drawn where it cannot be used."""
    other: Subject | _Absent | None = st.session_state.get(state.COMPARED)
    if isinstance(other, BiascopeError):
        explain.warnings([f"The model to compare with cannot be shown: {other}"])
    return other if isinstance(other, Subject) else None


def usable() -> Subject | None:
    """The model chosen; None where the bar found a fault, or it waits to be opened."""
    subject = st.session_state.get(state.SUBJECT)
    return subject if isinstance(subject, Subject) else None


def chosen() -> ModelSpec | None:
    """The spec chosen; None where the bar found a fault."""
    subject = usable()
    return subject.spec if subject else None


def in_one_line() -> str:
    """What the page measures, for its head (markdown); empty while there is nothing to measure."""
    subject, other = usable(), st.session_state.get(state.COMPARED)
    if subject is None:
        return ""
    return subject_line(subject, other if isinstance(other, Subject) else None)


def draw_compared_health() -> None:
    """Say in a page's head that the model compared with is weak or refused, once it is checked."""
    if other := _another():
        badges.draw_compared_health(other.label, other.spec.unmasked())


def _another() -> Subject | None:
    """The model compared with, where it has weights of its own; its health is not in the bar."""
    subject, other = usable(), st.session_state.get(state.COMPARED)
    if subject is None or not isinstance(other, Subject):
        return None
    return None if other.spec.unmasked() == subject.spec.unmasked() else other


def kind() -> str:
    """Kind of the model chosen; `masked` where the bar found a fault."""
    subject = usable()
    return subject.facts.kind if subject else MASKED


def look_after() -> None:
    """Once the page is drawn: load the model, check it, and see whether it is prepared.

    Figures that are known do not need the model; the user's next sentence does.
    """
    warm()
    if subject := usable():
        session.health.check_later(subject.spec)
        session.prepared.look_later(subject.spec, subject.facts.kind)
    if other := _another():
        session.health.check_later(other.spec)


def warm() -> None:
    """Load the model in the background, where a page has shown what the user came for."""
    if subject := usable():
        session.warm(subject.spec)
