"""Reports of the Arena as files: read, written with their rows, and kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import typer

from engine.command_line.inputs import check_folder
from engine.core.errors import BiascopeError, InputTextError, why
from engine.core.paths import ordinary_file
from engine.files.export import write_csv, write_whole
from engine.measures.arena.commands.stages import note

if TYPE_CHECKING:
    import pandas as pd


def check_out(out: str) -> None:
    """Refuse a name that no report can be written under, before anything is computed."""
    if out and Path(out).suffix.lower() != ".json":
        raise InputTextError(
            f"--out names the report, a file that ends in .json; got {out}. Its rows are written "
            "next to it, as .csv."
        )
    check_folder(out)


def rows_place(out: str) -> Path:
    """Where the rows of a report are written."""
    return Path(out).with_suffix(".csv")


def write_report(report: dict[str, Any], rows: pd.DataFrame, out: str) -> None:
    """Write a report, and one row a completion next to it, each whole or not at all."""

    def write(stream: TextIO) -> None:
        json.dump(report, stream, ensure_ascii=False, allow_nan=False)
        stream.write("\n")

    path = write_whole(out, write)
    write_csv(rows, rows_place(out))
    typer.echo(f"Wrote {path} and {rows_place(out)}", err=True)


def read_file(path: str) -> dict[str, Any]:
    """A report of a file."""
    from engine.measures.arena.schema import MOST_BYTES, read_report

    try:
        with ordinary_file(path, "a report of the Arena").open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputTextError(f"{path} cannot be read ({why(error)}).") from None
    return dict(read_report(data, path))


def keep_here(report: dict[str, Any]) -> None:
    """Keep a report for the page; one that cannot be kept costs a warning."""
    from engine.measures.arena.kept import keep

    try:
        keep(report)
    except BiascopeError as error:
        note(str(error))
