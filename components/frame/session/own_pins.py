"""Where collections of pins are: files of this machine, or one session of a shared server.

On a shared server nobody may see or change what is another's, and nothing may be left there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import streamlit as st

from components.frame.session.state import OWN_PINS
from engine.core.errors import BiascopeError, InputTextError
from engine.pins import Collection, kept
from engine.pins.collection import text_of
from engine.server import shared

_MOST, _MOST_BYTES = 5, 8 * 2**20  # collections of a session, and bytes of one


class KeptPins(Protocol):
    """Collections by name, as `engine.pins.kept` has them."""

    def names(self) -> list[str]: ...
    def titles(self) -> dict[str, str]: ...
    def start(self, collection: Collection) -> str: ...
    def load(self, name: str) -> Collection: ...
    def change(
        self, name: str, act: Callable[[Collection], Collection], first_title: str = ""
    ) -> Collection: ...
    def delete(self, name: str) -> None: ...


def kept_pins() -> KeptPins:
    """The collections that the user can change."""
    return _InSession() if shared.is_shared() else kept


class _InSession:
    """Collections of one browser session; they end with it."""

    @property
    def _all(self) -> dict[str, Collection]:
        found: dict[str, Collection] = st.session_state.setdefault(OWN_PINS, {})
        return found

    def names(self) -> list[str]:
        return sorted(self._all)

    def titles(self) -> dict[str, str]:
        return {name: self._all[name].title for name in self.names()}

    def start(self, collection: Collection) -> str:
        if len(self._all) >= _MOST:
            raise BiascopeError(
                f"A shared Biascope keeps {_MOST} collections a visit; delete one first."
            )
        name = kept.name_for(collection.title, self._all)
        self._keep(name, collection)
        return name

    def load(self, name: str) -> Collection:
        if name not in self._all:
            raise InputTextError(f"There is no collection named {name}; it may be deleted.")
        return self._all[name]

    def change(
        self, name: str, act: Callable[[Collection], Collection], first_title: str = ""
    ) -> Collection:
        missing = bool(first_title) and name not in self._all
        changed = act(Collection(first_title) if missing else self.load(name))
        self._keep(name, changed)
        return changed

    def delete(self, name: str) -> None:
        self._all.pop(name, None)

    def _keep(self, name: str, collection: Collection) -> None:
        if len(text_of(collection).encode()) > _MOST_BYTES:
            raise BiascopeError(
                "This collection is larger than a shared Biascope keeps. Export it, and go on with "
                "a new one."
            )
        self._all[name] = collection
