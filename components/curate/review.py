"""The review: one candidate, the keys that decide it, and what is left to do.

It is a fragment of its own that reads one candidate and writes one row, so that a key is answered
at once, however long the page around it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from functools import partial

import streamlit as st

from components.curate import deciding, position, refused, second_pass, softening, wanted
from components.curate.opened import Opened, choose, opened
from components.curate.shown import card, keys
from components.frame.present import explain
from components.frame.session import review as stored
from components.frame.session.review import Asked, Totals
from components.frame.widgets.review_keys import Bar, review_keys
from engine.measures.pairs.quality import FLAGS
from engine.server import shared

_NAMELESS = "Write your name first: every decision is kept with it."


@st.fragment
def draw(name: str, sample: bool = False) -> None:
    """Draw the review of this name: its controls, one candidate, and the keys.

    Args:
        sample: whether its sentences are the project's own.
    """
    with explain.errors(ends_page=False):
        _review(wanted.asked(name), sample)


def _review(asked: Asked, sample: bool) -> None:
    order = stored.order(asked)
    key = position.current(asked.name, order)
    found = None if key is None else opened(asked, key)
    totals = stored.totals(asked.name, asked.pass_number)
    with st.container():
        text = f"{progress_line(totals)} · {wanted.order_line(asked)}"
        st.progress(_share(totals), text=text)
        second_pass.line(asked.name)
        if found is None:
            st.markdown(nothing_left(asked, totals))
            if _second_is_empty(asked, totals):
                st.button("Go to the first pass", on_click=wanted.first_pass)
    _card_and_keys(asked, found, order)
    if not shared.is_shared():
        softening.draw(asked.name)
    second_pass.draw(asked)
    refused.draw(asked, sample)


def _card_and_keys(asked: Asked, found: Opened | None, order: Sequence[str]) -> None:
    last = deciding.outcome(asked)
    bar = Bar(
        turn=last.turn,
        can=_possible(asked, found, order),
        more="" if found is None else found.more,
        less="" if found is None else found.less,
        outcome=last.text,
        problem=last.problem,
        read="" if found is None else f"Found: {found.more} Counterpart: {found.less}",
        models=() if found is None else found.models,
        asked="\n".join(map(str, astuple(asked))),
        missing=_missing(asked),
        missing_field=wanted.REVIEWER,
        several=FLAGS["several-edits"],
    )
    press = partial(deciding.press, asked, found, order)
    described = wanted.described(asked)
    at = None if found is None else found.candidate.id
    left = [key for key in order if key != at] if asked.state == "open" else order
    after = None if at is None else position.after(at, order)
    following = None if after is None else opened(asked, after)
    review_keys(
        None if found is None else card(found, order, described),
        None if following is None else card(following, left, described),
        bar,
        keys(found),
        deciding.reasons(),
        key="review_keys",
        on_press=press,
        on_choose=choose,
    )


def _missing(asked: Asked) -> str:
    """Why nothing can be decided; empty where it can."""
    if shared.is_shared():
        return shared.refusal("Deciding in a review")
    return "" if asked.reviewer else _NAMELESS


def _possible(asked: Asked, found: Opened | None, order: Sequence[str]) -> list[str]:
    may_decide = not _missing(asked)
    decisions = ["undo"] if may_decide else []
    if found is None:
        return decisions
    if may_decide:
        decisions += ["edit"] if found.undecidable else ["accept", "edit", "reject"]
    steps = ["next", "previous"] if len(order) > 1 else []
    return [*decisions, *steps, *(["models"] if found.models else [])]


def _share(totals: Totals) -> float:
    return totals.decided / totals.candidates if totals.candidates else 0.0


def progress_line(totals: Totals) -> str:
    """How much of a pass is decided, and how."""
    decided = f"{totals.decided:,} of {totals.candidates:,} decided"
    if not totals.decided:
        return decided
    return (
        f"{decided}: {totals.accepted:,} accepted "
        f"({totals.accepted - totals.edited:,} unedited, {totals.edited:,} edited), "
        f"{totals.decided - totals.accepted:,} rejected"
    )


def _second_is_empty(asked: Asked, totals: Totals) -> bool:
    return asked.pass_number > 1 and not totals.candidates


def nothing_left(asked: Asked, totals: Totals) -> str:
    """Why no candidate is shown, and what to do (markdown)."""
    if _second_is_empty(asked, totals):
        return (
            "The second pass repeats what was decided in the first; **nothing has been decided "
            "yet**."
        )
    if asked.state != "open" or asked.refused or asked.category or asked.film:
        return "**No sentence is left under these filters.** Choose others above."
    if totals.decided < totals.candidates:
        return (
            "**Nothing is left for you in this pass.** The other sentences are those that you "
            "decided in the other pass; they are for another person."
        )
    return "**Every sentence of this pass is decided.** Export the set, or ask a second reviewer."
