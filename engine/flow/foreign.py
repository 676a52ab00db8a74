"""What plug-ins compute: what goes wrong in one is said of it, and values are as it promised."""

from __future__ import annotations

import inspect
import json
import reprlib
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.core import debugging
from engine.core.digest import canonical_json
from engine.core.errors import BiascopeError, PluginFailedError, brief, first_line
from engine.core.shape import fits
from engine.core.wording import counted
from engine.flow.descriptor import Origin
from engine.flow.registry import MEASURES, ORIGINS

_SHORT = reprlib.Repr()  # of values and items in messages: some of each is enough
_SHORT.maxstring = _SHORT.maxother = 80


def place_in(error: BaseException, code: str) -> str:
    """Where in its own code a plug-in failed.

    Args:
        code: how the names of its modules begin.

    Returns:
        `line 7 of mine.py`, of the innermost call that is the plug-in's; empty where none is.
    """
    own = [
        (frame.f_code.co_filename, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if code and f"{frame.f_globals.get('__name__')}.".startswith(f"{code}.")
    ]
    return f"line {own[-1][1]} of {Path(own[-1][0]).name}" if own else ""


def failure_of(error: BaseException, code: str) -> str:
    """What went wrong in a plug-in and where, `KeyError: 'share', in line 7 of mine.py`.

    Args:
        code: how the names of its modules begin.
    """
    place = place_in(error, code)
    text = f"{type(error).__name__}: {brief(first_line(error))}"
    return f"{text}, in {place}" if place else text


@contextmanager
def said_of(origin: Origin | None) -> Iterator[None]:
    """Name the plug-in for what fails in the block; nothing is changed where it is Biascope's.

    Raises:
        PluginFailedError: in place of any error but an interrupt and what a user can fix.
    """
    try:
        yield
    except BiascopeError:
        raise
    except (Exception, SystemExit) as error:
        if origin is None:
            raise
        debugging.show(error)
        raise PluginFailedError(
            f"The plug-in {origin.name} failed ({failure_of(error, origin.code)}); correct it, or "
            "leave it out."
        ) from error


def checked(name: str, items: Sequence[Any], values: Any) -> list[Any]:
    """The values of a measure; those of a plug-in are looked at.

    Args:
        name: of the measure.
        items: that it was asked for.
        values: that it gave.

    Raises:
        PluginFailedError: if there is not one JSON value of its shape for each item.
    """
    found: list[Any] = values
    if (origin := ORIGINS.get(name)) is None:
        return found
    gave = f"The plug-in {origin.name} gave"
    if not isinstance(values, Iterable):
        raise PluginFailedError(
            f"{gave} {_SHORT.repr(values)} for {counted(len(items), 'item')}; it has to give a "
            "list with one value for each."
        )
    with said_of(origin):
        found = list(values)
        if len(found) != len(items):
            raise PluginFailedError(
                f"{gave} {counted(len(found), 'value')} for {counted(len(items), 'item')}; it has "
                "to give one for each."
            )
        for item, value in zip(items, found, strict=True):
            if problem := _problem(value, MEASURES[name].shape):
                raise PluginFailedError(
                    f"{gave} {_SHORT.repr(value)} for the item {_SHORT.repr(item)}; {problem}."
                )
    return found


def _problem(value: Any, shape: Any) -> str:
    """Why something is no value of a measure, as the end of a sentence; empty where it is one."""
    try:
        canonical_json(value)
    except (TypeError, ValueError, RecursionError):
        if _is_json_but_for_numbers(value):
            return "numbers have to be finite: give None where there is none, and say so in shape"
        return (
            "a value is made of numbers, texts, lists and dicts: write float(x) for a number of "
            "torch or numpy"
        )
    if fits(value, shape):
        return ""
    return f"the shape of its measure is {inspect.formatannotation(shape)}: correct one of the two"


def _is_json_but_for_numbers(value: Any) -> bool:
    try:
        json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        return False
    return True
