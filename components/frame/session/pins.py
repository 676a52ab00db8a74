"""Pinned results of this browser session or this machine, and the story that comes with Biascope.

Collections are files of this machine. Where many people share a server each session has its own,
in memory, since nobody may change or see what is another's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import streamlit as st

from components.frame.session.state import OWN_PINS, PINNED_INTO
from engine.core.errors import BiascopeError, InputTextError
from engine.pins import Collection, Pin, kept, story
from engine.pins.collection import text_of
from engine.pins.reading import read_collection
from engine.server import shared

STORY = "story"
_FIRST, _FIRST_TITLE = "my-pins", "My pins"


def pin_collections() -> dict[str, str]:
    """Name -> title of each collection: the story of Biascope, then the user's."""
    return {STORY: story.shipped().title} | kept_pins().titles()


def pin_collection(name: str) -> Collection:
    """The collection of a name."""
    return story.shipped() if name == STORY else kept_pins().load(name)


def pinned_into() -> str:
    """Name of the collection that results are pinned to."""
    name: str = st.session_state.get(PINNED_INTO, _FIRST)
    return name


def pin_into(name: str) -> None:
    """Pin results to this collection from now on; that of Biascope itself never changes."""
    if name != STORY:
        st.session_state[PINNED_INTO] = name


def keep_pin(pin: Pin) -> Collection:
    """Add a result to the end of the collection in use, which is started where there is none."""
    name = pinned_into()
    if name != _FIRST and name not in kept_pins().names():  # deleted in another window
        name = st.session_state[PINNED_INTO] = _FIRST
    return kept_pins().change(name, lambda now: now.added(pin), _FIRST_TITLE)


def change_pins(name: str, act: Callable[[Collection], Collection]) -> Collection:
    """Apply a change to what a collection holds now."""
    if name == STORY:
        raise BiascopeError("The story that comes with Biascope stays as it is; copy it first.")
    return kept_pins().change(name, act)


def start_pins(collection: Collection) -> str:
    """Keep a collection under a name of its own, and pin to it from now on."""
    name = kept_pins().start(collection)
    pin_into(name)
    return name


def import_pins(data: bytes, file: str) -> str:
    """Keep the collection of a file.

    Args:
        file: its name, for messages.
    """
    shared.check_upload(file, len(data))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputTextError(f"{file} is not UTF-8 text, so it holds no collection.") from None
    return start_pins(read_collection(text, file))


def delete_pins(name: str) -> None:
    """Delete a collection of the user's."""
    kept_pins().delete(name)
    if st.session_state.get(PINNED_INTO) == name:
        del st.session_state[PINNED_INTO]


# --- own pins -----------------------------------------------------------------------------
# Where collections of pins are: files of this machine, or one session of a shared server.
#
# On a shared server nobody may see or change what is another's, and nothing may be left there.

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
