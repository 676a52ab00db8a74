"""`replicate glue`: the nine tasks of GLUE with and without masked heads, beside the published."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.command_line.facts import Names
from engine.command_line.options import places_of, with_model
from engine.command_line.output import over_bounds, write_json, write_table
from engine.command_line.replicated import say_left_out
from engine.command_line.subject import Subject
from engine.core.errors import BiascopeError, InputTextError, UnknownModelError
from engine.core.paths import file_path
from engine.files.labelled import read_labelled
from engine.measures.nlu.command import cost_of
from engine.measures.nlu.replication import (
    COLUMNS,
    PARTS,
    TASKS,
    Part,
    below_chance,
    files_in,
    glue_beside_published,
    part_named,
)


@with_model("model")
def glue(
    checkpoint: Annotated[
        list[str] | None,
        typer.Option(help="Fine-tuned checkpoint of a task, as RTE=FOLDER; may be repeated."),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(help="Folder with GLUE's files: RTE/dev.tsv, or RTE.csv and so on."),
        Names.FILE,
    ] = None,
    file: Annotated[
        list[str] | None,
        typer.Option(help="One task's file, as STS-B=FILE; may be repeated."),
    ] = None,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """GLUE's nine tasks, table 2 of Yang et al. 2023, for the checkpoints you have; see --mask.

    Where a checkpoint has no names for its classes, GLUE's order of them is taken.
    """
    places = _places(checkpoint)
    files = _files(data, file)
    _refuse_unused(places, files)
    absent = {task: f"give --checkpoint {task}=FOLDER." for task in TASKS if task not in places}
    if not places:
        raise InputTextError(
            "No checkpoint named; give --checkpoint TASK=FOLDER for some of "
            f"{', '.join(TASKS)}, and --data FOLDER or --file TASK=FILE."
        )
    say_left_out(absent)
    entries: list[dict[str, Any]] = []
    failed: dict[str, str] = {}
    parts = [part for part in PARTS if part.task in places and part.name in files]
    for part in parts:
        other = subject.other(places[part.task], subject.mask)
        other.label = part.name if len(parts) > 1 else ""
        try:
            entries += _measured(other, part, files[part.name])
        except BiascopeError as error:
            failed[part.name] = str(error)
    if not entries:
        name, reason = next(iter(failed.items()))
        raise UnknownModelError(f"No task could be measured. First: {name}: {reason}")
    say_left_out(failed)
    masked = subject.mask.strip()
    if json_:
        write_json({"figures": entries, "left_out": absent | failed, "mask": masked or None})
        return
    _show(entries, masked)


def _places(given: list[str] | None) -> dict[str, str]:
    """Task -> its checkpoint."""
    found: dict[str, str] = {}
    tasks = {part.name: part.task for part in PARTS}
    for name, place in places_of(given or []).items():
        task = tasks[part_named(name)]
        if task in found:
            raise InputTextError(f"--checkpoint names {task} twice; give it once.")
        found[task] = place
    return found


def _files(folder: Path | None, given: list[str] | None) -> dict[str, str]:
    """Part -> its file; one that is named goes before one of the folder."""
    found = {}
    if folder is not None:
        found = {name: str(path) for name, path in files_in(file_path(folder)).items()}
    for text in given or []:
        name, separator, path = (side.strip() for side in text.partition("="))
        if not (separator and name and path):
            raise InputTextError(f"--file is written TASK=FILE; got {text!r}.")
        found[part_named(name)] = path
    return found


def _refuse_unused(places: Mapping[str, str], files: Mapping[str, str]) -> None:
    """Refuse a checkpoint that no file belongs to."""
    there = {part.task for part in PARTS if part.name in files}
    for task in places:
        if task not in there:
            raise InputTextError(
                f"--checkpoint {task} would not be used: there is no file of {task}; give "
                f"--file {task}=FILE, or --data with a folder that has {task}/dev.tsv."
            )


def _measured(subject: Subject, part: Part, file: str) -> list[dict[str, Any]]:
    from engine.models.room import release_memory

    labelled = read_labelled(file)
    found = cost_of(subject, labelled, part.classes)
    release_memory()
    entries = glue_beside_published(part, found.unmodified, found.masked)
    if warning := below_chance(part, entries):
        typer.echo(warning, err=True)
    checkpoint = found.manifest["spec"]["checkpoint"]
    return [{**entry, "checkpoint": checkpoint, "file": file} for entry in entries]


def _show(entries: list[dict[str, Any]], masked: str) -> None:
    heading = ["task", "metric", *COLUMNS, "ours"] + (["masked"] if masked else [])
    write_table(
        "GLUE: BERT-base as published, and ours",
        heading,
        [_row(entry, bool(masked)) for entry in entries],
    )
    typer.echo(
        "Published: unmodified (full), top 3 biased heads masked, all 45 masked.\n"
        "In brackets: 95% CI." + (f" Masked here: {masked}." if masked else "")
    )


def _row(entry: dict[str, Any], masked: bool) -> list[str]:
    published = [f"{figure:.4f}" for figure in entry["published"].values()]
    ours = [("ours", "interval")] + ([("masked", "masked_interval")] if masked else [])
    return [entry["task"], entry["metric"], *published, *(_cell(entry, *keys) for keys in ours)]


def _cell(entry: dict[str, Any], figure: str, interval: str) -> str:
    return over_bounds(entry[figure], entry[interval], ".3f")
