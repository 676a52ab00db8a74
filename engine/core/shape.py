"""Whether a JSON value has the shape that is declared for it, and where it has not.

Shapes are types, mostly a `TypedDict` a kind of file, read by pydantic and taken strictly. A digest
says that a file is as it was written, and not by whom: its shape is checked all the same.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.core.constraints import Predicate
from engine.core.errors import shown

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError


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


def misfit(value: Any, shape: Any, at: str = "") -> str:
    """The first place at which a JSON value does not have a shape.

    Args:
        value: as `json.loads` gives it.
        shape: as `fits` takes it, and without unions but those with None.
        at: what the value itself is called, such as the key that it is under.

    Returns:
        Which place it is, what came and what is wanted, `published[0].label is null; text is
        wanted`; empty where the value fits.
    """
    from pydantic import ValidationError

    try:
        _adapter(shape).validate_python([value])
    except ValidationError as error:
        return _problem(error.errors(include_url=False)[0], value, at, 1)
    return ""


def problem_of(error: ValidationError, value: Any) -> str:
    """What `misfit` says, from an error of pydantic.

    Args:
        value: in which it was found.
    """
    return _problem(error.errors(include_url=False)[0], value, "", 0)


def _problem(error: Mapping[str, Any], value: Any, at: str, above: int) -> str:
    """One error in words.

    Args:
        above: keys that lead to the value itself.
    """
    place = (at + _place(_keys_in(value, error["loc"][above:]))).removeprefix(".") or "it"
    if error["type"] == "missing":
        return f"{place} is missing"
    return f"{place} is {_came(error['input'])}; {_wanted(error)} is wanted"


def _keys_in(value: Any, keys: Sequence[int | str]) -> list[int | str]:
    """The keys that lead into a value, without what pydantic adds to them: names of types."""
    found: list[int | str] = []
    for at, key in enumerate(keys):
        if isinstance(value, dict) and (key in value or at == len(keys) - 1):
            found.append(key)
            value = value.get(key)
        elif isinstance(value, list) and isinstance(key, int):
            found.append(key)
            value = value[key]
    return found


_PLAIN_KEY = re.compile(r"\w{1,60}")
_WANTED = {
    "string_type": "text",
    "bool_type": "true or false",
    "int_type": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "list_type": "a list",
    "dict_type": "an object",
    "dataclass_type": "an object",
    "greater_than": "a number above {gt}",
    "greater_than_equal": "a number of at least {ge}",
    "less_than_equal": "a number of at most {le}",
    "string_too_long": "text of at most {max_length:,} characters",
    "value_error": "{error}",
}


def _place(keys: Sequence[int | str]) -> str:
    """Keys that lead into a value, as JavaScript writes them."""
    return "".join(
        f"[{key}]"
        if isinstance(key, int)
        else f".{key}"
        if _PLAIN_KEY.fullmatch(key)
        else f"[{shown(key)}]"
        for key in keys
    )


def _came(value: Any) -> str:
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    return shown(value)


def _wanted(error: Mapping[str, Any]) -> str:
    """What would do, from an error of pydantic."""
    return _WANTED.get(error["type"], "another value").format(**error.get("ctx", {}))


@lru_cache(maxsize=512)
def _adapter(shape: Any) -> TypeAdapter[list[Any]]:
    """Checks a list of values; a shape is taken apart once, not for each value."""
    from pydantic import ConfigDict, TypeAdapter

    # A list, as settings are not taken for a `TypedDict` itself.
    return TypeAdapter(list[shape], config=ConfigDict(strict=True, allow_inf_nan=False))


# --- parts of shapes ----------------------------------------------------------------------
# What a value is besides its type; a refusal says what would do.


def is_range(values: list[float]) -> bool:
    """Whether a list is a lower and an upper bound."""
    return len(values) == 2 and values[0] <= values[1]


def one_of(names: Collection[str]) -> Predicate:
    """What holds for some names alone; a refusal lists them."""

    def known(value: str) -> bool:
        if value not in names:
            raise ValueError(f"one of {', '.join(names)}")
        return True

    return Predicate(known)


def _in_order(values: list[float]) -> bool:
    if not is_range(values):
        raise ValueError("a list of a lower and an upper bound")
    return True


IN_ORDER = Predicate(_in_order)
