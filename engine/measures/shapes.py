"""Whether a value that was stored has the shape that its measure gives.

A store is a file: another version, another program or a failing disk may have written what is
JSON and yet not a value. Such a value is a miss, so no consumer of values has to expect it.
"""

from __future__ import annotations

import math
import types
from functools import lru_cache
from typing import Annotated, Any, NotRequired, Union, get_args, get_origin, get_type_hints
from typing import is_typeddict as is_typed_dict


def fits(value: Any, shape: Any) -> bool:
    """Whether a JSON value has a shape.

    Args:
        value: as `json.loads` gives it.
        shape: a type: `Any`, a plain type, `None`, a union, `list[…]`, `dict[str, …]`, a
            `TypedDict`, or one of these `Annotated` with functions that must be true of it.
            A whole number fits `float`; True and False fit only `bool`.
    """
    if shape is Any:
        return True
    origin, parts = get_origin(shape), get_args(shape)
    if origin is Annotated:
        return fits(value, parts[0]) and all(holds(value) for holds in parts[1:])
    if origin in (Union, types.UnionType):
        return any(fits(value, part) for part in parts)
    if origin is list:
        return isinstance(value, list) and all(fits(part, parts[0]) for part in value)
    if origin is dict:
        return isinstance(value, dict) and all(fits(part, parts[1]) for part in value.values())
    if is_typed_dict(shape):
        return isinstance(value, dict) and _has_keys(value, shape)
    return _is_plain(value, shape)


def _has_keys(value: dict[str, Any], shape: Any) -> bool:
    return all(
        fits(value[key], part) if key in value else not required
        for key, part, required in _keys(shape)
    )


@lru_cache(maxsize=128)
def _keys(shape: Any) -> list[tuple[str, Any, bool]]:
    """Keys of a `TypedDict`, the shape of each value, and whether it must be there."""
    found = []
    # Its own list of required keys is wrong where annotations are kept as text.
    for key, part in get_type_hints(shape, include_extras=True).items():
        required = get_origin(part) is not NotRequired
        found.append((key, part if required else get_args(part)[0], required))
    return found


def _is_finite(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:  # a whole number that no float can hold
        return False


def _is_plain(value: Any, shape: Any) -> bool:
    if shape in (None, types.NoneType):
        return value is None
    if shape is float:
        return isinstance(value, int | float) and not isinstance(value, bool) and _is_finite(value)
    if shape is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, shape)
