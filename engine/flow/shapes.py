"""Whether a value that was stored has the shape that its measure gives.

A store is a file: another version, another program or a failing disk may have written what is
JSON and yet not a value. Such a value is a miss, so no consumer of values has to expect it.
"""

from __future__ import annotations

import math
import types
from collections.abc import Callable
from functools import lru_cache, reduce
from typing import (
    Annotated,
    Any,
    NotRequired,
    TypedDict,
    Union,
    final,
    get_args,
    get_origin,
    get_type_hints,
)
from typing import is_typeddict as is_typed_dict

_Check = Callable[[Any], bool]


def fits(value: Any, shape: Any) -> bool:
    """Whether a JSON value has a shape.

    Args:
        value: as `json.loads` gives it.
        shape: a type: `Any`, a plain type, `None`, a union, `list[…]`, `dict[str, …]`, a
            `TypedDict`, or one of these `Annotated` with functions that must be true of it.
            A whole number fits `float`; True and False fit only `bool`.
    """
    return _check(shape)(value)


@lru_cache(maxsize=512)
def _check(shape: Any) -> _Check:
    """Tells whether a value has a shape; a shape is taken apart once, not for each value."""
    if shape is Any:
        return lambda value: True
    origin, parts = get_origin(shape), get_args(shape)
    if origin is Annotated:
        return _all_of([_check(parts[0]), *parts[1:]])
    if origin in (Union, types.UnionType):
        return reduce(_either, map(_check, parts))
    if origin is list:
        return _list_of(_check(parts[0]))
    if origin is dict:
        return _dict_of(_check(parts[1]))
    if is_typed_dict(shape):
        return _typed_dict(_keys(shape))
    return _plain(shape)


def _all_of(checks: list[_Check]) -> _Check:
    return lambda value: all(check(value) for check in checks)


def _either(first: _Check, second: _Check) -> _Check:
    return lambda value: first(value) or second(value)


def _list_of(check: _Check) -> _Check:
    return lambda value: isinstance(value, list) and all(map(check, value))


def _dict_of(check: _Check) -> _Check:
    return lambda value: isinstance(value, dict) and all(map(check, value.values()))


def _typed_dict(keys: list[tuple[str, _Check, bool]]) -> _Check:
    def check(value: Any) -> bool:
        if not isinstance(value, dict):
            return False
        for key, part, required in keys:
            if not (part(value[key]) if key in value else not required):
                return False
        return True

    return check


def _keys(shape: Any) -> list[tuple[str, _Check, bool]]:
    """Keys of a `TypedDict`, the check of each value, and whether it must be there."""
    found = []
    # Its own list of required keys is wrong where annotations are kept as text.
    for key, part in get_type_hints(shape, include_extras=True).items():
        required = get_origin(part) is not NotRequired
        found.append((key, _check(part if required else get_args(part)[0]), required))
    return found


def _plain(shape: Any) -> _Check:
    if shape in (None, types.NoneType):
        return lambda value: value is None
    if shape is float:
        return _is_number
    if shape is int:
        return lambda value: isinstance(value, int) and not isinstance(value, bool)
    return lambda value: isinstance(value, shape)


def _is_number(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number that no float can hold
        return False


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


def is_share(value: float) -> bool:
    """Whether a number is a share, or a score on the same scale."""
    return 0 <= value <= 1


def is_count(value: int) -> bool:
    """Whether a number counts something."""
    return 0 <= value <= 10_000_000


def is_range(values: list[float]) -> bool:
    """Whether a list is a lower and an upper bound."""
    return len(values) == 2 and values[0] <= values[1]


def are_shares(values: list[float | None]) -> bool:
    """Whether all numbers of a list are shares."""
    return all(value is None or is_share(value) for value in values)


Share = Annotated[float, is_share]
Count = Annotated[int, is_count]
Bounds = Annotated[list[float], is_range]
