"""Reads a column from its name, such as `pairs:bundled:aul` or `seat:gender`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import InputTextError
from engine.measures.arena import column as arena
from engine.measures.bec_pro import column as bec_pro
from engine.measures.cabm import column as cabm
from engine.measures.cabm import unmasking_column as unmasking
from engine.measures.counter import column as counter
from engine.measures.gest import column as gest
from engine.measures.health import column as cloze
from engine.measures.honest import column as honest
from engine.measures.lpbs import column as lpbs
from engine.measures.multilingual import column as multilingual
from engine.measures.pairs import column as pairs
from engine.measures.perplexity import column as pppl
from engine.measures.seat import column as seat

if TYPE_CHECKING:
    from engine.columns.column import Column
    from engine.columns.family import Family

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
