"""A prompt, a set of them that is identified by its content, and subsets in the same shares."""

from __future__ import annotations

import heapq
import random
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from engine.core.digest import data_digest
from engine.core.errors import InputTextError
from engine.core.mask_token import MASK

CATEGORIES = ("race/ethnicity", "sex/gender", "culture/nationality", "religion")


@dataclass(frozen=True)
class Prompt:
    """One sentence about a group of people with a masked word.

    Args:
        category: one of `CATEGORIES` in the project's own set; any name in a user's file.
        group: as it is shown, for example `Black people`.
        sentence_type: what the sentence asks, for example `attributive`.
        sentence: with exactly one mask.
        template: of the project's own set; empty where the sentence was made elsewhere.
        slot: what the masked word is, for example `adjective`; empty where it is not known.
    """

    category: str
    group: str
    sentence_type: str
    sentence: str
    template: str = ""
    slot: str = ""

    def quoted(self) -> Prompt:
        """The same with quotation marks around the mask, as in the examples of the paper."""
        return replace(self, sentence=MASK.sub("'[MASK]'", self.sentence, count=1))

    def completed(self, word: str) -> str:
        """The sentence with a word in place of the mask."""
        return MASK.sub(lambda _: word, self.sentence, count=1)


@dataclass(frozen=True, eq=False)
class PromptSet:
    """Prompts in their order, with what identifies them in a report.

    Args:
        name: of the set, or of a user's file.
        version: of the set; empty for a user's file.
        drawn: `n` and `seed` of the subset that this is; None for a whole set.
        licence: of what the sentences were made from; empty for a user's file.
        notes: sentences for the user about what was left out or guessed.
    """

    name: str
    version: str
    prompts: tuple[Prompt, ...]
    drawn: dict[str, int] | None = None
    licence: str = ""
    notes: tuple[str, ...] = ()

    @cached_property
    def digest(self) -> str:
        """Identity of the sentences and of what they are about, in their order."""
        return data_digest(
            [
                [prompt.category, prompt.group, prompt.sentence_type, prompt.sentence]
                for prompt in self.prompts
            ]
        )

    def identity(self) -> dict[str, Any]:
        """What a report says of the set."""
        return {
            "name": self.name,
            "version": self.version,
            "digest": self.digest,
            "n": len(self.prompts),
            "drawn": self.drawn,
            "licence": self.licence,
        }

    def counts(self) -> dict[str, Any]:
        """`n`, and prompts by category, group and sentence type."""
        parts = ("category", "group", "sentence_type")
        counted = {
            f"by_{part}": dict(Counter(getattr(prompt, part) for prompt in self.prompts))
            for part in parts
        }
        return {"n": len(self.prompts), **counted}


Key = TypeVar("Key", bound=Hashable)


def stratified(prompts: PromptSet, n: int | None, seed: int) -> PromptSet:
    """Draw prompts in strata of category, group and sentence type, in proportion to their sizes.

    Args:
        n: prompts to draw; None for the whole set, as it is where it has no more.
        seed: of the draw; which prompts of a stratum, and which strata get what remains.

    Returns:
        The subset in the order of the set, with `drawn`. Every group is in it where `n` is at
        least the number of groups.
    """
    if n is not None and n < 1:
        raise InputTextError(f"A subset has at least 1 prompt; got {n}.")
    if n is None or n >= len(prompts.prompts):
        return prompts
    kept = _drawn(prompts.prompts, n, random.Random(seed))
    chosen = tuple(prompts.prompts[place] for place in sorted(kept))
    return replace(prompts, prompts=chosen, drawn={"n": n, "seed": seed})


def _drawn(prompts: Sequence[Prompt], n: int, chance: random.Random) -> list[int]:
    """Places of the prompts that are drawn: shared out by category, then group, then type."""
    everything = range(len(prompts))
    categories = _divided(everything, lambda place: prompts[place].category)
    groups = {
        name: _divided(found, lambda p: prompts[p].group) for name, found in categories.items()
    }
    every_group = n >= sum(map(len, groups.values()))
    least = {name: len(found) if every_group else 0 for name, found in groups.items()}
    shares = apportioned(n, _sizes(categories), least, chance)
    kept: list[int] = []
    surplus: Counter[str] = Counter()  # of a sentence type so far, over its proportion
    for category, found in groups.items():
        one = dict.fromkeys(found, int(every_group))
        for group, share in apportioned(shares[category], _sizes(found), one, chance).items():
            kept += _by_type(prompts, found[group], share, surplus, chance)
    return kept


def _by_type(
    prompts: Sequence[Prompt],
    places: Sequence[int],
    share: int,
    surplus: Counter[str],
    chance: random.Random,
) -> list[int]:
    """A group's share, drawn by sentence type; remainders go to types that are behind."""
    types = _divided(places, lambda place: prompts[place].sentence_type)
    sizes = _sizes(types)
    shares = apportioned(share, sizes, {}, chance, surplus)
    kept: list[int] = []
    for kind, count in shares.items():
        surplus[kind] += count * len(places) - share * sizes[kind]
        kept += chance.sample(types[kind], count)
    return kept


def apportioned(
    n: int,
    sizes: Mapping[Key, int],
    least: Mapping[Key, int],
    chance: random.Random,
    surplus: Mapping[Key, int] | None = None,
) -> dict[Key, int]:
    """Share out a number in proportion to sizes, by the method of largest remainders.

    Args:
        n: at most the sum of `sizes`, and at least that of `least`.
        least: what each gets at least; 0 where it is not named.
        surplus: equal remainders go first to those that have least of it.
        chance: decides between those that are still equal.

    Returns:
        Key -> its share, at most its size.
    """
    total = sum(sizes.values())
    behind = surplus or {}
    order = {key: (behind.get(key, 0), chance.random()) for key in sizes}
    given = {key: max(least.get(key, 0), n * size // total) for key, size in sizes.items()}
    missing = n - sum(given.values())

    def distance(key: Key) -> int:
        """What a share lacks of its exact proportion, times `total`: whole numbers, so exact."""
        return n * sizes[key] - given[key] * total

    step = 1 if missing > 0 else -1

    def entry(place: int, key: Key) -> tuple[int, int, float, int, Key]:
        return (-step * distance(key), *order[key], place, key)  # no two have the same place

    waiting = [entry(place, key) for place, key in enumerate(sizes)]
    heapq.heapify(waiting)
    while missing:
        *_, place, key = heapq.heappop(waiting)
        if given[key] < sizes[key] if step > 0 else given[key] > least.get(key, 0):
            given[key] += step
            missing -= step
            heapq.heappush(waiting, entry(place, key))
    return given


def _divided(places: Sequence[int], key: Callable[[int], str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for place in places:
        found.setdefault(key(place), []).append(place)
    return found


def _sizes(parts: Mapping[str, Sequence[int]]) -> dict[str, int]:
    return {name: len(places) for name, places in parts.items()}
