"""Which injection the Lab shows: by default the newest, another by name, or a new one."""

from __future__ import annotations

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.shell import model_bar
from engine.core.errors import BiascopeError
from engine.lab.settings import VARIANTS

RUN = "run"  # key of the box, and its name in the address
NEW = "(a new one)"
_NEXT, _REFUSED = session.state.LAB_NEXT, session.state.LAB_REFUSED


def choose_injection() -> session.lab.Injection | None:
    """Draw the box and read it; None for a new injection."""
    explain.warnings(session.lab.damaged_injections())
    known = {injection.name: injection for injection in session.lab.injections()}
    wanted = st.session_state.pop(_NEXT, None)
    if not known:
        return None
    if wanted is not None:  # before the box is drawn: afterwards it cannot be set
        st.session_state[RUN] = wanted
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox(
            "Injection",
            [*known, NEW],
            key=RUN,
            bind="query-params",
            persist_state="session",
            width=320,
        )
        if name != NEW:
            st.button(
                "Plant another", icon=":material/add:", on_click=open_injection_next, args=(NEW,)
            )
            if not known[name].active:
                _delete_button(known[name])
    if refused := st.session_state.pop(_REFUSED, None):
        st.error(explain.plain(refused), icon=":material/info:")
    return known.get(name)


def open_injection_next(name: str) -> None:
    """Show this injection when the page is drawn next."""
    st.session_state[_NEXT] = name


def _delete_button(injection: session.lab.Injection) -> None:
    """Draw a button that deletes the injection with its models, after confirmation."""
    with st.popover("Delete", icon=":material/delete:"):
        st.markdown("This deletes its models, loss curves and report from this machine.")
        st.button(f"Delete {injection.name}", key="delete_run", on_click=_delete, args=(injection,))


def _delete(injection: session.lab.Injection) -> None:
    """A callback, so that the model bar is drawn after it; nothing is raised here."""
    made = {injection.place.checkpoint(variant) for variant in VARIANTS}
    try:
        session.lab.delete_injection(injection)
    except BiascopeError as error:
        st.session_state[_REFUSED] = str(error)
        return
    st.session_state.pop(RUN, None)
    for key, usual in (
        (model_bar.MODEL, session.BUNDLED),
        (model_bar.COMPARE, model_bar.UNMODIFIED),
    ):
        if st.session_state.get(key) in made:
            st.session_state[key] = usual
