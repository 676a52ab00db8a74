"""The fields of the model bar that name a model: the one measured, and the one compared with."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from components.frame import session
from components.frame.shell.keys import MODEL, UNMODIFIED
from components.frame.shell.subject import NAME
from engine.server import shared


def model_field(label: str, key: str, options: list[str], default: str) -> str:
    """Draw a field that takes a model, from a list or typed.

    Args:
        key: MODEL or COMPARE.

    Returns:
        A value of `options`, or what was typed.
    """
    chosen = st.selectbox(
        label,
        options,
        index=options.index(default),
        key=key,
        bind="query-params",
        accept_new_options=True,
        on_change=session.confirm_field,
        args=("model", key),
        format_func=readable(),
        help=_which()
        if key == MODEL
        else "Results of this model are shown next to those of the model above. *Same model, "
        "nothing masked* has an effect once heads are masked.",
    )
    return (chosen or default).strip()


def _which() -> str:
    if shared.is_shared():
        return "Choose one. This Biascope is shared and opens only the models in this list."
    return (
        "Choose one, or type a Hugging Face model id (bert-base-uncased, owner/model) or a local "
        "folder and press Enter."
    )


def readable() -> Callable[[str], str]:
    """Return how options are shown: a model made here by its name, not by its folder."""
    known = {
        session.BUNDLED: f"bundled: {NAME}",
        UNMODIFIED: "same model, unmasked",
    }
    known |= session.made_models()
    return lambda checkpoint: known.get(checkpoint, checkpoint)
