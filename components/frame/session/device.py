"""Where models run: one choice for everyone on this server, since they share its models."""

from __future__ import annotations

from typing import Protocol, TypeVar

import streamlit as st

from engine.models.devices import accelerators
from engine.models.devices import device_label as device_label
from engine.models.room import release_memory
from engine.server import shared

AUTO = "auto"


class _Cached(Protocol):
    def clear(self) -> None: ...


_Function = TypeVar("_Function", bound=_Cached)
_on_one_device: list[_Cached] = []


def devices() -> list[str]:
    """Devices to choose from, without loading torch, which takes seconds."""
    return [AUTO, "cpu", *accelerators()]


def chosen_device() -> str:
    """The device that models are loaded to, one of `devices`.

    One that turns out not to be there, once torch has looked, counts as *auto*: every page of
    every user would fail otherwise.
    """
    chosen = _choice()["device"]
    return chosen if chosen in (AUTO, "cpu") or chosen in devices() else AUTO


def use_device(name: str) -> None:
    """Load models to this device from now on; what was loaded to another is given up."""
    shared.refuse("Choosing the device")
    if name != chosen_device():
        _choice()["device"] = name
        for cached in _on_one_device:
            cached.clear()
        release_memory()


def on_one_device(function: _Function) -> _Function:
    """Empty the cache of this function whenever another device is chosen."""
    _on_one_device.append(function)
    return function


@st.cache_resource(show_spinner=False)
def _choice() -> dict[str, str]:
    return {"device": AUTO}
