"""What plug-ins compute: what goes wrong in one is said of it, and values are as it promised."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from engine.core.digest import canonical_json
from engine.core.errors import BiascopeError, brief, first_line
from engine.core.shape import fits
from engine.core.wording import counted
from engine.flow.descriptor import Origin
from engine.flow.registry import MEASURES, ORIGINS


@contextmanager
def said_of(origin: Origin | None) -> Iterator[None]:
    """Name the plug-in for what fails in the block; nothing is changed where it is Biascope's.

    Raises:
        BiascopeError: in place of any error but an interrupt.
    """
    try:
        yield
    except BiascopeError:
        raise
    except (Exception, SystemExit) as error:
        if origin is None:
            raise
        raise BiascopeError(
            f"The plug-in {origin.name} failed ({type(error).__name__}: "
            f"{brief(first_line(error))}); correct it, or leave it out."
        ) from error


def checked(name: str, items: Sequence[Any], values: Any) -> list[Any]:
    """The values of a measure; those of a plug-in are looked at.

    Args:
        name: of the measure.
        items: that it was asked for.
        values: that it gave.

    Raises:
        BiascopeError: if there is not one JSON value of its shape for each item.
    """
    found: list[Any] = values
    if (origin := ORIGINS.get(name)) is None:
        return found
    with said_of(origin):
        found = list(values)
        canonical_json(found)
    if len(found) != len(items):
        raise BiascopeError(
            f"The plug-in {origin.name} gave {counted(len(found), 'value')} for "
            f"{counted(len(items), 'item')}; it has to give one for each."
        )
    if not all(fits(value, MEASURES[name].shape) for value in found):
        raise BiascopeError(
            f"The plug-in {origin.name} gave a value of {name} that has not the shape of its "
            "measure; correct one of the two."
        )
    return found
