"""Where and how precisely models run: the popover below the model's badges."""

from __future__ import annotations

import streamlit as st

from components.frame import session
from components.frame.shell.keys import DTYPE
from engine.core.spec import DTYPES
from engine.flow.guarded import AUTO
from engine.server import shared

_DEVICE = "device"
_PRECISION = (
    "float32 is the reference that all published figures here were made with. The half-precision "
    "formats need half the memory and are faster on accelerators; scores differ from the second "
    "or third decimal on, and are kept apart. In *mixed* only products of matrices are bfloat16, "
    "and scores are nearer to float32's. *auto* acts on pairs, on their page and in the Scorecard: "
    "they are scored in mixed precision, and again in float32 wherever that could change a "
    "preference; everything else uses float32."
)


def draw() -> str:
    """Draw the popover; the precision chosen.

    A shared server has one device and float32 for all, so that each model is in memory once.
    """
    if shared.is_shared():
        return DTYPES[0]
    with st.popover("Device and precision", icon=":material/memory:", type="tertiary"):
        _device()
        dtype = st.selectbox(
            "Precision",
            (*DTYPES, AUTO),
            key=DTYPE,
            bind="query-params",
            help=_PRECISION,
        )
        if dtype == AUTO:
            st.caption("*auto* acts on pairs; all else uses float32.")
    return DTYPES[0] if dtype in (None, AUTO) else dtype


def is_guarded() -> bool:
    """Whether pairs are scored in mixed precision where that cannot change a preference."""
    return not shared.is_shared() and bool(st.session_state.get(DTYPE) == AUTO)


def _device() -> None:
    """One device for everyone who uses this server, so it is not in the address."""
    st.session_state[_DEVICE] = session.chosen_device()
    st.selectbox(
        "Device",
        session.devices(),
        key=_DEVICE,
        on_change=_choose,
        help="*auto* takes an NVIDIA GPU if there is one. Models that are open are loaded again; "
        "all windows of this server use the same device.",
    )


def _choose() -> None:
    session.use_device(st.session_state[_DEVICE])
