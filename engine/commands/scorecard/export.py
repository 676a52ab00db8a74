"""`scorecard export`: a table in the formats of others."""

from __future__ import annotations

from typing import Annotated, Literal, TextIO

import typer

from engine.command_line.facts import Fact
from engine.command_line.inputs import check_folder


def export(
    file: Annotated[str, typer.Argument(metavar="REPORT.json", help="A scorecard.")],
    format_: Annotated[
        Literal["csv", "latex", "hf", "card", "eee"],
        typer.Option(
            "--format",
            help="csv: every cell a row; latex: a table; hf: .eval_results of a model on the "
            "Hugging Face hub; card: a section of a model card; eee: Every Eval Ever 0.3.",
        ),
    ],
    contestant: Annotated[
        str, typer.Option(help="Id or label of one model; hf, card and eee describe one.")
    ] = "",
    out: Annotated[
        str, typer.Option(help="File to write; standard output if empty."), Fact.ELSEWHERE
    ] = "",
) -> None:
    """Write a scorecard in the format of others."""
    check_folder(out)
    from engine.files.export import write_whole
    from engine.scorecard.exports.formats import FORMATS
    from engine.scorecard.file import read_file

    text = FORMATS[format_].write(read_file(file), contestant)
    if not out:
        typer.echo(text, nl=False)
        return

    def write(stream: TextIO) -> None:
        stream.write(text)

    typer.echo(f"Wrote {write_whole(out, write)}", err=True)
