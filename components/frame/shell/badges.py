"""Badges of the model bar: health, size, device, precision, and whether its pages are prepared."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.present.numbers import interval_text, whole_percent
from components.frame.session import state
from components.frame.shell import subject as run_settings
from components.frame.shell.subject import done, named, under
from engine.core.errors import BiascopeError
from engine.core.families import ENCODER
from engine.core.spec import DTYPES, NO_HEADS, ModelSpec
from engine.core.wording import counted
from engine.server import shared

_ENCODER = (
    "A sentence encoder. What predicts words is refused; SEAT and its heads are on the page Heads, "
    "occupations on CABM."
)


def draw_badges(spec: ModelSpec, facts: session.Facts) -> None:
    """Draw what is to be known of a model before its numbers are trusted."""
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
    draw_prepared(spec, facts.kind)
    if spec.dtype != DTYPES[0]:
        st.badge(spec.dtype, color="orange", help="Less precise than float32, the reference.")
    if run_settings.is_guarded():
        st.badge(
            "auto precision",
            color="gray",
            help="Pairs are scored in mixed precision, near a tie in float32; elsewhere float32.",
        )


# --- prepared badge -----------------------------------------------------------------------
# A badge says that a model's pages open with their figures, or a button sees to it.

_WHAT = "Everything that the pages show when they are opened is measured: they open with figures."


def draw_prepared(spec: ModelSpec, kind: str) -> None:
    """Draw the badge or the button; nothing until it is known whether the model is prepared.

    A shared server offers no button: whoever runs it prepares its models.

    Args:
        kind: of the model's family.
    """
    if session.prepared.is_prepared(spec, kind):
        st.badge("prepared", color="gray", help=_WHAT)
    elif _is_being_prepared(spec):
        st.badge("being prepared", color="gray", help="See the jobs below.")
    elif session.prepared.is_prepared(spec, kind) is None:  # also where its job has just ended
        _wait(spec, kind)
    elif not shared.is_shared():
        _offer(spec)


@st.fragment(run_every=2.0)
def _wait(spec: ModelSpec, kind: str) -> None:
    """Draw nothing, and draw the page again once it is known; that ends the polling."""
    if session.prepared.is_prepared(spec, kind) is not None:
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
# Grey until the model is checked. With something done to it, it shows the check of that; until then
# it is grey again, for what held before need not hold now. Of masked heads alone, only Prepare
# and the Scorecard make the check.

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
        kind: of the model's family; the check of an encoder asks nothing that an
            intervention changes.
    """
    if kind == ENCODER:
        _of_unmodified(spec.unmasked(), _CHECK_OF_ENCODER)
    elif spec.is_original:
        _of_unmodified(spec, _CHECK)
    else:
        _of_changed(spec)


def _of_unmodified(spec: ModelSpec, what: str) -> None:
    """The badge of the checkpoint; looks again by itself while the check is running.

    Args:
        what: the check asks, in a sentence or two.
    """
    _looking(partial(session.health.result, spec), what)


def _looking(find: Callable[[], dict[str, Any] | None], intro: str, more: str = "") -> None:
    """A badge that is grey until the check is made, for which it looks by itself.

    Args:
        find: the result of the check, if it is made.
        intro: stands before the result in the help of the badge.
        more: stands behind it.
    """
    waiting = find() is None

    @st.fragment(run_every=1.5 if waiting else None)
    def badge() -> None:
        health = find()
        if health is None:
            st.badge("checking …", color="gray", help=explain.plain(f"{intro} {more}"))
            return
        if waiting:
            st.rerun()  # ends the polling, and lets the page show its caveats
        _badge(health, intro, more)

    badge()


def draw_compared_health(name: str, spec: ModelSpec) -> None:
    """Draw a badge where the model compared with is weak or refused; nothing where it passes.

    Nothing waits for the check: it looks again by itself while that is running.

    Args:
        name: of the model, for the help of the badge.
    """
    health = session.health.result(spec)
    if health is None:
        with st.container(width="content"):
            _wait_for_check(spec)
    elif health["status"] != "green":
        label, colour = _LABELS[health["status"]]
        text = explain.plain(f"{name}: {_details(health)}")
        st.badge(f"compared model is {label}", color=colour, help=text)


@st.fragment(run_every=1.5)
def _wait_for_check(spec: ModelSpec) -> None:
    """Draw nothing, and draw the page again once the check is made; that ends the polling."""
    if session.health.result(spec) is not None:
        st.rerun()


def _of_changed(spec: ModelSpec) -> None:
    unmodified, changed = session.health.result(spec.unmasked()), session.health.exact_result(spec)
    whole = under(spec.unmasked(), spec)
    before = "" if unmodified is None else f"{whole[:1].upper()}{whole[1:]}: {_details(unmodified)}"
    if unmodified is not None and unmodified["status"] == "red":
        _badge(unmodified, "")
    elif changed is not None or session.health.is_checked_later(spec):
        _looking(partial(session.health.exact_result, spec), f"With {done(spec)}:", before)
    else:
        text = (
            f"{_CHECK} How well it still does so with these heads switched off is on the Heads "
            f"page, under Before and after. {before}"
        )
        st.badge("not checked with heads off", color="gray", help=explain.plain(text))


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
