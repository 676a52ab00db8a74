"""Which candidate is on the card: the first one, the one after the last decision, or one chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from components.frame.session import state

Step = Literal["stay", "next", "previous"]


@dataclass(frozen=True)
class Position:
    """Where the user is in a review.

    Args:
        at: id of the candidate on the card.
        order: ids that it was one of, in their order.
        step: where to go from it.
        chosen: stay there even if it is not among the sentences that are asked for.
    """

    at: str
    order: Sequence[str] = ()
    step: Step = "stay"
    chosen: bool = False


def keep(name: str, position: Position) -> None:
    """Keep where the user is in a review."""
    st.session_state[f"{state.REVIEW_POSITION}_{name}"] = position


def current(name: str, order: Sequence[str]) -> str | None:
    """The candidate to show.

    Args:
        order: ids that are asked for now.
    """
    return following(st.session_state.get(f"{state.REVIEW_POSITION}_{name}"), order)


def following(position: Position | None, order: Sequence[str]) -> str | None:
    """The candidate that comes after a position.

    After the last one it is the first that is left, as those passed over are at the start.
    """
    if position is None:
        return order[0] if order else None
    if position.chosen or (position.step == "stay" and position.at in order):
        return position.at
    if position.at not in position.order or not order:
        return order[0] if order else None
    before, left = position.order, set(order)
    place = before.index(position.at)
    if position.step == "previous":
        return next((key for key in reversed(before[:place]) if key in left), order[-1])
    return next((key for key in before[place + 1 :] if key in left), order[0])


def after(at: str, order: Sequence[str]) -> str | None:
    """The candidate that comes once this one is decided; None if none is left."""
    left = [key for key in order if key != at]
    return following(Position(at, order, "next"), left)
