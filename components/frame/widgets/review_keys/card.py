"""One candidate of a review, large: its two sentences among the lines around them in the film."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
