"""More models to choose: the checkpoints of the papers, with their size."""

from __future__ import annotations

import streamlit as st

from components.frame import session
from components.frame.present.numbers import file_size
from components.frame.shell.keys import MODEL
from engine.server import shared


def draw() -> None:
    """Draw the popover with a button for each model; a shared server fetches none."""
    if shared.is_shared():
        return
    with st.popover("More models", icon=":material/download:", type="tertiary"):
        st.caption(
            "Models that the papers behind Biascope measured. They are downloaded from the model "
            "hub, once."
        )
        if session.offline():
            st.caption(":material/cloud_off: Offline: only those on this machine can be opened.")
        for each, here in session.suggestions().items():
            size = "on this machine" if here else f"download {file_size(each.bytes)}"
            if each.convert and not here:
                size += "; has to be converted first, the page says how"
            st.button(
                f"{each.checkpoint} :small[:gray[{size}]]",
                key=f"suggest_{each.checkpoint}",
                type="tertiary",
                on_click=_take,
                args=(here or each.checkpoint,),
            )


def _take(checkpoint: str) -> None:
    session.confirm("model", checkpoint)
    st.session_state[MODEL] = checkpoint
