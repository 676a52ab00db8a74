"""The address of a page: links from before a setting was renamed, and back and forward.

When the user goes to another page, Streamlit takes the page's own settings out of the
address, so that the page's entry in the browser's history has lost them. Coming back to it
would show the examples instead of what was typed; so the page's last settings are put back.

Every control that a link should reproduce is bound to a query parameter. A link means the same
whatever the user did before: where one leads to a page, the settings of earlier visits are
forgotten, as Streamlit would keep them for all that the link does not name, and for what it names
with the box's first option.
"""

from __future__ import annotations

from contextlib import suppress

import streamlit as st
from streamlit.errors import StreamlitAPIException
from streamlit.runtime.scriptrunner import get_script_run_ctx

from components.frame import session
from components.frame.session import state
from components.frame.shell import interventions
from components.frame.shell import subject as keys

# Keys of what Streamlit (`st.session_state` refuses them) and `session.state` keep.
_RESERVED = ("$$ID", state.PREFIX)
# Page -> old name of a setting -> its name now. Links hold the old ones, so no line is removed.
RENAMED: dict[str, dict[str, str]] = {
    "probe": {"words": "top_k"},
    "heads": {
        "k": "heads_to_mask",
        "clip": "only_positive",
        "colour": "colour_by",
        "contexts": "sentences_per_word",
        "asked": "own_sentence",
        "units": "whole_words",
        "look_in": "attention_text",
        "look_in_counter": "attention_counterpart",
        "looking": "attention_heads",
    },
    "annotators": {"map": "map_method", "fold": "ignore_case", "least": "min_annotators"},
}


def rename_old(page: str) -> None:
    """Give settings of an old link their names of today, before any widget is drawn.

    A name of today that is in the address too wins.
    """
    renamed = RENAMED.get(page, {})
    old = [key for key in st.query_params if key in renamed]
    if not old:
        return
    for key in old:
        values = st.query_params.get_all(key)
        del st.query_params[key]
        if renamed[key] not in st.query_params:
            with suppress(StreamlitAPIException):  # its widget is on screen and decides
                st.query_params[renamed[key]] = values
    st.rerun()  # widgets take their values from the address that a run begins with


def restore(page: str) -> None:
    """Rename settings of old links, and put back what a history entry has lost."""
    rename_old(page)
    st.session_state.pop(state.NAMED_IN_LINKS, None)
    if st.session_state.get(state.PAGE_DRAWN) != page:
        st.session_state[state.PAGE_DRAWN] = page
        st.session_state.pop(state.LEFT_OUT_OF_LINK, None)
        if _own() and not _going_back():
            _forget(page)
            _take_model()
    seen = st.session_state.get(state.SEEN_SETTINGS, {}).get(page, set())
    if st.session_state.pop(state.RESTORED, False):
        for key in _own() - seen:
            with suppress(StreamlitAPIException):  # it is a field of this page after all
                del st.query_params[key]
    left = st.session_state.get(state.LEFT_SETTINGS, {}).get(page, {})
    if _going_back() and left and not left.keys() & _own():
        st.session_state.update(left)
        st.session_state[state.RESTORED] = True
        st.rerun()  # as a run of its own: while going back, the address would win


def keep(page: str) -> None:
    """Remember a page's own settings, once it is drawn."""
    seen = st.session_state.setdefault(state.SEEN_SETTINGS, {}).setdefault(page, set())
    if not _going_back():
        seen |= _own()
    left = {key: st.session_state[key] for key in _own() & seen if key in st.session_state}
    st.session_state.setdefault(state.LEFT_SETTINGS, {})[page] = left


def _forget(page: str) -> None:
    """Forget what was chosen on a page before, in the address or not."""
    for key in st.session_state.get(state.SEEN_SETTINGS, {}).get(page, set()) | _own():
        st.session_state.pop(key, None)


def _take_model() -> None:
    """Take the model of a link that names one, with what is done to it, for that in the sidebar."""
    model = st.query_params.get(keys.MODEL)
    if model is None or keys.HEADS not in st.session_state:  # the first page of a visit
        return
    interventions.take_from_link()
    if model in (session.BUNDLED, *session.checkpoints()):  # any other is read as it is shown
        st.session_state[keys.MODEL] = model


def _own() -> set[str]:
    return {key for key in st.query_params if not keys.is_of_model_bar(key) and _names_a_field(key)}


def _names_a_field(key: str) -> bool:
    """Whether a field can have this key: Streamlit's own are reserved, and so are ours."""
    return bool(key.strip()) and not key.startswith(_RESERVED)


def _going_back() -> bool:
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation
