"""A page of nothing but the head grid and the field of masked heads; for its browser tests.

The address decides: `shape=12x12`, `first` seconds of work before the grid is drawn, `poll`
seconds between polls, `bare=1` for a grid that nobody follows, `late` seconds in which a message
may be late, `estimate=1` for values that are not measured, `none=1` for no values before
*Measure* is pressed.
"""

from __future__ import annotations

import time

import streamlit as st

from components.frame import session
from components.frame.session import state
from components.frame.shell import masked_heads
from components.frame.widgets.head_grid import head_grid
from engine.core.spec import HeadRef, format_heads, parse_heads

st.set_page_config(layout="wide")
asked = st.query_params
state.LATE = float(asked.get("late", 3))
layers, heads = (int(part) for part in asked.get("shape", "12x12").split("x"))
values: list[list[float | None]] = [
    [((layer * 37 + head * 61) % 97 - 40) / 400 for head in range(heads)] for layer in range(layers)
]
values[1][1] = None
st.session_state["runs"] = st.session_state.get("runs", 0) + 1


@st.fragment(run_every=float(asked["poll"]) if "poll" in asked else None)
def poll() -> None:
    st.session_state["polls"] = st.session_state.get("polls", 0) + 1
    st.caption(f"polls {st.session_state['polls']}")


with st.sidebar:
    masked_heads.keep_newest()
    text = masked_heads.field(session.Facts("bert", "masked", layers, heads))
    st.button("First head only", on_click=masked_heads.press, args=([HeadRef(0, 0)],))
    st.button("Clear", on_click=masked_heads.clear)
    poll()
    measured = "none" not in asked or st.button("Measure")

time.sleep(float(asked.get("first", 0)))
followed = "bare" not in asked
with st.container(border=True, width=int(asked.get("width", 460))):
    wanted = head_grid(
        values if measured else None,
        parse_heads(text or "") if followed else (),
        key="grid",
        label="Bias score per head",
        unit="d",
        shape=(layers, heads),
        estimate="estimate" in asked,
        descriptions=[["<b>plain</b> & text"] * heads] * layers if "described" in asked else None,
        clip_negative="clip" in asked,
        on_change=masked_heads.click if followed else None,
    )
st.text(f"wanted: {format_heads(wanted) or 'none'}")
st.text(f"runs: {st.session_state['runs']}")
