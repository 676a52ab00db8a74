"""One candidate of a review, large: its two sentences among the lines around them in the film."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import streamlit as st

from components.widgets.custom_component import registered

_HERE = Path(__file__).parent
_card = registered("biascope_review_card", _HERE / "card.js", _HERE / "card.css")
_EVENT = "chosen"

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


def review_card(card: Card, *, key: str, on_choose: Callable[[str, str, str], None]) -> None:
    """Draw the card.

    Args:
        on_choose: called with candidate, name and value of a choice.
    """

    def follow() -> None:
        sent = st.session_state[key].get(_EVENT)
        if sent is not None:
            on_choose(str(sent["id"]), str(sent["name"]), str(sent["value"]))

    _card(key=key, data=asdict(card), on_chosen_change=follow)
