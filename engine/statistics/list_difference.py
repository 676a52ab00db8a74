"""A figure of every occupation, and how far the male list lies above the female list.

One figure of a model per occupation leans male above 0. Their mean on the list of male occupations
less that on the list of female ones is one figure of the model, with the neutral value 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.core.errors import InputTextError
from engine.statistics import mean_difference_interval


@dataclass(frozen=True)
class ListDifference:
    """Mean figure of the first list minus that of the second.

    Args:
        value: in the figures' unit; > 0: toward the stereotype, 0 is neutral.
        interval: 95%, Welch, over occupations; None where a list has one.
        n: occupations of both lists that have a figure.
        means: of the first list, and of the second.
        parts: [occupation] what each gives, None where it has no figure; their mean is `value`, on
            either list, so that parts differ by their occupation and not by its list.
    """

    value: float
    interval: tuple[float, float] | None
    n: int
    means: tuple[float, float]
    parts: tuple[float | None, ...]


def list_difference(
    figures: Mapping[str, float], lists: Mapping[str, str], names: Sequence[str]
) -> ListDifference:
    """Compare the occupations of two lists.

    Args:
        figures: occupation -> figure.
        lists: occupation -> name of its list, in the order of the parts; those on other lists,
            or on none, are left out.
        names: of the first list, and of the second.
    """
    first, second = (
        [
            figures[occupation]
            for occupation, own in lists.items()
            if own == name and occupation in figures
        ]
        for name in names
    )
    if not first or not second:
        raise InputTextError(
            f"The figure compares the {names[0]} list with the {names[1]} list of occupations, and "
            "one of them has none here."
        )
    size = len(first) + len(second)
    # The mean of a list weighs the same whatever its length.
    weights = {names[0]: size / len(first), names[1]: -size / len(second)}
    means = (sum(first) / len(first), sum(second) / len(second))
    # Parts are taken from here: what all occupations share would else be spread between the lists.
    centre = (len(second) * means[0] + len(first) * means[1]) / size
    parts = tuple(
        weights[own] * (figures[occupation] - centre) if occupation in figures else None
        for occupation, own in lists.items()
        if own in weights
    )
    return ListDifference(
        means[0] - means[1], mean_difference_interval(first, second), size, means, parts
    )
