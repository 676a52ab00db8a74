"""Where models run: one choice for everyone on this server, since they share its models."""

from __future__ import annotations

import sys
from pathlib import Path

import streamlit as st

AUTO = "auto"


def devices() -> list[str]:
    """Devices to choose from, without loading torch, which takes seconds."""
    if "torch" in sys.modules:
        import torch

        count = torch.cuda.device_count() if torch.cuda.is_available() else 0
    else:
        count = len(list(Path("/dev").glob("nvidia[0-9]*")))
    return [AUTO, "cpu", *(f"cuda:{number}" for number in range(count))]


def chosen_device() -> str:
    """The device that models are loaded to: `auto`, `cpu` or `cuda:N`."""
    return _choice()["device"]


def choose_device(name: str) -> None:
    """Load models to this device from now on."""
    _choice()["device"] = name


@st.cache_resource
def _choice() -> dict[str, str]:
    return {"device": AUTO}
