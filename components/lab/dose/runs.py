"""Which dose run the Lab shows: by default the newest, another by name, or a new one."""

from __future__ import annotations

import streamlit as st

from components.frame import session
from components.frame.present import explain
from engine.core.errors import BiascopeError

RUN = "dose_run"  # key of the box, and its name in the address
NEW = "(a new one)"
_NEXT, _REFUSED = session.state.DOSE_NEXT, session.state.DOSE_REFUSED


def choose_run() -> session.dose.DoseRun | None:
    """Draw the box and read it; None for a new run."""
    explain.warnings(session.dose.damaged_runs())
    known = {run.name: run for run in session.dose.runs()}
    wanted = st.session_state.pop(_NEXT, None)
    if not known:
        return None
    if wanted is not None:  # before the box is drawn: afterwards it cannot be set
        st.session_state[RUN] = wanted
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox(
            "Dose run",
            [*known, NEW],
            key=RUN,
            bind="query-params",
            persist_state="session",
            width=320,
        )
        if name != NEW:
            st.button("Plant another", icon=":material/add:", on_click=open_next, args=(NEW,))
            if not known[name].active:
                _delete_button(known[name])
    if refused := st.session_state.pop(_REFUSED, None):
        st.error(explain.plain(refused), icon=":material/info:")
    return known.get(name)


def open_next(name: str) -> None:
    """Show this run when the page is drawn next."""
    st.session_state[_NEXT] = name


def _delete_button(run: session.dose.DoseRun) -> None:
    with st.popover("Delete", icon=":material/delete:"):
        st.markdown("This deletes its models, loss curves and results from this machine.")
        st.button(f"Delete {run.name}", key="delete_dose_run", on_click=_delete, args=(run,))


def _delete(run: session.dose.DoseRun) -> None:
    """A callback; nothing is raised here."""
    try:
        session.dose.delete(run)
    except BiascopeError as error:
        st.session_state[_REFUSED] = str(error)
        return
    st.session_state.pop(RUN, None)
