"""`scorecard import`: results from elsewhere as a table, or joined to one."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.command_line.facts import Fact
from engine.command_line.inputs import check_folder
from engine.command_line.options import JsonOption
from engine.command_line.output import write_json
from engine.commands.scorecard.show import show_report
from engine.core.errors import InputTextError


def import_(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE…",
            help="Scorecards, reports of the Arena and results of lm-evaluation-harness (.json), "
            "scores of GEST's sentences (MODEL_template-T.txt), folders of these, or 'gest' for "
            "the eleven models released with GEST.",
        ),
    ],
    into: Annotated[
        str, typer.Option(help="A scorecard that the others join; its models keep their origin.")
    ] = "",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the bootstrap.")] = 0,
    out: Annotated[str, typer.Option(help="File to write, ending in .json."), Fact.ELSEWHERE] = "",
    json_: JsonOption = False,
) -> None:
    """Read results from elsewhere as contestants that are labelled imported, and rank them."""
    check_folder(out)
    from engine.scorecard.file import read_file, write_file
    from engine.scorecard.imports.files import import_files
    from engine.scorecard.imports.imported import Imported, joined, table_of
    from engine.scorecard.published import published_for
    from engine.scorecard.table import report_of

    start = table_of(read_file(into)) if into else Imported((), (), ())
    found, problems = import_files(files)
    for problem in problems if found else problems[1:]:
        typer.echo(problem, err=True)
    if not found:
        raise InputTextError(f"Nothing was imported: {problems[0]}")
    table = joined(start, found)
    for sentence in table.notes:
        typer.echo(sentence, err=True)
    published = [row for entry in table.measures for row in published_for(entry["name"])]
    report = dict(
        report_of(table.contestants, table.measures, table.cells, seed, published=published)
    )
    if out:
        typer.echo(f"Wrote {write_file(report, out)}", err=True)
    if json_:
        write_json(report)
    else:
        show_report(report)
