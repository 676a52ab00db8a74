"""What is proposed for a sentence: its counterpart with the swapped words, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Swap:
    """One place where the counterpart differs.

    Args:
        start, stop: characters in the found sentence; they are equal where nothing stood there.
        old: the words there.
        new: the words proposed in their place, with the capitals of the old ones.
        choices: all words that could be put there, `new` first; only `new` where there is one.
        rule: why, in a few words, as `her → his before “coat”`.
    """

    start: int
    stop: int
    old: str
    new: str
    choices: tuple[str, ...]
    rule: str


@dataclass(frozen=True)
class Proposal:
    """A counterpart that can be reviewed.

    Args:
        sent_less: the found sentence with all swaps made.
        swaps: from left to right; a changed `a` or `an` belongs to the swap behind it.
        notes: what a reviewer should look at, one sentence each, as a name that stays.
    """

    sent_less: str
    swaps: tuple[Swap, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Refusal:
    """Why no counterpart is proposed.

    Args:
        code: short name that refusals are counted by, as `no-counterpart`.
        reason: one sentence for the user.
    """

    code: str
    reason: str


# Code → its sentence.
REFUSALS = {
    "no-counterpart": "The list names no counterpart of “{word}” in this form.",
    "both-sides": "The sentence names both sides, as in “{word}”, so a swap says the same.",
    "several-groups": "The sentence names several groups ({word}); swap one of them by hand.",
    "not-of-people": "“{word}” is not said of a person here.",
    "name": "The name {word} shows a gender, which the swapped words would contradict.",
    "one-gender": "“{word}” is said of one gender only, which the swapped words would contradict.",
    "nothing-changes": "The swap would leave the sentence as it is.",
}


def refusal(code: str, word: str = "") -> Refusal:
    """A refusal with its sentence of `REFUSALS`, about a word as it is written."""
    return Refusal(code, REFUSALS[code].format(word=word))
