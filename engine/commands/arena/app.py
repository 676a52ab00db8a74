"""`arena`: its commands."""

from __future__ import annotations

import typer

from engine.commands.arena.suites import suites

app = typer.Typer(
    no_args_is_help=True, help="What models write about people, and who says it is biased."
)


@app.callback()
def arena() -> None:
    """Complete prompts about groups of people, judge the completions, and rank models."""


app.command("suites")(suites)
