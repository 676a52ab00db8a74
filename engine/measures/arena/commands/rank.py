"""`arena rank`: reports of one prompt set and one suite, lowest flag rate first."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.command_line.facts import Names
from engine.command_line.options import JsonOption
from engine.command_line.output import write_json
from engine.measures.arena.commands.shown import read_file, show_ranking


def rank(
    files: Annotated[
        list[str], typer.Argument(metavar="REPORT.json…", help="Reports to rank."), Names.FILE
    ],
    seed: Annotated[
        int, typer.Option(min=0, help="Seed of the bootstrap of the rank intervals.")
    ] = 0,
    json_: JsonOption = False,
) -> None:
    """Rank reports by flag rate; the first one decides which set, suite and variant are ranked."""
    reports = [read_file(path) for path in files]
    from engine.measures.arena import ranking

    ranked = ranking.rank(reports, seed)
    if json_:
        write_json(ranked)
    else:
        show_ranking(ranked)
