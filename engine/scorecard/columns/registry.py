"""Reads a column from its name, such as `pairs:bundled:aul` or `seat:gender`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import InputTextError
from engine.scorecard.columns import (
    arena,
    bec_pro,
    cabm,
    cloze,
    counter,
    gest,
    honest,
    lpbs,
    multilingual,
    pairs,
    pppl,
    seat,
    unmasking,
)

if TYPE_CHECKING:
    from engine.scorecard.column import Column
    from engine.scorecard.columns.family import Family

# in the order in which they are shown; one line a family
_FAMILIES: tuple[Family, ...] = (
    pairs.FAMILY,
    seat.FAMILY,
    lpbs.FAMILY,
    unmasking.FAMILY,
    cabm.FAMILY,
    counter.FAMILY,
    arena.FAMILY,
    pppl.FAMILY,
    cloze.FAMILY,
    gest.FAMILY,
    honest.FAMILY,
    multilingual.FAMILY,
    bec_pro.FAMILY,
)
FAMILIES = {family.name: family for family in _FAMILIES}


def column(name: str) -> Column:
    """The column of a name.

    Args:
        name: family, and after a colon what the family asks for.

    Raises:
        InputTextError: no such family, or the family has no such column.
    """
    family, _, argument = name.strip().partition(":")
    if family not in FAMILIES:
        raise InputTextError(
            f"No measure {family!r}; these can be asked for: {', '.join(FAMILIES)}."
        )
    return FAMILIES[family].column(argument)
