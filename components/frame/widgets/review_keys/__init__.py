"""One candidate of a review, large, and the keys that decide it, each of them a button too.

They are one component, so that a key is never about another candidate than the one on the screen.
The script listens on the document before Streamlit does, which has a key `r` of its own. Editing
and the choice of a reason need no answer of the server, so they are drawn there too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from components.frame.widgets.custom_component import PARTS, registered

_HERE = Path(__file__).parent
_SCRIPTS = ("card", "edits", "keys")
_keys = registered(
    "biascope_review_keys",
    [PARTS, *(_HERE / f"{name}.js" for name in _SCRIPTS)],
    [_HERE / f"{name}.css" for name in ("card", "keys")],
)
_PRESSED, _CHOSEN = "pressed", "chosen"


@dataclass(frozen=True)
class Key:
    """One key.

    Args:
        action: `edit` and `reject` ask for more first, `models` shows what is hidden; any other
            is reported as it is.
        letter: lower case.
        label: of its button, a verb.
    """

    action: str
    letter: str
    label: str


@dataclass(frozen=True)
class Reason:
    """A reason to reject, chosen by its number in the list; `text`: it is written by hand."""

    code: str
    label: str
    text: bool = False


@dataclass(frozen=True)
class Pressed:
    """What a user decided.

    Args:
        action: of a key, or `save` for two edited sentences.
        id: of what was on the screen.
        reason: code of a `Reason`; empty for none.
        text: the reason written by hand.
        more, less: the edited sentences.
    """

    action: str
    id: str | None
    reason: str = ""
    text: str = ""
    more: str = ""
    less: str = ""


@dataclass(frozen=True)
class Bar:
    """What the keys are about.

    Args:
        turn: rises with each answer to a key.
        can: actions that are possible now.
        more, less: sentences that editing begins with.
        outcome: what came of the last key, one sentence; above the card, set apart from it.
        problem: whether it was refused; what the user wrote then stays.
        read: what a screen reader says after the outcome.
        models: lines that are hidden until the user asks for them.
        asked: which sentences are asked for, and by whom; where that changes while a field has
            the focus, the card takes it, so that the keys work at once.
        missing: what has to be filled in before anything is decided, one sentence; empty for
            nothing.
        missing_field: key of that text field, which gets the focus.
        several: what is said while the edited sentences differ in more than one place.
    """

    turn: int
    can: Sequence[str]
    more: str
    less: str
    outcome: str
    problem: bool
    read: str
    models: Sequence[str]
    asked: str = ""
    missing: str = ""
    missing_field: str = ""
    several: str = ""


def review_keys(
    card: Card | None,
    following: Card | None,
    bar: Bar,
    keys: Sequence[Key],
    reasons: Sequence[Reason],
    *,
    key: str,
    on_press: Callable[[Pressed], None],
    on_choose: Callable[[str, str, str], None],
) -> None:
    """Draw a candidate and the keys.

    Args:
        card: None where no candidate is left; the last key can still be undone.
        following: what is drawn until the answer is there, once the candidate is decided.
        on_press: called before the next run with what was decided.
        on_choose: called with candidate, name and value of a choice on the card.
    """

    def press() -> None:
        report = st.session_state[key].get(_PRESSED)
        if report is not None:
            on_press(pressed(report))

    def choose() -> None:
        report = st.session_state[key].get(_CHOSEN)
        if report is not None:
            on_choose(str(report["id"]), str(report["name"]), str(report["value"]))

    data = asdict(bar) | {
        "id": None if card is None else card.id,
        "card": None if card is None else asdict(card),
        "following": None if following is None else asdict(following),
        "keys": [asdict(entry) for entry in keys],
        "reasons": [asdict(reason) for reason in reasons],
    }
    _keys(key=key, data=data, on_pressed_change=press, on_chosen_change=choose)


def pressed(report: Mapping[str, Any]) -> Pressed:
    """What the browser reported, as text whatever it sent."""
    texts = {name: str(report.get(name) or "") for name in ("reason", "text", "more", "less")}
    found = report.get("id")
    return Pressed(str(report.get("action")), None if found is None else str(found), **texts)


# --- card ---------------------------------------------------------------------------------
# One candidate of a review, large: its two sentences among the lines around them in the film.

Runs = Sequence[tuple[str, bool]]  # pieces of a sentence in order, and whether each is marked


@dataclass(frozen=True)
class Picker:
    """A choice on the card.

    Args:
        name: of the choice, as it is reported.
        options: value and label of each.
        chosen: value of one of them.
    """

    name: str
    label: str
    options: Sequence[tuple[str, str]]
    chosen: str


@dataclass(frozen=True)
class Card:
    """What the card shows.

    Args:
        id: of the candidate.
        label: of the card for screen readers.
        place: film, year and time.
        before, after: lines around the sentence.
        more: the found sentence.
        less: its counterpart; None where there is none.
        refused: why there is none.
        decided: the decision that is there already; empty for none.
        facts: name and value, as the keyword.
        notes: what to look at, one sentence each.
    """

    id: str
    label: str
    place: str
    before: Sequence[str]
    after: Sequence[str]
    more: Runs
    less: Runs | None
    refused: str
    decided: str
    facts: Sequence[tuple[str, str]]
    notes: Sequence[str]
    pickers: Sequence[Picker]
