"""A sentence that says which profession a person has, and what of it is masked.

A person word ("He", "brother") is male or female; a profession is listed as male, female or
balanced. Both are masked in turn: the person word alone, and the person word with the profession.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.prompts.prompt import apportioned

MALE, FEMALE = GENDERS = ("male", "female")
BALANCED = "balanced"
GROUPS = (MALE, FEMALE, BALANCED)
_MASK = "[MASK]"
_LEAST_PROFESSIONS = 2  # of a group: one has no interval


@dataclass(frozen=True)
class ProfessionSentence:
    """One person in one profession.

    Args:
        person: word as it is written in the sentence.
        person_span: (start, stop) of that word, characters.
        gender: of the person word, `male` or `female`.
        profession: as it is written in the sentence.
        profession_span: (start, stop), characters.
        unit: the profession whatever its form, such as the English name of a German one.
        group: that the profession is listed in: `male`, `female` or `balanced`.
        template: empty where the source names none.
    """

    text: str
    person: str
    person_span: tuple[int, int]
    gender: str
    profession: str
    profession_span: tuple[int, int]
    unit: str
    group: str
    template: str = ""

    def person_masked(self) -> str:
        """The sentence with its person word masked (Sent_TM)."""
        return _replaced(self.text, [(self.person_span, _MASK)])

    def both_masked(self) -> str:
        """The sentence with person word and profession masked, a mask a word (Sent_TAM)."""
        masks = " ".join([_MASK] * len(self.profession.split()))
        parts = [(self.person_span, _MASK), (self.profession_span, masks)]
        return _replaced(self.text, parts)

    @property
    def person_mask(self) -> int:
        """Which mask of `both_masked` is the person word's, from 0."""
        behind = self.person_span[0] > self.profession_span[0]
        return len(self.profession.split()) if behind else 0


def _replaced(text: str, parts: Sequence[tuple[tuple[int, int], str]]) -> str:
    for (start, stop), new in sorted(parts, reverse=True):
        text = text[:start] + new + text[stop:]
    return text


@dataclass(frozen=True, eq=False)
class ProfessionSet:
    """Sentences of one source.

    Args:
        name: for the command line.
        title: as people read it.
        language: two-letter code; empty where it is not known.
        notes: what a user should know first, one sentence each.
        left_out: rows of the source that could not be read.
        drawn: `n` and `seed` of a sample of its professions; None for all of them.
    """

    name: str
    title: str
    language: str
    sentences: tuple[ProfessionSentence, ...]
    notes: tuple[str, ...] = ()
    left_out: int = 0
    drawn: dict[str, int] | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        """[sentence] as it is written, before anything is masked."""
        return tuple(sentence.text for sentence in self.sentences)

    @property
    def units(self) -> dict[str, str]:
        """Profession -> its group, in the order in which they first occur."""
        return {sentence.unit: sentence.group for sentence in self.sentences}

    @property
    def groups(self) -> tuple[str, ...]:
        """Groups that have a profession."""
        there = set(self.units.values())
        return tuple(group for group in GROUPS if group in there)


def sampled(data: ProfessionSet, n: int, seed: int) -> ProfessionSet:
    """Draw professions, in proportion to the sizes of their groups, with all their sentences.

    Whole professions are drawn, because intervals and tests are over professions.

    Args:
        n: professions to draw; a set that has no more is given back whole.
        seed: of the draw.
    """
    by_group = {
        group: [unit for unit, listed in data.units.items() if listed == group]
        for group in data.groups
    }
    least = {group: min(_LEAST_PROFESSIONS, len(units)) for group, units in by_group.items()}
    if n < sum(least.values()):
        raise InputTextError(
            f"A sample has at least {counted(sum(least.values()), 'profession')}, "
            f"{_LEAST_PROFESSIONS} of each group; got {n}."
        )
    if n >= len(data.units):
        return data
    chance = random.Random(seed)
    sizes = {group: len(units) for group, units in by_group.items()}
    shares = apportioned(n, sizes, least, chance)
    kept = {
        unit for group, units in by_group.items() for unit in chance.sample(units, shares[group])
    }
    sentences = tuple(sentence for sentence in data.sentences if sentence.unit in kept)
    return replace(data, sentences=sentences, drawn={"n": n, "seed": seed})
