"""`arena rank`: reports of one prompt set and one suite, lowest flag rate first."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.command_line.facts import Fact, Names
from engine.command_line.inputs import check_table
from engine.command_line.options import JsonOption
from engine.command_line.output import write_json
from engine.core.errors import InputTextError
from engine.core.paths import place_for
from engine.files.table_file import FORMATS, save_table
from engine.measures.arena.clusters import KIND, OVER, THESE
from engine.measures.arena.commands.boards import show_boards, show_groups
from engine.measures.arena.commands.shown import read_file, show_ranking, show_ranking_terms
from engine.measures.arena.leaderboard import FLAGS, ORDERS


def rank(
    files: Annotated[
        list[str], typer.Argument(metavar="REPORT.json…", help="Reports to rank."), Names.FILE
    ],
    seed: Annotated[
        int, typer.Option(min=0, help="Seed of the bootstrap of the rank intervals.")
    ] = 0,
    groups_by: Annotated[
        str,
        typer.Option(
            help=f"What groups are put in order by: {FLAGS}, the flag rate, or score, the average "
            "bias score as in the paper's figures."
        ),
    ] = FLAGS,
    over: Annotated[
        str,
        typer.Option(
            help=f"What intervals and tests are about: {KIND}, other sentences of this kind, "
            f"clustered by group and template, or {THESE}, exactly these prompts."
        ),
    ] = KIND,
    out: Annotated[
        str,
        typer.Option(help=f"Table of all ranks and groups to write: {FORMATS}."),
        Fact.ELSEWHERE,
    ] = "",
    json_: JsonOption = False,
) -> None:
    """Rank reports, in all and by category; the first decides set, suite and variant."""
    if groups_by not in ORDERS:
        raise InputTextError(f"--groups-by is {' or '.join(ORDERS)}; got {groups_by!r}.")
    if over not in OVER:
        raise InputTextError(f"--over is {' or '.join(OVER)}; got {over!r}.")
    check_table(out)
    reports = [read_file(path) for path in files]
    from engine.measures.arena.leaderboard import (
        groups_over_reports,
        leaderboard_rows,
        rank_by_category,
    )
    from engine.measures.arena.ranking import rank as ranked_of

    ranked = ranked_of(reports, seed, over=over)
    by_category = rank_by_category(reports, seed, over=over)
    groups = groups_over_reports(reports, groups_by)
    if out:
        rows = leaderboard_rows(ranked["ranking"], ranked["n"], by_category, groups)
        save_table(rows, place_for(out))
        typer.echo(f"Wrote {out}", err=True)
    if json_:
        write_json({**ranked, "by_category": by_category, "groups": groups})
        return
    show_ranking(ranked)
    show_boards(ranked, by_category)
    show_groups(groups)
    show_ranking_terms(ranked)
