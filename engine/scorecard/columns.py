"""Reads a column from its name, such as `pairs:bundled:aul` or `seat:gender`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from engine.core.errors import InputTextError, PluginFailedError
from engine.flow.descriptor import Origin, located
from engine.flow.foreign import said_of
from engine.flow.registry import DESCRIPTORS, ORIGINS

if TYPE_CHECKING:
    from engine.columns.column import Column, Family, Reading
    from engine.flow.asking import Ask, Derive


PLUGIN = "plugin"  # of a column's identity: which one it comes from
# The order in which they are shown; what is not here comes last.
_ORDER = (
    *(
        "pairs",
        "seat",
        "lpbs",
        "unmasking",
        "cabm",
        "counter",
        "arena",
        "pppl",
        "cloze",
        "knowledge",
        "gest",
    ),
    *("honest", "multilingual", "bec-pro"),
)
_FAMILIES: list[Family] = [
    located(location) for found in DESCRIPTORS.values() for location in found.families
]
FAMILIES = {
    family.name: family
    for family in sorted(
        _FAMILIES,
        key=lambda family: _ORDER.index(family.name) if family.name in _ORDER else len(_ORDER),
    )
}


def add(families: Iterable[Family], origin: Origin) -> None:
    """Add the families of columns of a plug-in, which come last.

    Cells are kept under the plug-in, so that those of another one of the name are not read.
    """
    for family in families:
        FAMILIES[family.name] = replace(family, column=partial(_plugged, family, origin))


def _plugged(family: Family, origin: Origin, argument: str) -> Column:
    from engine.columns.column import Column, Reading

    with said_of(origin):
        made = family.column(argument)
    _check_type(made, Column, origin, f"the column {family.name}")

    def read(ask: Ask, derive: Derive, kind: str, seed: int) -> Reading:
        with said_of(origin):
            found = made.read(ask, derive, kind, seed)
            _check_type(found, Reading, origin, f"the figure of {made.name}")
            json.dumps(vars(found))  # as it is kept
        return found

    def refuses(kind: str) -> str:
        with said_of(origin):
            return made.refuses(kind)

    return replace(
        made,
        identity={**made.identity, PLUGIN: origin.described()},
        read=read,
        refuses=refuses,
    )


def _check_type(found: object, wanted: type, origin: Origin, what: str) -> None:
    if not isinstance(found, wanted):
        raise PluginFailedError(
            f"The plug-in {origin.name} gave {type(found).__name__} for {what}; it has to return "
            f"a {wanted.__name__}."
        )


def column(name: str) -> Column:
    """The column of a name.

    Args:
        name: family, and after a colon what the family asks for.
    """
    family, _, argument = name.strip().partition(":")
    if family in ORIGINS and family not in FAMILIES:
        raise InputTextError(
            f"The measure {family} of the plug-in {ORIGINS[family].name} has no column; give its "
            "Descriptor a Family in families."
        )
    if family not in FAMILIES:
        raise InputTextError(
            f"No measure {family!r}; these can be asked for: {', '.join(FAMILIES)}."
        )
    return FAMILIES[family].column(argument)


# --- pace ---------------------------------------------------------------------------------
# How long a cell takes, guessed from the measure and the size of the model.

# The machine and the bytes of weights (of the bundled model) that the seconds of families are of.
_BYTES, _CORES, _MOST_CORES = 91e6, 2, 8
_LEAST = 0.2  # of the bundled model's time: a small one has overheads too


def seconds_of(column: Column, weights: int) -> float:
    """About how many seconds one cell takes here.

    Args:
        weights: bytes of the model; 0 where they are not known.
    """
    cores = max(1, min(os.cpu_count() or 1, _MOST_CORES))
    size = max(_LEAST, weights / _BYTES) if weights else 1.0
    family = FAMILIES[column.name.partition(":")[0]]
    return family.seconds * size * _CORES / cores
