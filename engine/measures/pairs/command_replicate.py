"""`replicate cinebias`: the table of the CineBias thesis, on CrowS-Pairs and on own pairs."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.options import CheckpointOption, nothing_ran, with_model
from engine.command_line.output import write_json, write_table
from engine.command_line.replicated import placed_models, reach, say_left_out, short_name
from engine.command_line.subject import Subject
from engine.core.errors import InputTextError, UnknownModelError
from engine.core.table import TextColumn, bounds, field, figure, texts
from engine.measures.pairs.command import read_given_pairs

if TYPE_CHECKING:
    import pandas as pd


@with_model("model", "mask")
def cinebias(
    crows_pairs: Annotated[
        str, typer.Option(help="CrowS-Pairs: a file, or the set by name; '' leaves it out.")
    ] = "crows-pairs",
    own_pairs: Annotated[
        str, typer.Option("--cinebias", help="File of the CineBias pairs (not public).")
    ] = "",
    estonian: Annotated[str, typer.Option(help="File of the Estonian pairs (not public).")] = "",
    checkpoint: CheckpointOption = None,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """CPS of the CineBias thesis, table 4.1, on CrowS-Pairs and on pairs that you have.

    Beside its token accuracies; `--checkpoint NAME=FOLDER` with a name of your own measures a
    further model on the same pairs.
    """
    from engine.measures.pairs.replication import (
        CINEBIAS,
        CROWS_PAIRS,
        ESTONIAN,
        models_of,
        pairs_beside_published,
        published_models,
    )

    places = placed_models(checkpoint, published_models())
    files = {CROWS_PAIRS: crows_pairs, CINEBIAS: own_pairs, ESTONIAN: estonian}
    named = [name for name, file in files.items() if file]
    if not named:
        raise InputTextError("No pairs named; give --crows-pairs, --cinebias or --estonian.")
    models = list(dict.fromkeys(model for name in named for model in models_of(name)))
    _refuse_unused(places, models, published_models())
    data = {name: _pairs(files[name]) for name in named}
    reached = reach(subject, models, places)
    reached.refuse_none()
    say_left_out(reached.missing)
    entries: list[dict[str, Any]] = []

    def measure(model: str, other: Subject) -> None:
        for name, pairs in data.items():
            if model not in published_models() or model in models_of(name):
                values = _values(other, pairs)
                entries.extend(pairs_beside_published(name, model, pairs, values))

    _, failed = reached.each(measure)
    if not entries:
        raise UnknownModelError(nothing_ran(reached.missing | failed))
    say_left_out(failed)
    if json_:
        write_json({"figures": entries, "unreached": reached.missing | failed})
        return
    for name, model in dict.fromkeys((entry["data"], entry["model"]) for entry in entries):
        _show(name, model, entries)


def _refuse_unused(
    places: Iterable[str], models: Collection[str], published: Collection[str]
) -> None:
    """Refuse a checkpoint of the table that none of the named pairs is measured with."""
    for model in places:
        if model in published and model not in models:
            raise InputTextError(
                f"--checkpoint {model} would not be used: the table has it for other pairs than "
                "these; give those too (--crows-pairs, --cinebias, --estonian), or leave it out."
            )


def _show(data: str, model: str, entries: Iterable[dict[str, Any]]) -> None:
    """One model on one set of pairs, as far as there is a figure; the JSON has its owner too."""
    rows = [
        entry
        for entry in entries
        if (entry["data"], entry["model"]) == (data, model)
        and (entry["published"] is not None or entry["n"])
    ]
    write_table(f"{data}, {short_name(model)}: percent", *texts(_COLUMNS, rows))


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
    field("part"),
    figure("published", "published", ".1f"),
    figure("ours", "ours", ".1f"),
    bounds("interval", ".1f"),
    figure("difference", "difference", "+.1f"),
    TextColumn("pairs", lambda entry: _counts(entry["n"], entry["pairs"])),
)


def _counts(ours: int, published: int | None) -> str:
    return f"{ours}" if published is None else f"{ours} of {published}"
