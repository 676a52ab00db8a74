"""Words that choose heads, and other words on which what masking them does is tested.

Heads that are ranked by some words and tested on the same ones change the association by chance
alone: the best of 72 heads without any effect is significant far too often.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import cast

from engine.core.errors import InputTextError
from engine.measures.seat.association import (
    NO_SPREAD,
    detectable_effect,
    detectable_over_families,
    effect_interval,
    effect_interval_over_families,
    family_permutation_test,
    permutation_test,
)
from engine.measures.seat.measure import UNDEFINED
from engine.measures.seat.value import SeatValue, families_of
from engine.words.association_tests import AssociationTest
from engine.words.counterparts import held_out_targets

LEAST = 3  # targets of a set, in either half
SAME_WORDS = "chosen by looking at the same words"


@dataclass(frozen=True)
class Halves:
    """A test whose targets are split.

    Args:
        choosing: the test of the targets that rank heads; of all of them where there is no split.
        targets: the others, on which the heads are tested; empty where there is no split.
        sizes: of `targets`, how many belong to x and to y.
        seed: of the split.
        asked_same: whether the same words were asked for, rather than too few for a split.
    """

    choosing: AssociationTest
    targets: tuple[str, ...]
    sizes: tuple[int, int]
    seed: int
    asked_same: bool = False

    def note(self) -> str:
        """What a change under heads that were ranked here may claim, one or two sentences."""
        if self.targets:
            x, y = len(self.choosing.x), len(self.choosing.y)
            return (
                f"Heads are ranked on {x} + {y} of the target words (seed {self.seed}); what "
                f"switching them off does to SEAT is measured on the other {self.sizes[0]} + "
                f"{self.sizes[1]}."
            )
        few = "" if self.asked_same else " There are too few target words to split them."
        return (
            f"Heads ranked here are {SAME_WORDS} that SEAT is measured on, so its change under "
            f"them is no test.{few}"
        )


def halves(test: AssociationTest, seed: int = 0, same_words: bool = False) -> Halves:
    """Split the targets of a test into words that choose heads and words that test them.

    Args:
        seed: of the split.
        same_words: whether all words choose and test.

    Returns:
        Without a split where a half would have fewer than `LEAST` targets of a set. The attribute
        words, and the sentences that words are read in, are those of the test on both sides.
    """
    if same_words:
        return Halves(test, (), (0, 0), seed, True)
    try:
        chosen, held = held_out_targets(test, seed)
    except InputTextError:
        return Halves(test, (), (0, 0), seed)
    counts = dict(test.counts)
    sizes = [
        sum(counts.get(word, 1) > 0 for word in words)
        for words in (chosen.x, chosen.y, held.x, held.y)
    ]
    if min(sizes) < LEAST:
        return Halves(test, (), (0, 0), seed)
    choosing = replace(test, x=chosen.x, y=chosen.y)
    return Halves(choosing, (*held.x, *held.y), (len(held.x), len(held.y)), seed)


def of_words(value: SeatValue, targets: Collection[str]) -> SeatValue:
    """An association test of some of its targets; all of them where none are named.

    Args:
        value: of the measure `seat`; the association of a target depends on no other target.
    """
    import numpy as np

    if not targets:
        return value
    kept = [entry for entry in value["associations"] if entry["word"] in targets]
    s = np.array([entry["s"] for entry in kept], float)
    x = sum(entry["set"] == "x" for entry in kept)
    y = len(kept) - x
    found = {
        **value,
        **dict.fromkeys(("effect_size", "interval", "context_interval", "p_value", "p_one_sided")),
        "associations": kept,
        "sizes": {**value["sizes"], "x": x, "y": y},
        "detectable": detectable_effect(x, y),
        "n_permutations": 0,
        "exact": None,
        "problem": UNDEFINED,
    }
    grouped = families_of(cast(SeatValue, found))
    found.pop("families", None)
    if grouped is not None:
        of_x = int(grouped[:x].max()) + 1
        found["families"] = {"x": of_x, "y": int(grouped.max()) + 1 - of_x}
        found["detectable"] = detectable_over_families(s, grouped, x)
    if min(x, y) and s.std(ddof=1) >= NO_SPREAD:
        if grouped is None:
            test = permutation_test(s, x, value["seed"])
            interval = effect_interval(s, x) if min(x, y) >= LEAST else None
        else:
            test = family_permutation_test(s, grouped, x, value["seed"])
            interval = effect_interval_over_families(s, grouped, x)
        found |= {
            "effect_size": float((s[:x].mean() - s[x:].mean()) / s.std(ddof=1)),
            "interval": None if interval is None else list(interval),
            "p_value": test.p_value,
            "p_one_sided": test.p_one_sided,
            "n_permutations": test.n_permutations,
            "exact": test.exact,
            "problem": None,
        }
    return cast(SeatValue, found)
