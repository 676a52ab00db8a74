"""Which review is open: the sample at first, another, a new or imported one; the blurring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.present.labels import short
from components.frame.session import state
from components.frame.widgets import blur
from components.frame.widgets.blur import Show
from engine.core.errors import BiascopeError
from engine.core.program import PROGRAM
from engine.core.wording import agreeing, counted
from engine.server import shared

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.curation.review.kept import Review
    from engine.curation.review.merging import Merged


REVIEW = "review"  # key of the box, and its name in the address
NEW = "(new)"  # no review can have this name
READ_ONLY = (
    "This Biascope is shared by several people, so its reviews can be read and exported, but not "
    "changed, and none can be made. To review sentences from subtitles of your own, run on your "
    "own machine:"
)
_COMMAND = f"{PROGRAM} curate films/ --save my-films"
_MOST = 60  # characters of a name in a sentence
_NEW_TITLE = "New, from your own subtitles"
_SAMPLE = "Scenes written for Biascope (sample)"
_DELETED = (
    "This deletes the candidates, every decision and all that was written for this review from "
    "this machine. Export it first to keep a copy."
)
_MISSING = (
    "No review named “{}” is on this machine: the address is of another machine, or the review was "
    "deleted. Choose one under Subtitles."
)
_RESET = "This deletes every decision in the sample and opens it as it came with Biascope."


def choose_review() -> Review | None:
    """Draw the box and read it; None for a new review."""
    notes: list[str] = []
    known = _known(notes)
    options = [*known, *([] if shared.is_shared() else [NEW])]
    _set(options, notes)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox(
            "Subtitles",
            options,
            format_func=_labels(known).__getitem__,
            key=REVIEW,
            persist_state="session",
            width=420,
        )
        if name != NEW and not shared.is_shared():
            st.button("New review", icon=":material/add:", on_click=open_review_next, args=(NEW,))
        if name in known and not shared.is_shared():
            _rename_button(known[name])
            _delete_button(known[name])
    # Not bound: an address would hold the title, which may change, in place of the name.
    if name not in known or not known[name].sample:
        st.query_params[REVIEW] = name
    elif REVIEW in st.query_params:
        del st.query_params[REVIEW]
    explain.warnings(notes)
    if shared.is_shared():
        st.info(READ_ONLY, icon=":material/visibility:")
        st.code(_COMMAND, language="bash", wrap_lines=True)
    _show_refusal()
    return known.get(name)


def open_review_next(name: str) -> None:
    """Show this review when the page is drawn next."""
    st.session_state.pop(state.CURATE_AWAITED, None)
    st.session_state[state.CURATE_NEXT] = name


def _known(notes: list[str]) -> dict[str, Review]:
    """The reviews by name, the bundled one first.

    Args:
        notes: gets a sentence for each that cannot be read.
    """
    try:
        session.curation.sample_review()
    except BiascopeError as error:
        notes.append(str(error))
    kept = sorted(session.curation.reviews(notes.append), key=lambda review: not review.sample)
    return {review.name: review for review in kept}


def _set(options: Sequence[str], notes: list[str]) -> None:
    """Set the box before it is drawn: to what was asked for, made by a job, or in the address.

    Args:
        notes: gets a sentence where there is no such review.
    """
    awaited: str = st.session_state.get(state.CURATE_AWAITED, "")
    if awaited in options and st.session_state.get(REVIEW) == NEW:
        open_review_next(awaited)
    if REVIEW not in st.session_state:
        st.session_state[REVIEW] = st.query_params.get(REVIEW)
    if wanted := st.session_state.pop(state.CURATE_NEXT, None):
        st.session_state[REVIEW] = wanted
    if st.session_state[REVIEW] not in options:  # deleted meanwhile, or never there
        missing = st.session_state.pop(REVIEW)
        if missing is not None:
            notes.append(_MISSING.format(short(missing, _MOST)))


def _labels(known: Mapping[str, Review]) -> dict[str, str]:
    """What the box calls each review; two of one title also have their names."""
    titles = Counter(review.title for review in known.values())
    labels = {NEW: _NEW_TITLE}
    for name, review in known.items():
        title = f"{review.title} ({name})" if titles[review.title] > 1 else review.title
        labels[name] = _SAMPLE if review.sample else title
    return labels


@contextmanager
def keep_refusal(source: str = "") -> Iterator[None]:
    """Keep what is refused in a callback, where nothing is raised, for the page to show once.

    Args:
        source: name of the file that it is about.
    """
    try:
        yield
    except BiascopeError as error:
        st.session_state[state.CURATE_REFUSED] = f"{source}: {error}" if source else str(error)


def _show_refusal() -> None:
    if refused := st.session_state.pop(state.CURATE_REFUSED, None):
        st.error(explain.plain(refused), icon=":material/info:")


def _rename_button(review: Review) -> None:
    if review.sample:
        return
    with st.popover("Rename", icon=":material/edit:"):
        key = f"title_{review.name}"
        st.text_input("Title", review.title, key=key, max_chars=100)
        st.button(
            "Rename the review", key="rename_review", on_click=_rename, args=(review.name, key)
        )


def _delete_button(review: Review) -> None:
    label = "Start over" if review.sample else "Delete"
    with st.popover(label, icon=":material/delete:"):
        st.markdown(_RESET if review.sample else _DELETED)
        st.button(
            "Start the sample over" if review.sample else "Delete the review",
            key="delete_review",
            on_click=_delete,
            args=(review.name,),
        )


def _rename(name: str, key: str) -> None:
    """A callback, so that the box is drawn after it."""
    with keep_refusal():
        session.curation.rename_review(name, st.session_state[key])
    open_review_next(name)  # the box forgets what it shows under another title


def _delete(name: str) -> None:
    """A callback, so that the box is drawn without it."""
    with keep_refusal():
        session.curation.delete_review(name)
        st.session_state.pop(REVIEW, None)
        st.query_params.pop(REVIEW, None)


# --- imported -----------------------------------------------------------------------------

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


# --- content ------------------------------------------------------------------------------

_FILMS = (
    "These are lines of film characters. Some insult groups of people; none says anything true "
    "about them."
)
_CONTENT_SAMPLE = (
    "These lines were written for Biascope. Some state stereotypes, because they are what is "
    "being collected; none says anything true about anyone."
)


def draw_sample_switch(sample: bool, key: str) -> Show:
    """Draw the note and the switch.

    Args:
        sample: whether the lines are the project's own, which are not blurred at first.
        key: names the place on the page.

    Returns:
        What turns a sentence into the text to show.
    """
    return blur.draw_blur_switch(
        _CONTENT_SAMPLE if sample else _FILMS,
        not sample,
        f"blur_{key}_{'sample' if sample else 'films'}",
        "here but not on the card of the review",
    )
