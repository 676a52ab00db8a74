"""The box of masks: nothing masked, that of the model bar, examples, typed heads, mask files."""

from __future__ import annotations

import streamlit as st

from components.frame.present import explain
from components.frame.session import state
from components.frame.shell.model_bar import Subject
from components.scorecard.choice import NONE, heads_of
from engine.core.errors import BiascopeError
from engine.core.spec import BUNDLED, HeadRef, format_heads
from engine.files.mask_file import parse_mask
from engine.first_sight.examples import SCORECARD_MASKS
from engine.server import shared

KEY = "masks"  # of the box, in the session and the address
_FILE = "scorecard_mask_file"


def choose(subject: Subject | None) -> tuple[tuple[HeadRef, ...], ...]:
    """Draw the box; the chosen masks, at least one.

    Args:
        subject: the model of the model bar, whose mask is offered.
    """
    current = format_heads(subject.spec.masked_heads) if subject is not None else ""
    bundled = subject is None or subject.spec.checkpoint == BUNDLED
    added = st.session_state.setdefault(state.SCORECARD_MASKS, [])
    offered = [NONE, *filter(None, [current]), *(SCORECARD_MASKS if bundled else ()), *added]
    first = [NONE, *(SCORECARD_MASKS if bundled else ()), *filter(None, [current])]
    chosen = st.multiselect(
        "Masks",
        list(dict.fromkeys([*offered, *_kept()])),
        default=list(dict.fromkeys(first)),
        key=KEY,
        bind="query-params",
        persist_state="session",
        accept_new_options=True,
        placeholder="none, or heads such as 3-1, 6-12",
        help="Each model is measured under each mask. Type heads as layer-head, such as 3-1, 6-12. "
        "The examples are the heads of the bundled model with the largest bias score, "
        "each word read in up to ten texts.",
        wrap=True,
    )
    return _read(chosen or [NONE])


def _kept() -> list[str]:
    """What is chosen now: a typed mask stays an option."""
    return [str(mask) for mask in st.session_state.get(KEY) or ()]


def _read(chosen: list[str]) -> tuple[tuple[HeadRef, ...], ...]:
    """The masks, each once."""
    return tuple(dict.fromkeys(heads_of(mask) for mask in chosen))


def file() -> None:
    """Draw the box for a mask file, whose heads become one more mask."""
    with st.popover("Mask file", icon=":material/save:"):
        st.file_uploader(
            "Add the mask of a file",
            type=["json"],
            key=_FILE,
            max_upload_size=1,
            on_change=_add,
            help="A mask that was saved on the Heads page.",
        )
        if problem := st.session_state.get(state.SCORECARD_MASK_PROBLEM):
            st.error(explain.plain(problem), icon=":material/info:")


def _add() -> None:
    """A callback: add the mask of the file to those that are chosen."""
    st.session_state.pop(state.SCORECARD_MASK_PROBLEM, None)
    upload = st.session_state.get(_FILE)
    if upload is None:
        return
    try:
        shared.check_upload(upload.name, upload.size)
        mask = parse_mask(upload.getvalue().decode("utf-8-sig", errors="replace"))
    except BiascopeError as error:
        st.session_state[state.SCORECARD_MASK_PROBLEM] = f"{upload.name}: {error}"
        return
    text = format_heads(mask.masked_heads) or NONE
    st.session_state[state.SCORECARD_MASKS] = [
        *dict.fromkeys([*st.session_state.get(state.SCORECARD_MASKS, []), text])
    ]
    st.session_state[KEY] = [*dict.fromkeys([*_kept(), text])]
