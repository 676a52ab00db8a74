"""Whether a value that was stored has the shape that its measure gives.

A store is a file: another version, another program or a failing disk may have written what is
JSON and yet not a value. Such a value is a miss, so no consumer of values has to expect it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, final

from annotated_types import Interval, Predicate
from typing_extensions import TypedDict

if TYPE_CHECKING:
    from pydantic import TypeAdapter


def fits(value: Any, shape: Any) -> bool:
    """Whether a JSON value has a shape.

    Args:
        value: as `json.loads` gives it.
        shape: a type as pydantic reads it, taken strictly: a whole number fits `float`, True and
            False fit only `bool`, and a number that is not finite fits nothing. Further keys of a
            `TypedDict` do not matter.
    """
    from pydantic import ValidationError

    try:
        _adapter(shape).validate_python([value])
    except ValidationError:
        return False
    return True


@lru_cache(maxsize=512)
def _adapter(shape: Any) -> TypeAdapter[list[Any]]:
    """Checks a list of values; a shape is taken apart once, not for each value."""
    from pydantic import ConfigDict, TypeAdapter

    # A list, as settings are not taken for a `TypedDict` itself.
    return TypeAdapter(list[shape], config=ConfigDict(strict=True, allow_inf_nan=False))


# --- value --------------------------------------------------------------------------------
# What values of several measures have in common; their shapes are checked as `shapes.fits` does.
#
# Values are JSON: what a measure gives and what comes back from the store are equal.


def equally_long(lists: dict[str, Any]) -> bool:
    """Whether all lists of an entry have the same number of elements."""
    return len({len(part) for part in lists.values() if isinstance(part, list)}) < 2


@final
class Problem(TypedDict):
    """Why an item has no value.

    Args:
        problem: one sentence.
        kind: one word, of pairs.
    """

    problem: str
    kind: NotRequired[str]


def is_word(entry: list[Any]) -> bool:
    """Whether an entry is [word, token, probability]."""
    return (
        len(entry) == 3
        and isinstance(entry[0], str)
        and isinstance(entry[1], str)
        and isinstance(entry[2], float | int)
        and 0.0 <= entry[2] <= 1.0
    )


def is_range(values: list[float]) -> bool:
    """Whether a list is a lower and an upper bound."""
    return len(values) == 2 and values[0] <= values[1]


Share = Annotated[float, Interval(ge=0, le=1)]  # or a score on the same scale
Count = Annotated[int, Interval(ge=0, le=10_000_000)]
Bounds = Annotated[list[float], Predicate(is_range)]
