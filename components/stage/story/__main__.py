"""`python -m components.stage.story [--injection FOLDER]`: write the story again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from components.stage.story.making import make


def main(
    injection: Annotated[
        Path | None, typer.Option(help="Folder of a finished injection, for its screen.")
    ] = None,
) -> None:
    """Ask the bundled model for every screen of the story that comes with Biascope."""
    typer.echo(f"Written: {make(injection)}")


if __name__ == "__main__":
    typer.run(main)
