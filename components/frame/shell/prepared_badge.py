"""Whether a model's pages open with their figures: a badge, or a button that sees to it."""

from __future__ import annotations

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.session import state
from components.frame.shell.subject import named
from engine.core.errors import BiascopeError
from engine.core.spec import ModelSpec
from engine.server import shared

_WHAT = "Everything that the pages show when they are opened is measured: they open with figures."


def draw(spec: ModelSpec) -> None:
    """Draw the badge or the button; nothing until it is known whether the model is prepared.

    A shared server offers no button: whoever runs it prepares its models.
    """
    if session.is_prepared(spec):
        st.badge("prepared", color="gray", help=_WHAT)
    elif _is_being_prepared(spec):
        st.badge("being prepared", color="gray", help="See the jobs below.")
    elif session.is_prepared(spec) is None:  # also where its job has just ended
        _wait(spec)
    elif not shared.is_shared():
        _offer(spec)


@st.fragment(run_every=2.0)
def _wait(spec: ModelSpec) -> None:
    """Draw nothing, and draw the page again once it is known; that ends the polling."""
    if session.is_prepared(spec) is not None:
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
        return session.is_being_prepared(spec)
    except BiascopeError:  # the list of jobs says what is wrong with it
        return False


def _prepare(spec: ModelSpec) -> None:
    try:
        session.prepare_later(spec, named(spec))
    except BiascopeError as error:
        st.session_state[state.NOT_PREPARED] = str(error)
