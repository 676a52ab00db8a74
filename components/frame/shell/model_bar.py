"""The model bar: fields and badges in the sidebar -> the model every page measures, and another.

All of its settings are in the address (`model`, `compare`, `heads`), so a link reproduces the
view, and they stay while pages change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.present.numbers import file_size, interval_text, whole_percent
from components.frame.session import state
from components.frame.shell import link_request, masked_heads
from components.frame.shell import subject as run_settings
from components.frame.shell.masked_heads import mark
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
from engine.core.families import ENCODER, MASKED
from engine.core.spec import DTYPES, NO_HEADS, ModelSpec, check_heads, parse_heads
from engine.core.wording import counted
from engine.server import shared

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
    badges = st.container(horizontal=True, gap="xsmall", vertical_alignment="center")
    with st.container(horizontal=True, gap="xsmall"):
        draw_more_models()
        dtype = run_settings.draw_run_settings()
    with badges:
        found = _read(checkpoint, dtype)
    options = [UNMODIFIED, NOTHING, *(name for name in names if name != checkpoint)]
    other = model_field("Compare with", COMPARE, options, UNMODIFIED)
    marks = st.container()
    text = masked_heads.field(None if isinstance(found, _Absent) else found[1])
    if isinstance(found, _Absent):
        st.session_state[state.SUBJECT] = found
        return
    model = _masked(found, text)
    with badges:
        _badges(*(found if isinstance(model, BiascopeError) else model))
    if isinstance(model, BiascopeError):
        st.session_state[state.SUBJECT] = model
        return
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


def _masked(model: _Model, text: str) -> _Model | BiascopeError:
    """The model with the heads of the field masked, where it has them."""
    spec, facts = model
    try:
        heads = parse_heads(text)
        check_heads(heads, facts.layers, facts.heads)
    except BiascopeError as error:
        cure = "Change the masked heads" if facts.heads else "Clear them"
        return BiascopeError(f"{error} {cure} in the sidebar.")
    return replace(spec, masked_heads=heads), facts


def _compared(checkpoint: str, other: str, model: _Model) -> _Model | _Absent | None:
    """The model to compare with; None where there is none, or it is the same."""
    spec, facts = model
    if other in (UNMODIFIED, checkpoint):
        return (spec.unmasked(), facts) if spec.masked_heads else None
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


def warm() -> None:
    """Load the model in the background, where a page has shown what the user came for."""
    if subject := usable():
        session.warm(subject.spec)


_ENCODER = (
    "A sentence encoder. What predicts words is refused; SEAT and its heads are on the page Heads, "
    "occupations on CABM."
)


def _badges(spec: ModelSpec, facts: session.Facts) -> None:
    with st.container(width="content"):
        draw_health(spec, facts.kind)
    sizes = f"{facts.layers} × {counted(facts.heads, 'head')}" if facts.heads else NO_HEADS
    st.badge(sizes, color="gray", help=facts.family)
    if facts.kind == ENCODER:
        st.badge("no language-model head", color="gray", help=_ENCODER)
    if where := session.device():
        compared = session.health.against_cpu(spec)
        label = session.device_label(where)
        st.badge(label, color="gray", help=f"Where the model runs. {compared}".strip())
    draw_prepared(spec)
    if spec.dtype != DTYPES[0]:
        st.badge(spec.dtype, color="orange", help="Less precise than float32, the reference.")
    if run_settings.is_guarded():
        st.badge(
            "auto precision",
            color="gray",
            help="Pairs are scored in mixed precision, near a tie in float32; elsewhere float32.",
        )


# --- more models --------------------------------------------------------------------------
# More models can be chosen: the checkpoints of the papers are listed with their size.


def draw_more_models() -> None:
    """Draw the popover with a button for each model; a shared server fetches none."""
    if shared.is_shared():
        return
    with st.popover("More models", icon=":material/download:", type="tertiary"):
        st.caption(
            "Models that the papers behind Biascope measured. They are downloaded from the model "
            "hub, once."
        )
        if session.offline():
            st.caption(":material/cloud_off: Offline: only those on this machine can be opened.")
        for each, here in session.suggestions().items():
            size = "on this machine" if here else f"download {file_size(each.bytes)}"
            if each.convert and not here:
                size += "; has to be converted first, the page says how"
            st.button(
                f"{each.checkpoint} :small[:gray[{size}]]",
                key=f"suggest_{each.checkpoint}",
                type="tertiary",
                on_click=_take,
                args=(here or each.checkpoint,),
            )


def _take(checkpoint: str) -> None:
    session.confirm("model", checkpoint)
    st.session_state[MODEL] = checkpoint


# --- model field --------------------------------------------------------------------------
# Two fields of the model bar name a model: the one measured, and the one compared with.


def model_field(label: str, key: str, options: list[str], default: str) -> str:
    """Draw a field that takes a model, from a list or typed.

    Args:
        key: MODEL or COMPARE.

    Returns:
        A value of `options`, or what was typed.
    """
    chosen = st.selectbox(
        label,
        options,
        index=options.index(default),
        key=key,
        bind="query-params",
        accept_new_options=True,
        on_change=session.confirm_field,
        args=("model", key),
        format_func=option_format(),
        help=_which()
        if key == MODEL
        else "Results of this model are shown next to those of the model above. *Same model, "
        "nothing masked* has an effect once heads are masked.",
    )
    return (chosen or default).strip()


def _which() -> str:
    if shared.is_shared():
        return "Choose one. This Biascope is shared and opens only the models in this list."
    return (
        "Choose one, or type a Hugging Face model id (bert-base-uncased, owner/model) or a local "
        "folder and press Enter."
    )


def option_format() -> Callable[[str], str]:
    """Return how options are shown: a model made here by its name, not by its folder."""
    known = {
        session.BUNDLED: f"bundled: {NAME}",
        UNMODIFIED: "same model, unmasked",
    }
    known |= session.made_models()
    return lambda checkpoint: known.get(checkpoint, checkpoint)


# --- prepared badge -----------------------------------------------------------------------
# A badge says that a model's pages open with their figures, or a button sees to it.

_WHAT = "Everything that the pages show when they are opened is measured: they open with figures."


def draw_prepared(spec: ModelSpec) -> None:
    """Draw the badge or the button; nothing until it is known whether the model is prepared.

    A shared server offers no button: whoever runs it prepares its models.
    """
    if session.prepared.is_prepared(spec):
        st.badge("prepared", color="gray", help=_WHAT)
    elif _is_being_prepared(spec):
        st.badge("being prepared", color="gray", help="See the jobs below.")
    elif session.prepared.is_prepared(spec) is None:  # also where its job has just ended
        _wait(spec)
    elif not shared.is_shared():
        _offer(spec)


@st.fragment(run_every=2.0)
def _wait(spec: ModelSpec) -> None:
    """Draw nothing, and draw the page again once it is known; that ends the polling."""
    if session.prepared.is_prepared(spec) is not None:
        st.rerun()


def _offer(spec: ModelSpec) -> None:
    st.button(
        "Prepare",
        key="prepare",
        type="tertiary",
        icon=":material/bolt:",
        on_click=_prepare,
        args=(spec,),
        help="Measure what the pages show when they are opened, in the background, so that none "
        "of them has to be waited for.",
    )
    if failed := st.session_state.pop(state.NOT_PREPARED, None):
        st.caption(explain.plain(failed))


def _is_being_prepared(spec: ModelSpec) -> bool:
    try:
        return session.prepared.is_being_prepared(spec)
    except BiascopeError:  # the list of jobs says what is wrong with it
        return False


def _prepare(spec: ModelSpec) -> None:
    try:
        session.prepared.prepare_later(spec, named(spec))
    except BiascopeError as error:
        st.session_state[state.NOT_PREPARED] = str(error)


# --- health badge -------------------------------------------------------------------------
# This badge of the model bar shows the health check.
#
# Grey until the model is checked. With heads masked it shows the check of the masked model, which
# Prepare and the Scorecard make; until then it is grey again, for what held before the heads were
# masked need not hold now.

_CHECK = (
    "The health check asks whether scores of this model can mean anything: it fills or continues "
    "plain cloze sentences and reads plain English. It says nothing about bias."
)
_CHECK_OF_ENCODER = (
    "The health check asks whether scores of this model can mean anything: whether its files are "
    "complete, and whether a text has the same vectors twice. It says nothing about bias."
)
_LABELS: dict[str, tuple[str, Literal["green", "yellow", "red"]]] = {
    "green": ("passes basic checks", "green"),
    "amber": ("weak", "yellow"),
    "red": ("refused", "red"),
}


def draw_health(spec: ModelSpec, kind: str) -> None:
    """Draw the badge of one model.

    Args:
        kind: of the model's family; the check of an encoder asks nothing that a mask changes.
    """
    if kind == ENCODER:
        _of_unmodified(spec.unmasked(), _CHECK_OF_ENCODER)
    elif spec.masked_heads:
        _of_masked(spec)
    else:
        _of_unmodified(spec, _CHECK)


def _of_unmodified(spec: ModelSpec, what: str) -> None:
    """The badge of the checkpoint; looks again by itself while the check is running.

    Args:
        what: the check asks, in a sentence or two.
    """
    waiting = session.health.result(spec) is None

    @st.fragment(run_every=1.5 if waiting else None)
    def badge() -> None:
        health = session.health.result(spec)
        if health is None:
            st.badge("checking …", color="gray", help=explain.plain(what))
            return
        if waiting:
            st.rerun()  # ends the polling, and lets the page show its caveats
        _badge(health, what)

    badge()


def _of_masked(spec: ModelSpec) -> None:
    unmodified, masked = session.health.result(spec.unmasked()), session.health.masked_result(spec)
    before = "" if unmodified is None else f"With no head masked: {_details(unmodified)}"
    if unmodified is not None and unmodified["status"] == "red":
        _badge(unmodified, "")
    elif masked is not None:
        _badge(masked, "With the masked heads:", before)
    else:
        text = (
            f"{_CHECK} How well it still does so with these heads masked is on the Heads page, "
            f"under Before and after. {before}"
        )
        st.badge("not checked with this mask", color="gray", help=explain.plain(text))


def _badge(health: dict[str, Any], intro: str, more: str = "") -> None:
    label, colour = _LABELS[health["status"]]
    st.badge(label, color=colour, help=explain.plain(f"{intro} {_details(health)} {more}"))


def _details(health: dict[str, Any]) -> str:
    """The reasons of a status, and the values that it rests on."""
    sentences = list(health["reasons"])
    if health.get("cloze_accuracy") is not None:
        bounds = [100 * bound for bound in health["cloze_interval"]]
        causal = health.get("perplexity") is not None
        verb = "Continued" if causal else "Guessed"
        name, value = ("perplexity", "perplexity") if causal else ("pseudo-perplexity", "pppl")
        sentences.append(
            f"{verb} correctly first time: {whole_percent(health['cloze_accuracy'])} of "
            f"{health['cloze_items']} plain cloze sentences ({interval_text(bounds, '.0f')}); "
            f"{name} of plain sentences {health[value]:.1f}."
        )
    return " ".join(sentences)
