"""What association tests give, key by key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NotRequired

from typing_extensions import TypedDict

from engine.words.families import families_of_sets

if TYPE_CHECKING:
    import numpy as np


class AssociationTexts(TypedDict):
    """What was read of an association test; earlier values, of plain texts, lack what is optional.

    Args:
        sizes: x, y, a, b -> number of examples.
        missing: set -> words that no context holds.
        skipped: contexts that are too long.
        repeated: set -> examples that are the same tokens as another, which counts once.
        unread: set -> examples of which the vocabulary lacks the words.
        special: set -> examples that hold special tokens; only where there are any.
        unread_words: pieces of the texts that are read which the vocabulary lacks.
        inputs, tokens: texts that the network read, and their tokens.
    """

    sizes: dict[str, int]
    missing: dict[str, list[str]]
    skipped: int
    repeated: NotRequired[dict[str, list[str]]]
    unread: NotRequired[dict[str, list[str]]]
    special: NotRequired[dict[str, list[str]]]
    unread_words: NotRequired[list[str]]
    inputs: int
    tokens: int
    warnings: list[str]


class SeatValue(AssociationTexts):
    """Effect size with its permutation test; see `seat.measure.association_tests`.

    Args:
        families: x, y -> words that the target sentences put into frames; only where several
            sentences are of one word.
    """

    families: NotRequired[dict[str, int]]

    effect_size: float | None
    interval: list[float] | None
    context_interval: list[float] | None
    detectable: float | None
    p_value: float | None
    p_one_sided: float | None
    n_permutations: int
    exact: bool | None
    problem: str | None
    associations: list[dict[str, Any]]
    seed: int


def families_of(value: SeatValue) -> np.ndarray | None:
    """[target] number of its word, X first, where several target sentences are of one word.

    Args:
        value: of the measure `seat`, which names families where it counts them.

    Returns:
        None where each target is a unit of its own, or a set has none.
    """
    if "families" not in value:
        return None
    sets = [
        [entry["word"] for entry in value["associations"] if entry["set"] == name]
        for name in ("x", "y")
    ]
    return families_of_sets(*sets)
