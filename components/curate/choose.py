"""Which review is open: the sample at first, another, a new or imported one; the blurring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.present.labels import short
from components.frame.session import state
from components.frame.widgets import blur
from components.frame.widgets.blur import Show
from engine.core.errors import BiascopeError
from engine.core.program import PROGRAM
from engine.server import shared

if TYPE_CHECKING:
    from engine.curation.review.kept import Review


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


@dataclass(frozen=True)
class Reviews:
    """The reviews that can be opened, and which one is to be.

    Args:
        known: name -> review, the bundled one first.
        notes: a sentence for each that cannot be read, or is not here.
    """

    known: Mapping[str, Review]
    notes: list[str]

    @property
    def options(self) -> list[str]:
        """What the box offers."""
        return [*self.known, *([] if shared.is_shared() else [NEW])]

    @property
    def begins_one(self) -> bool:
        """Whether a new review is asked for."""
        return st.session_state.get(REVIEW) == NEW


def reviews() -> Reviews:
    """Read which reviews there are, and set the box to the one that is asked for."""
    notes: list[str] = []
    found = Reviews(_known(notes), notes)
    _set(found.options, notes)
    return found


def choose_review(found: Reviews) -> Review | None:
    """Draw the box and read it; None for a new review."""
    known, notes = found.known, found.notes
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox(
            "Subtitles",
            found.options,
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
