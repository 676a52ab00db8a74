"""`bench report`: how long a report of pinned results takes to write, and how large it is."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from engine.command_line.options import JsonOption
from engine.commands.bench.report import TIMES, opening, times_row, write_report


def report(
    pins: Annotated[list[int] | None, typer.Option(help="Results in it; once a size.")] = None,
    repeats: Annotated[int, typer.Option(min=1, help="Reports written of each size.")] = 5,
    json_: JsonOption = False,
) -> None:
    """Seconds and megabytes of a report of 20 and of 200 results."""
    from engine.bench.report import report_speeds

    found = report_speeds(pins or [20, 200], repeats)
    write_report(
        {**opening("report"), "sizes": [asdict(each) for each in found]},
        json_,
        [*TIMES, "size"],
        [
            [*times_row(f"{each.pins} results", each.written), f"{each.megabytes:.1f} MB"]
            for each in found
        ],
    )
