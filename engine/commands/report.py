"""`report`: a collection of pinned results as one HTML file, as PDF, and checked again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.command_line.facts import Fact
from engine.command_line.inputs import check_folder
from engine.command_line.options import JsonOption
from engine.command_line.output import write_json
from engine.commands.report_check import MINUTES, as_json, check_all, show, status
from engine.core.errors import InputTextError, StorageError, why
from engine.core.paths import exists, file_path, ordinary_file, place_for

if TYPE_CHECKING:
    from engine.pins import Collection


def report(
    pins: Annotated[
        str,
        typer.Argument(
            help="File of a collection, name of a kept one, or story: the one that comes with "
            "Biascope."
        ),
    ],
    out: Annotated[str, typer.Option(help="HTML file to write."), Fact.ELSEWHERE] = "",
    notes: Annotated[
        bool, typer.Option("--notes", help="With the presenter's notes and likely questions.")
    ] = False,
    pdf: Annotated[
        str, typer.Option(help="PDF file to write, printed by an installed Chromium or Chrome.")
    ] = "",
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Compute the results again and compare the numbers. Exit status 1: a number "
            "differs; 3: not everything could be compared.",
        ),
    ] = False,
    sample: Annotated[
        int, typer.Option(min=0, help="With --check: how many pins, drawn at random; 0 for all.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="Of the draw.")] = 0,
    from_store: Annotated[
        bool,
        typer.Option(
            "--from-store",
            help="With --check: use values that are stored already; compute only the rest.",
        ),
    ] = False,
    no_cache: Annotated[
        bool,
        typer.Option(
            "--no-cache", help="With --check: compute everything, store nothing; the default."
        ),
        Fact.ELSEWHERE,
    ] = False,
    minutes: Annotated[
        int, typer.Option(min=1, help="With --check: most minutes for all results together.")
    ] = MINUTES,
    json_: JsonOption = False,
) -> None:
    """Write pinned results as one file that opens offline, or see whether they still come out."""
    if not (out or pdf or check):
        raise InputTextError(
            "Nothing to do: --out or --pdf names a file to write, or give --check."
        )
    if from_store and no_cache:
        raise InputTextError("--from-store and --no-cache exclude each other; give one of them.")
    collection, source = _collection(pins)
    _check_places(source, out, pdf)
    written = _written(collection, out, pdf, notes)
    found = check_all(collection, sample, seed, from_store, minutes) if check else None
    if json_:
        write_json(as_json(collection, written, found, from_store))
    elif found is not None:
        show(found, from_store)
    raise typer.Exit(status(found or []))


def _collection(name: str) -> tuple[Collection, Path | None]:
    """The collection of a file, one that is kept on this machine, or the one that is shipped.

    Returns:
        The collection, and its file if it is the user's.
    """
    from engine.pins import kept, story
    from engine.pins.reading import MOST_BYTES, read

    if name in kept.RESERVED:
        return story.shipped(), None
    if not exists(name):
        names = kept.names()
        if name in names:
            return kept.load(name), kept.path_of(name)
        there = ", ".join([*(f"{own} (comes with Biascope)" for own in kept.RESERVED), *names])
        raise InputTextError(
            f"There is no file and no kept collection named {name}; there are {there}."
        )
    path = ordinary_file(name, "a collection that the Stage page exported")
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputTextError(f"{name} is too large for a collection of screens.")
        return read(path.read_text(encoding="utf-8"), name), path
    except (OSError, UnicodeDecodeError) as error:
        raise InputTextError(f"{name} cannot be read ({why(error)}).") from None


def _check_places(source: Path | None, out: str, pdf: str) -> None:
    """Refuse files to write before anything is written."""
    for path in (out, pdf):
        check_folder(path)
        if path and source is not None and _is_same(file_path(path), source):
            raise InputTextError(
                f"{path} holds the collection itself, which would be lost; name another file."
            )
    if out and pdf and _is_same(file_path(out), file_path(pdf)):
        raise InputTextError(f"--out and --pdf both name {out}; name a file for each.")


def _is_same(one: Path, other: Path) -> bool:
    if one.exists() and other.exists():
        return one.samefile(other)
    return one.resolve() == other.resolve()


def _written(collection: Collection, out: str, pdf: str, notes: bool) -> list[str]:
    """Write what was asked for; the names of the files."""
    if not (out or pdf):
        return []
    from engine.report.html import report_html

    html = report_html(collection, notes)
    if out:
        _write(out, html.encode())
    if pdf:
        from engine.report.pdf import pdf_of

        _write(pdf, pdf_of(html))
    return [name for name in (out, pdf) if name]


def _write(name: str, data: bytes) -> None:
    from engine.storage.private_files import write_private_bytes

    try:
        write_private_bytes(place_for(name), data)
    except OSError as error:
        raise StorageError(f"{name} could not be written ({why(error)}).") from None
    typer.echo(f"Wrote {name} ({len(data) / 1e6:.1f} MB)", err=True)
