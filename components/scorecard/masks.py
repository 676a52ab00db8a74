"""The box of masks: no head masked, that of the model bar, examples, typed heads and mask files."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components.frame.present import explain
from components.frame.session import state
from components.frame.shell.model_bar import Subject
from components.scorecard.choice import MOST_MODELS, NONE, Base, Choice, heads_of
from engine.core.errors import BiascopeError
from engine.core.interventions import NO_INTERVENTIONS, Interventions
from engine.core.program import PROGRAM
from engine.core.spec import BUNDLED, HeadRef, format_heads
from engine.core.wording import counted, in_a_row
from engine.files.mask_file import parse_mask
from engine.first_sight.examples import SCORECARD_MASKS
from engine.scorecard.plan import MOST_CONTESTANTS
from engine.scorecard.words import under_masks
from engine.server import shared

KEY = "masks"  # of the box, in the session and the address
_FILE = "scorecard_mask_file"


def choose_masks(
    subject: Subject | None, bases: Sequence[Base], also: Interventions = NO_INTERVENTIONS
) -> tuple[tuple[HeadRef, ...], ...]:
    """Draw the box; the chosen masks, at least one.

    Args:
        subject: the model of the model bar, whose mask is offered.
        bases: the chosen models; the examples give way where these are too many for them.
        also: what each model is measured with as well, under each mask.
    """
    current = format_heads(subject.spec.masked_heads) if subject is not None else ""
    bundled = subject is None or subject.spec.checkpoint == BUNDLED
    examples = SCORECARD_MASKS if bundled else ()
    added = st.session_state.setdefault(state.SCORECARD_MASKS, [])
    usual = [NONE, *filter(None, [current])]
    first = [*dict.fromkeys([NONE, *examples, *usual])]
    size = size_of(bases, first, also)
    given_way = size > MOST_MODELS and bool(examples)
    if given_way:
        first = usual
    _follow(first)
    chosen = st.multiselect(
        "Masks",
        list(dict.fromkeys([*usual, *examples, *added, *_kept()])),
        default=first,
        key=KEY,
        bind="query-params",
        persist_state="session",
        accept_new_options=True,
        placeholder="none, or heads such as 3-1, 6-12",
        help="A mask is a set of heads that are switched off; each model is measured under each. "
        "Type heads as layer-head, such as 3-1, 6-12. "
        "The examples are the heads of the bundled model with the largest bias score on half of "
        "the gender words of SEAT. In the column of these words they were partly chosen by looking "
        "at the same words, so it is no test of them; the page Heads has the other words.",
        wrap=True,
    )
    if given_way and chosen == first:
        st.caption(
            f"Without the example masks: {counted(len(bases), 'model')}, original and under each "
            f"of them, would be {size} in all, and at most {MOST_MODELS} are measured here."
        )
    readable, unread = _readable(chosen)
    kept = within_limit(bases, readable or [NONE], also)
    explain.warnings([*unread, *_left_out(bases, readable, kept, also)])
    return tuple(map(heads_of, kept))


def _readable(chosen: Sequence[str]) -> tuple[list[str], list[str]]:
    """The masks that name heads, each once, and a sentence for each that does not."""
    found: dict[tuple[HeadRef, ...], str] = {}
    unread = []
    for mask in chosen:
        try:
            found.setdefault(heads_of(mask), mask)
        except BiascopeError as error:
            unread.append(f"Left out: {error}")
    return [*found.values()], unread


def within_limit(
    bases: Sequence[Base], chosen: Sequence[str], also: Interventions = NO_INTERVENTIONS
) -> list[str]:
    """The first masks under which no more models are measured than the page measures.

    Args:
        bases: the chosen models.
        chosen: masks in their order; the first stays however many models there are.
        also: as `choose_masks` takes it.
    """
    kept = [*chosen]
    while len(kept) > 1 and size_of(bases, kept, also) > MOST_MODELS:
        kept.pop()
    return kept


def _left_out(
    bases: Sequence[Base], chosen: Sequence[str], kept: Sequence[str], also: Interventions
) -> list[str]:
    """A sentence on the masks that are too many; none where all are measured."""
    left = chosen[len(kept) :]
    if not left:
        return []
    masked = [mask for mask in chosen if mask != NONE]
    under = under_masks(len(bases), len(masked), len(masked) < len(chosen))
    return [
        f"{under}, would be {size_of(bases, chosen, also)} in all, and at most {MOST_MODELS} are "
        f"measured here. Left out: {_named(left)}. {PROGRAM} sweep takes {MOST_CONTESTANTS}."
    ]


def _named(masks: Sequence[str]) -> str:
    """The first of some masks, and how many more."""
    first, *more = [mask for mask in masks if mask != NONE] or ["no mask"]
    parts = [first, *[counted(len(more), "more mask")] * bool(more)]
    parts += ["no mask"] * (NONE in masks and first in masks)
    return in_a_row(parts)


def size_of(
    bases: Sequence[Base], chosen: Sequence[str], also: Interventions = NO_INTERVENTIONS
) -> int:
    """How many models and masks of them there are: those that fit each other.

    Args:
        also: as `choose_masks` takes it.
    """
    return len(Choice(tuple(bases), tuple(map(heads_of, chosen)), (), 0, also=also).specs)


def _follow(first: list[str]) -> None:
    """Set the box where it still has what it opened with, and would open with something else now.

    It is set only where that changes: a value set in every run would, after a poll, undo what
    the user chose meanwhile.
    """
    before = st.session_state.get(state.SCORECARD_FIRST_MASKS)
    if before not in (None, first) and st.session_state.get(KEY) == before:
        st.session_state[KEY] = first
    st.session_state[state.SCORECARD_FIRST_MASKS] = first


def _kept() -> list[str]:
    """What is chosen now: a typed mask stays an option."""
    return [str(mask) for mask in st.session_state.get(KEY) or ()]


def draw_mask_file() -> None:
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
