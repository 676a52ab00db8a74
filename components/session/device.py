"""Where models run: one choice for everyone on this server, since they share its models."""

from __future__ import annotations

import streamlit as st

from engine.models.devices import cuda_devices

AUTO = "auto"


def devices() -> list[str]:
    """Devices to choose from, without loading torch, which takes seconds."""
    return [AUTO, "cpu", *(f"cuda:{number}" for number in range(cuda_devices()))]


def chosen_device() -> str:
    """The device that models are loaded to: `auto`, `cpu` or `cuda:N`.

    One that turns out not to be there, once torch has looked, counts as *auto*: every page of
    every user would fail otherwise.
    """
    chosen = _choice()["device"]
    return chosen if chosen == AUTO or chosen in devices() else AUTO


def choose_device(name: str) -> None:
    """Load models to this device from now on."""
    _choice()["device"] = name


@st.cache_resource
def _choice() -> dict[str, str]:
    return {"device": AUTO}
