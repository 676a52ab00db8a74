"""The box that chooses which run is shown: of either experiment, with another or none of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import streamlit as st

from components.frame.present import explain
from engine.core.errors import BiascopeError

NEW = "(a new one)"


class Run(Protocol):
    """A run that may be on its way."""

    @property
    def name(self) -> str: ...
    @property
    def active(self) -> bool: ...


AnyRun = TypeVar("AnyRun", bound=Run)


@dataclass(frozen=True)
class RunBox(Generic[AnyRun]):
    """The box of one experiment.

    Args:
        label: of the box.
        key: of the box, and its name in the address.
        delete_key: of the button that deletes.
        upcoming: in the session, the run that is shown when the page is drawn next.
        refused: in the session, why one was not deleted.
        made: what is deleted with a run.
        delete: deletes one; what it raises is shown.
    """

    label: str
    key: str
    delete_key: str
    upcoming: str
    refused: str
    made: str
    delete: Callable[[AnyRun], None]

    def choose(self, runs: Iterable[AnyRun]) -> AnyRun | None:
        """Draw the box and read it.

        Args:
            runs: the newest first, which is shown by default.

        Returns:
            None for a new run.
        """
        known = {run.name: run for run in runs}
        wanted = st.session_state.pop(self.upcoming, None)
        if not known:
            return None
        if wanted is not None:  # before the box is drawn: afterwards it cannot be set
            st.session_state[self.key] = wanted
        with st.container(horizontal=True, vertical_alignment="bottom"):
            name = st.selectbox(
                self.label,
                [*known, NEW],
                key=self.key,
                bind="query-params",
                persist_state="session",
                width=320,
            )
            if name != NEW:
                another, icon = "Plant another", ":material/add:"
                st.button(another, icon=icon, on_click=self.open_next, args=(NEW,))
                if not known[name].active:
                    self._delete_button(known[name])
        if refused := st.session_state.pop(self.refused, None):
            st.error(explain.plain(refused), icon=":material/info:")
        return known.get(name)

    def open_next(self, name: str) -> None:
        """Show this run when the page is drawn next."""
        st.session_state[self.upcoming] = name

    def _delete_button(self, run: AnyRun) -> None:
        """Draw a button that deletes a run with its models, after confirmation."""
        with st.popover("Delete", icon=":material/delete:"):
            st.markdown(f"This deletes its {self.made} from this machine.")
            st.button(f"Delete {run.name}", key=self.delete_key, on_click=self._delete, args=(run,))

    def _delete(self, run: AnyRun) -> None:
        """A callback, so that the model bar is drawn after it; nothing is raised here."""
        try:
            self.delete(run)
        except BiascopeError as error:
            st.session_state[self.refused] = str(error)
            return
        st.session_state.pop(self.key, None)
