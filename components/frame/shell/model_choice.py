"""Choosing a model: the fields of the model bar, models to download, and folders of the user's."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.present.numbers import file_size
from components.frame.session import state
from components.frame.shell.subject import MODEL, NAME, UNMODIFIED
from engine.core.errors import BiascopeError
from engine.server import shared


def draw_more_models() -> None:
    """Draw the popover: folders of the user's, and models to download; not on a shared server."""
    if shared.is_shared():
        return
    with st.popover("More models", icon=":material/add:", type="tertiary"):
        _folders()
        st.markdown("**Published models**")
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


_FOLDER = "folder_of_models"


def _folders() -> None:
    """Folders whose models are offered wherever a model is chosen, now and in later visits."""
    st.markdown("**Your models**")
    with st.form("add_models", border=False, enter_to_submit=True):
        st.text_input(
            "Folder of models",
            key=_FOLDER,
            placeholder="/home/me/checkpoints",
            max_chars=4000,
            help="A folder in which each model has a folder of its own, as save_pretrained writes "
            "it. The models are then offered here, in *Compare with* and on the Scorecard, by "
            "name. Nothing is copied.",
        )
        st.form_submit_button("Add folder", on_click=_add_folder)
    if refused := st.session_state.pop(state.FOLDER_REFUSED, None):
        st.error(explain.plain(refused), icon=":material/info:")
    if added := st.session_state.pop(state.FOLDER_ADDED, None):
        st.success(explain.plain(added), icon=":material/check:")
    for folder in session.folders_of_models():
        with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
            st.caption(explain.plain(folder), width="stretch")
            st.button(
                "Remove",
                key=f"remove_{folder}",
                type="tertiary",
                on_click=_remove_folder,
                args=(folder,),
                help="Takes the folder off this list; its files stay.",
            )


def _add_folder() -> None:
    try:
        found = session.add_models(str(st.session_state[_FOLDER]))
        st.session_state[_FOLDER] = ""
        st.session_state[state.FOLDER_ADDED] = found.said
    except BiascopeError as error:
        st.session_state[state.FOLDER_REFUSED] = str(error)


def _remove_folder(folder: str) -> None:
    try:
        session.remove_models(folder)
    except BiascopeError as error:
        st.session_state[state.FOLDER_REFUSED] = str(error)


def _take(checkpoint: str) -> None:
    session.confirm("model", checkpoint)
    st.session_state[MODEL] = checkpoint


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
        format_func=option_format(),
        help=_which()
        if key == MODEL
        else "Results of this model are shown next to those of the model above. *original "
        "model* has an effect once heads are switched off, or something else is done to it.",
    )
    return (chosen or default).strip()


def _which() -> str:
    if shared.is_shared():
        return "Choose one. This Biascope is shared and opens only the models in this list."
    return (
        "Choose one, or type a Hugging Face model id (bert-base-uncased, owner/model) or a local "
        "folder and press Enter."
    )


def option_format() -> Callable[[str], str]:
    """Return how options are shown: a model in a folder by its name, not by its path."""
    known = {
        session.BUNDLED: f"bundled: {NAME}",
        UNMODIFIED: "original model",
    }
    known |= session.model_names()
    return lambda checkpoint: known.get(checkpoint, checkpoint)
