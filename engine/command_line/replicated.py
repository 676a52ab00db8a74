"""Where the models of published tables are, and the message if none can be loaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import typer

from engine.core.errors import InputTextError

CheckpointOption = Annotated[
    list[str] | None,
    typer.Option(help="Where a model is, as bert-large-uncased=FOLDER; may be repeated."),
]


def places_of(given: Sequence[str]) -> dict[str, str]:
    """Model -> folder, as written `MODEL=FOLDER`."""
    places = {}
    for part in given:
        model, separator, place = part.partition("=")
        if not separator:
            raise InputTextError(f"--checkpoint is written MODEL=FOLDER; got {part!r}.")
        places[model.strip()] = place.strip()
    return places


def nothing_ran(unreached: Mapping[str, str]) -> str:
    """The message if no model could be measured.

    Args:
        unreached: model -> reason.
    """
    first = next(iter(unreached.values()), "no model belongs to these data.")
    return (
        f"None of the {len(unreached)} models could be measured. First: {first} "
        "--checkpoint MODEL=FOLDER names a copy on this machine."
    )
