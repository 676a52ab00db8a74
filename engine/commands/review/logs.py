"""`review import` and `review merge`: reviews of other machines."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from engine.command_line.options import JsonOption
from engine.command_line.output import write_json
from engine.commands.review.reviews import NameArgument
from engine.core.wording import counted
from engine.curation.review.log import import_log
from engine.curation.review.log import merge as merge_log
from engine.files.text_file import bytes_of

FileArgument = Annotated[
    str, typer.Argument(metavar="FILE", help="A review.jsonl, as export writes it.")
]
_WANTED = "a review.jsonl"


def import_review(
    file: FileArgument,
    title: Annotated[str, typer.Option(help="Its title here; the one it had if empty.")] = "",
    json_: JsonOption = False,
) -> None:
    """Keep a review that was exported elsewhere, next to those of this machine."""
    name = import_log(bytes_of(file, file, _WANTED), title or None)
    if json_:
        write_json({"name": name})
    else:
        typer.echo(f"Kept as {name}.")


def merge(name: NameArgument, file: FileArgument, json_: JsonOption = False) -> None:
    """Add the decisions of another machine on the same sentences."""
    found = merge_log(name, bytes_of(file, file, _WANTED))
    if json_:
        write_json({"review": name, **asdict(found)})
        return
    typer.echo(
        f"{counted(found.added, 'decision')} added; {found.known:,} known already, "
        f"{found.unknown:,} on sentences that {name} does not hold."
    )
    for conflict in found.conflicts:
        typer.echo(f"Not added: {conflict.reason}")
