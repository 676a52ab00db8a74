"""One pair of each bias type (table 3.3): accepted where there is one, else as it is proposed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from components.curate import content
from components.frame import session
from components.frame.present import explain
from components.frame.present.bias_types import bias_type
from components.frame.widgets.blur import Show
from engine.curation.counterparts.proposal import Proposal

if TYPE_CHECKING:
    from engine.curation.review.kept import Review


class Example(NamedTuple):
    """A pair of a type, with where it comes from.

    Args:
        how: what a reviewer made of it.
    """

    category: str
    more: str
    less: str
    film: str
    how: str


def draw(review: Review) -> None:
    """Draw an example of each type."""
    show = content.switch(review.sample, "examples")
    shown = 0
    for example in examples(review.name):
        _draw(example, show)
        shown += 1
    if not shown:
        st.markdown(":gray[No sentence has a counterpart yet.]")


def examples(name: str) -> Iterator[Example]:
    """The first accepted pair of each type, else the first proposed one; in the order of types."""
    decided = session.review_decisions(name)
    for category in session.review_parts(name).funnel.by_category:
        accepted = session.review_order(name, category=category, state="accepted")
        key = next(iter(accepted or session.review_order(name, category=category)), None)
        if key is None:
            continue
        (candidate,) = session.review_candidates(name, [key])
        film = candidate.film if candidate.year is None else f"{candidate.film} ({candidate.year})"
        if accepted:
            kept = decided[key]
            how = "accepted, edited" if kept.edited else "accepted"
            yield Example(category, kept.sent_more, kept.sent_less, film, how)
        elif isinstance(candidate.outcome, Proposal):
            less = candidate.outcome.sent_less
            yield Example(category, candidate.text, less, film, "not reviewed")


def _draw(example: Example, show: Show) -> None:
    title, film = explain.plain(bias_type(example.category)), explain.plain(example.film)
    more, less = (explain.plain(show(text)) for text in (example.more, example.less))
    st.markdown(f"**{title}** · :gray[{film} · {example.how}]  \n{more}  \n{less}")
