"""`replicate cineBias-table`: the table of the CineBias thesis, on CrowS-Pairs and on own pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.options import CheckpointOption, nothing_ran, places_of, with_model
from engine.command_line.output import write_json, write_table
from engine.command_line.subject import Subject
from engine.core.errors import InputTextError, UnknownModelError, UnusableModelError
from engine.core.table import TextColumn, bounds, field, figure, texts
from engine.measures.pairs.command import read_given_pairs
from engine.measures.pairs.command_text import percent

if TYPE_CHECKING:
    import pandas as pd


@with_model("model", "mask")
def cinebias_table(
    crows_pairs: Annotated[
        str, typer.Option(help="CrowS-Pairs: a file, or the set by name; '' leaves it out.")
    ] = "crows-pairs",
    cinebias: Annotated[str, typer.Option(help="File of the CineBias pairs (not public).")] = "",
    estonian: Annotated[str, typer.Option(help="File of the Estonian pairs (not public).")] = "",
    checkpoint: CheckpointOption = None,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """CPS of the CineBias thesis, table 4.1, on CrowS-Pairs and on pairs that you have."""
    from engine.measures.pairs.replication import (
        CINEBIAS,
        CROWS_PAIRS,
        ESTONIAN,
        models_of,
        pairs_beside_published,
    )

    places = places_of(checkpoint or [])
    files = {CROWS_PAIRS: crows_pairs, CINEBIAS: cinebias, ESTONIAN: estonian}
    if not any(files.values()):
        raise InputTextError("No pairs named; give --crows-pairs, --cinebias or --estonian.")
    data = {name: _pairs(file) for name, file in files.items() if file}
    entries: list[dict[str, Any]] = []
    unreached: dict[str, str] = {}
    for model in dict.fromkeys(model for name in data for model in models_of(name)):
        other = subject.other(places.get(model, model))
        for name, pairs in data.items():
            if model not in models_of(name) or model in unreached:
                continue
            try:
                entries += pairs_beside_published(name, model, pairs, _values(other, pairs))
            except (UnknownModelError, UnusableModelError) as error:
                unreached[model] = str(error)
    if not entries:
        raise UnknownModelError(nothing_ran(unreached))
    for model, reason in unreached.items():
        typer.echo(f"{model} is left out: {reason}", err=True)
    if json_:
        write_json({"figures": entries, "unreached": unreached})
        return
    write_table("CPS as published and as measured here", *texts(_COLUMNS, entries))


def _values(subject: Subject, pairs: pd.DataFrame) -> list[dict[str, Any]]:
    from engine.measures.pairs.frame import items_of

    return subject.measure("pairs", items_of(pairs), {"variant": "cps"}).values


def _pairs(file: str) -> pd.DataFrame:
    pairs = read_given_pairs(file).pairs
    absent = [name for name in ("stereo_antistereo", "bias_type") if name not in pairs]
    if absent:
        raise InputTextError(f"{file} has no column {absent[0]}, which the table is cut by.")
    return pairs


_COLUMNS = (
    *map(field, ("data", "part", "model")),
    TextColumn("published", lambda entry: percent(entry["published"])),
    TextColumn("ours", lambda entry: percent(entry["ours"])),
    bounds("interval", ".1f"),
    figure("difference", "difference", "+.1f"),
    TextColumn("pairs", lambda entry: f"{entry['n']} of {entry['pairs']}"),
)
