"""Reviews that were exported: opened as one more, or added to the one that is open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import streamlit as st

from components.curate.choose import keep_refusal, open_review_next
from components.frame import session
from components.frame.present import explain
from components.frame.session import state
from engine.core.wording import agreeing, counted

if TYPE_CHECKING:
    from engine.curation.review.merging import Merged

_IMPORTED_MOST = 100  # MiB
_REVIEW = (
    "The file review.jsonl of an export: films, candidates and every decision. It is checked and "
    "kept as a review of its own."
)
_DECISIONS = (
    "The file review.jsonl that another reviewer exported from this same review. Their decisions "
    "are added; where both decided the same sentence in the same pass, the one here stays."
)
_LISTED = 20  # conflicts


def draw_import() -> None:
    """Draw the box for a whole review."""
    _box("or open a review that was exported", "curate_log", _REVIEW, _open)


def draw_merge(name: str) -> None:
    """Draw the box for another reviewer's decisions, and what came of the last ones."""
    with st.expander("Add another reviewer's decisions"):
        _box("Their exported review", f"curate_merge_{name}", _DECISIONS, _merge, name)
        of, merged = st.session_state.get(state.CURATE_MERGED, ("", None))
        if merged is not None and of == name:
            _outcome(merged)


def _box(label: str, key: str, about: str, act: Callable[..., None], *args: Any) -> None:
    """An upload box that is another one after each file, because it would offer the file again."""
    key = f"{key}_{st.session_state.get(state.CURATE_IMPORTS, 0)}"
    st.file_uploader(
        label,
        type=["jsonl"],
        key=key,
        max_upload_size=_IMPORTED_MOST,
        help=about,
        on_change=_given,
        args=(key, act, *args),
    )


def _given(key: str, act: Callable[..., None], *args: Any) -> None:
    """A callback, so that a file is read once."""
    upload = st.session_state.get(key)
    if upload is None:
        return
    st.session_state[state.CURATE_IMPORTS] = st.session_state.get(state.CURATE_IMPORTS, 0) + 1
    with keep_refusal(upload.name):
        act(*args, upload.getvalue())


def _open(log: bytes) -> None:
    open_review_next(session.curation.import_review(log))


def _merge(name: str, log: bytes) -> None:
    st.session_state[state.CURATE_MERGED] = (name, session.curation_set.merge_review(name, log))


def _outcome(merged: Merged) -> None:
    st.success(
        f"{counted(merged.added, 'decision')} added; {merged.known:,} "
        f"{agreeing(merged.known, 'were')} here already.",
        icon=":material/check:",
    )
    if merged.unknown:
        st.caption(
            f"{counted(merged.unknown, 'decision')} on sentences that are not in this review."
        )
    if merged.conflicts:
        st.markdown(f"**{counted(len(merged.conflicts), 'decision')} not added:**")
        for conflict in merged.conflicts[:_LISTED]:
            st.markdown(f"- {explain.plain(conflict.reason)}")
