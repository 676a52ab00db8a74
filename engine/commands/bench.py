"""`bench`: speeds, memory and quality, measured here and printed as ratios of one run."""

from __future__ import annotations

import typer

app = typer.Typer(no_args_is_help=True, help="Measure speed, memory and quality on this machine.")


@app.callback()
def bench() -> None:
    """Measure speed, memory and quality on this machine."""
