"""`scorecard`: what is done with a table once it is measured."""

from __future__ import annotations

import typer

from engine.commands.scorecard.export import export
from engine.commands.scorecard.imports import import_
from engine.commands.scorecard.show import show

app = typer.Typer(no_args_is_help=True, help="Show, import and export tables of models.")


@app.callback()
def scorecard() -> None:
    """Show, import and export tables of models by measures; `sweep` measures them."""


app.command("show")(show)
app.command("import")(import_)
app.command("export")(export)
