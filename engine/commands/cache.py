"""`cache`: how large the result store is, whether it is intact, pruning and joining stores."""

from __future__ import annotations

import math
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.command_line.options import JsonOption
from engine.command_line.output import write_json, write_table
from engine.core.errors import InputTextError, StorageError
from engine.core.wording import agreeing, counted
from engine.storage.store import SIZE_LIMIT, default_store

_SIZES = ("bytes", "limit")

app = typer.Typer(no_args_is_help=True, help="The store of results already computed.")


@app.command()
def info(json_: JsonOption = False) -> None:
    """Where results are kept, how many, and how large."""
    found = asdict(default_store().info())
    if json_:
        write_json(found)
        return
    rows = [[key, _readable(key, value)] for key, value in found.items()]
    write_table("Result store", ["", ""], rows)


def _readable(key: str, value: object) -> str:
    return f"{value / 2**20:,.1f} MiB" if isinstance(value, int) and key in _SIZES else str(value)


@app.command()
def verify(json_: JsonOption = False) -> None:
    """Derive every hash again from what is stored."""
    store = default_store()
    problems = store.verify()
    if json_:
        write_json({"results": store.info().results, "problems": problems})
    elif not problems:
        typer.echo(f"{counted(store.info().results, 'stored result', 'are')} as written.")
    if problems:
        raise StorageError(
            f"{counted(len(problems), 'stored entry', 'are')} not as written, first: "
            f"{problems[0]}. "
            f"Delete {store.path} and they will be computed afresh."
        )


@app.command()
def prune(
    limit_mb: Annotated[
        float, typer.Option("--limit-mb", min=0, help="Largest size of the store, in MiB.")
    ] = SIZE_LIMIT / 2**20,
    json_: JsonOption = False,
) -> None:
    """Delete the results used least recently until the store is small enough."""
    if not math.isfinite(limit_mb):
        raise InputTextError(f"--limit-mb is a number of MiB; got {limit_mb}.")
    store = default_store()
    deleted = store.prune(int(limit_mb * 2**20))
    if json_:
        write_json({"deleted": deleted, **asdict(store.info())})
        return
    left = store.info().results
    typer.echo(f"Deleted {counted(deleted, 'result')}; {left:,} {agreeing(left, 'are')} left.")


@app.command()
def merge(
    others: Annotated[
        list[str], typer.Argument(metavar="OTHER.sqlite…", help="Stores to add to this one.")
    ],
    json_: JsonOption = False,
) -> None:
    """Add the results of other stores, as of another machine; those known already stay."""
    store = default_store()
    merged = [{"file": other, **asdict(store.merge(Path(other)))} for other in others]
    results = store.info().results
    if json_:
        write_json({"path": str(store.path), "results": results, "merged": merged})
        return
    rows = [[str(value) for value in one.values()] for one in merged]
    write_table("Merged", ["file", "added", "same", "different", "damaged"], rows)
    if different := sum(int(str(one["different"])) for one in merged):
        typer.echo(
            f"{counted(different, 'result')} had another value there; those of this store stay."
        )
    if damaged := sum(int(str(one["damaged"])) for one in merged):
        typer.echo(f"{counted(damaged, 'result', 'were')} not as written and left out.")
    typer.echo(f"{counted(results, 'result')} in {store.path}.")
