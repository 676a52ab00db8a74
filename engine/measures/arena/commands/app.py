"""`arena`: what models write about people, judged and ranked."""

from __future__ import annotations

import typer

from engine.measures.arena.commands.prompts import prompts
from engine.measures.arena.commands.rank import rank
from engine.measures.arena.commands.run import run
from engine.measures.arena.commands.score import score
from engine.measures.arena.commands.suites import suites

app = typer.Typer(no_args_is_help=True, help="Judge what models write about people.")


@app.callback()
def arena() -> None:
    """Judge what models write about people."""


app.command("prompts")(prompts)
app.command("run")(run)
app.command("score")(score)
app.command("rank")(rank)
app.command("suites")(suites)
