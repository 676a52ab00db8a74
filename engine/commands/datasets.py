"""`datasets`: what can be fetched, fetching it, and where it is."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Annotated, Any

import typer

from engine.command_line.options import JsonOption
from engine.command_line.output import write_json, write_table
from engine.core.errors import DataSetError
from engine.core.wording import counted
from engine.files.fetch.download import by_hand, get
from engine.files.fetch.places import altered, download_folder, find, parsed
from engine.files.fetch.registry import DataSet, data_set, data_sets
from engine.storage.jobs.worker import this_worker

app = typer.Typer(no_args_is_help=True, help="Public data sets: what they are, and fetching them.")

NameArgument = Annotated[str, typer.Argument(help="Name of a set, or set/file.")]


@app.command("list")
def list_sets(json_: JsonOption = False) -> None:
    """Every set with its size and licence, and whether it is here."""
    found = list(data_sets().values())
    if json_:
        write_json({"datasets": [set_json(entry) for entry in found]})
        return
    rows = [
        [
            entry.name,
            entry.title + (f" (plug-in {entry.plugin})" if entry.plugin else ""),
            entry.licence,
            size(entry),
            "here" if find(entry.name) else "to fetch",
        ]
        for entry in found
    ]
    write_table("Data sets", ["name", "what", "licence", "size", "where"], rows)


@app.command("get")
def get_set(name: NameArgument, json_: JsonOption = False) -> None:
    """Fetch a set from its source; an interrupted download is continued."""
    wanted = data_set(name.partition("/")[0])
    if find(name) is None:
        for line in announcement(wanted):
            typer.echo(line, err=True)
    folder = get(name, _progress(wanted))
    if json_:
        write_json({**set_json(wanted), "path": str(folder)})
    else:
        typer.echo(str(folder))


@app.command()
def where(name: NameArgument, json_: JsonOption = False) -> None:
    """Where a set is on this machine, or how to put it there by hand."""
    wanted, files = parsed(name)
    folder = find(name)
    if json_:
        found = [
            {**asdict(file), "address": wanted.address(file), "here": _here(wanted, file.name)}
            for file in files
        ]
        write_json({**set_json(wanted), "files": found})
        return
    if folder is not None:
        typer.echo(str(folder))
        return
    wrong = [f" {path} is another version, so it is not used." for path in altered(wanted)[:1]]
    for file in files:
        if _here(wanted, file.name) is None:
            typer.echo(f"{wanted.address(file)} -> {download_folder(wanted) / file.name}")
    raise DataSetError(
        f"{wanted.title} is not on this machine.{''.join(wrong)} `datasets get {wanted.name}` "
        f"fetches it ({size(wanted)}). {by_hand(wanted, list(files))}"
    )


def set_json(entry: DataSet) -> dict[str, Any]:
    """A set as JSON."""
    folder = find(entry.name)
    keys = ("name", "title", "kind", "languages", "bytes", "files", "licence", "citation")
    return {key: getattr(entry, key) for key in (*keys, "caveat", "source")} | {
        "files": len(entry.files),
        "plugin": entry.plugin or None,
        "available": folder is not None,
        "path": None if folder is None else str(folder),
    }


def announcement(wanted: DataSet) -> list[str]:
    """What someone should know before a set is fetched."""
    files = counted(len(wanted.files), "file")
    named = f" (named by the plug-in {wanted.plugin})" if wanted.plugin else ""
    return [
        f"{wanted.title}: {size(wanted)} in {files}, from {wanted.source}{named}",
        f"Licence: {wanted.licence}. {wanted.caveat}",
        f"Cite: {wanted.citation}",
    ]


def size(wanted: DataSet) -> str:
    """Size in kilobytes, as people read it."""
    return f"{wanted.bytes / 1000:,.0f} kB"


def _here(wanted: DataSet, file: str) -> str | None:
    found = find(f"{wanted.name}/{file}")
    return None if found is None else str(found)


def _progress(wanted: DataSet) -> Any:
    """Shows bytes as they arrive: in the list of jobs, or on stderr if it is a terminal."""
    worker = this_worker()
    if worker is not None:
        worker.begin(wanted.bytes // 1000, "kB")
        return lambda done, total: worker.report(done // 1000, total // 1000)
    if not sys.stderr.isatty():
        return None

    def show(done: int, total: int) -> None:
        typer.echo(f"\r{done / 1000:,.0f} of {total / 1000:,.0f} kB", err=True, nl=done >= total)

    return show
