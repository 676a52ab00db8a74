"""A row among random interventions of the same kind and size: whether it does more than they."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from engine.columns.column import BIAS, EXP, Column
from engine.core.wording import agreeing, counted
from engine.statistics import LEVEL

_STEP = 1e-9  # figures that differ by less are the same


def distance(column: Column, value: float) -> float:
    """From the neutral value, in the unit of the figure; of a cost the figure itself."""
    if column.neutral is None:
        return value
    if column.scale is EXP:
        return abs(math.log(value / column.neutral))
    return abs(value - column.neutral)


def among_controls(
    column: Column, value: float | None, controls: Sequence[float | None]
) -> dict[str, Any] | None:
    """Where a row stands among random interventions of the same kind and size.

    Args:
        value: of the row.
        controls: [control], None where one has no figure.

    Returns:
        `n` controls with a figure; `as_good`, how many lie at least as near to neutral, or cost no
        more; `p`, the chance of so good a rank if the row were one of them, which is never below
        `least_p`; and their `median`, `low` and `high`. None without any.

    Source: Phipson and Smyth 2010 (the observed one counts among the random ones).
    """
    known = [one for one in controls if one is not None]
    if value is None or not known:
        return None
    own = distance(column, value)
    as_good = sum(distance(column, one) <= own + _STEP for one in known)
    return {
        "n": len(known),
        "as_good": as_good,
        "p": (1 + as_good) / (1 + len(known)),
        "least_p": 1 / (1 + len(known)),
        "median": median(known),
        "low": min(known),
        "high": max(known),
    }


def beats(control: Mapping[str, Any] | None) -> bool | None:
    """Whether a row does more than random ones of its size; None where that is not known."""
    if control is None:
        return None
    return bool(control["p"] < LEVEL)


def words_of_controls(control: Mapping[str, Any], group: str) -> str:
    """How many controls did as well, one sentence with its p."""
    number = control["as_good"]
    what = "lie at least as near to neutral" if group == BIAS else "cost no more"
    verb, _, rest = what.partition(" ")
    return (
        f"{number} of {counted(control['n'], 'random control')} {agreeing(number, verb)} {rest} "
        f"(p = {control['p']:.3f}; the smallest possible is {control['least_p']:.3f})."
    )
