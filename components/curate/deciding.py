"""What a key does: a decision that is kept at once, and the sentence that says what came of it."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import streamlit as st

from components.curate.opened import Opened, forget_choices, minimal_pair_remarks
from components.frame.present.labels import bias_type, short
from components.frame.session import review as stored
from components.frame.session import state
from components.frame.session.review import Asked, Decision
from components.frame.widgets.review_keys import Pressed, Reason
from engine.core.errors import BiascopeError

OTHER = "other"
_PAUSE = 3.0  # seconds
_QUOTED = 60  # characters of a sentence that is named
_FREE = ("next", "previous")  # these decide nothing


@dataclass(frozen=True)
class Outcome:
    """What came of the last key.

    Args:
        turn: rises with each.
        problem: whether nothing was changed.
        at: when it was, as `time.monotonic` counts.
        asked: who decided, and what was asked for then.
        kept: rises with each decision that is kept or taken back.
    """

    turn: int = 0
    text: str = ""
    problem: bool = False
    at: float = -math.inf
    asked: Asked | None = None
    kept: int = 0


def reasons() -> list[Reason]:
    """Reasons to reject, in the order of their numbers."""
    known = [Reason(reason, reason[:1].upper() + reason[1:]) for reason in stored.REASONS]
    return [*known, Reason(OTHER, "Another reason …", text=True)]


def last() -> Outcome:
    """What came of the last key."""
    return st.session_state.get(state.REVIEW_OUTCOME, Outcome())


def outcome(asked: Asked) -> Outcome:
    """What came of the last key; nothing once another person, pass, review or filter is chosen."""
    found = last()
    if found.asked != asked and found.text:
        found = replace(found, text="", problem=False)
        st.session_state[state.REVIEW_OUTCOME] = found
    return found


def pauses() -> bool:
    """Whether no key has been pressed for a few seconds."""
    return time.monotonic() - last().at > _PAUSE


def press(
    asked: Asked,
    opened: Opened | None,
    order: Sequence[str],
    pressed: Pressed,
) -> None:
    """Do what a key asks for, and keep what came of it.

    Args:
        opened: what the last run drew; None where nothing was left.
        order: ids that it was one of.
    """
    try:
        text, problem = _done(asked, opened, order, pressed), False
    except BiascopeError as error:
        text, problem = str(error), True
    before = last()
    kept = before.kept + (not problem and pressed.action not in _FREE)
    st.session_state[state.REVIEW_OUTCOME] = Outcome(
        before.turn + 1, text, problem, time.monotonic(), asked, kept
    )


def _done(
    asked: Asked,
    opened: Opened | None,
    order: Sequence[str],
    pressed: Pressed,
) -> str:
    if pressed.action == "undo":
        return _undo(asked)
    key = None if opened is None else opened.candidate.id
    if opened is None or pressed.id != key:
        raise BiascopeError(
            "The sentence on the card had changed before your key arrived, so nothing was decided. "
            "Look at this one."
        )
    here = Position(opened.candidate.id, order, "next")
    if pressed.action == "next":
        keep_position(asked.name, here)
        return f"Passed over: {_quoted(opened.candidate.text)}; nothing was decided."
    if pressed.action == "previous":
        keep_position(asked.name, replace(here, step="previous"))
        return "Went back; nothing was decided."
    kept = _decide(asked, opened, pressed)
    forget_choices()
    keep_position(asked.name, here)
    return " ".join(
        [
            f"Last: {_quoted(opened.candidate.text)} {_what(kept, opened.candidate.category)}",
            *minimal_pair_remarks(kept.sent_more, kept.sent_less),
            *opened.models,
        ]
    )


def _decide(asked: Asked, opened: Opened, pressed: Pressed) -> Decision:
    about = Decision(
        opened.candidate.id,
        asked.pass_number,
        asked.reviewer,
        "accept",
        category=opened.category,
        softened=True,
    )
    if pressed.action == "reject":
        reason = pressed.text if pressed.reason == OTHER else pressed.reason
        decision = replace(about, action="reject", reason=reason, softened=False)
    elif pressed.action == "save":
        decision = replace(about, sent_more=pressed.more, sent_less=pressed.less)
    elif pressed.action == "accept":
        decision = replace(about, sent_more=opened.more, sent_less=opened.less)
    else:
        raise BiascopeError(f"There is no key that does {short(pressed.action, _QUOTED)!r}.")
    expected = None if opened.standing is None else opened.standing.id
    return stored.decide(asked.name, decision, expected)


def _undo(asked: Asked) -> str:
    taken = stored.undo(asked.name, asked.reviewer, asked.pass_number)
    if taken is None:
        raise BiascopeError(
            "There is nothing to undo: none of your decisions in this pass is left."
        )
    forget_choices()
    keep_position(asked.name, Position(taken.candidate, chosen=True))
    (candidate,) = stored.load_candidates(asked.name, [taken.candidate])
    return f"Undone: {_quoted(candidate.text)} {_what(taken, candidate.category)} Decide again."


def _quoted(text: str) -> str:
    return f"“{short(text, _QUOTED)}”"


def _what(decision: Decision, category: str) -> str:
    """A decision behind the sentence that it is about.

    Args:
        category: of the candidate as it was found.
    """
    text = decision_text(decision)
    text = text[:1].lower() + text[1:]
    if decision.action == "accept" and decision.category != category:
        text = f"{text[:-1]}, category changed to {bias_type(decision.category)}."
    return text


def decision_text(decision: Decision) -> str:
    """A decision in one sentence."""
    if decision.action == "reject":
        return f"Rejected: {decision.reason}."
    softened = ", softened" if decision.softened else ""
    return f"Accepted, {'edited' if decision.edited else 'unedited'}{softened}."


# --- position -----------------------------------------------------------------------------

Move = Literal["stay", "next", "previous"]


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
    step: Move = "stay"
    chosen: bool = False


def keep_position(name: str, position: Position) -> None:
    """Keep where the user is in a review."""
    st.session_state[f"{state.REVIEW_POSITION}_{name}"] = position


def candidate_to_show(name: str, order: Sequence[str]) -> str | None:
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
