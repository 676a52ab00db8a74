"""`bench sweep`: seconds and memory of a table of six models in eight measures."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.command_line.options import DeviceOption, JsonOption
from engine.commands.bench.report import opening, seconds, write_report


def sweep(
    trained: Annotated[
        list[str] | None,
        typer.Option(help="Folder of a model trained from the bundled one, as by `inject`."),
    ] = None,
    device: DeviceOption = "auto",
    json_: JsonOption = False,
) -> None:
    """Seconds of six contestants in eight measures on the bundled samples, and once more."""
    import tempfile

    from engine.bench.sweep import GOALS, sweep_cost

    preamble = opening("sweep", device)
    with tempfile.TemporaryDirectory() as cache:
        cost = sweep_cost(trained or [], device, Path(cache))
    rows = [
        [f"{cost.contestants} contestants in {cost.measures} measures", seconds(cost.whole)],
        ["to the first cell", seconds(cost.first_cell)],
        ["again, from the store", seconds(cost.again)],
        ["peak memory after the first contestant", f"{cost.peak_gb[0]:.2f} GB"],
        ["after the last one", f"{cost.peak_gb[-1]:.2f} GB"],
        ["cells without a figure", str(cost.refused)],
        ["both tables equal", "yes" if cost.equal else "no"],
    ]
    goals = [seconds(GOALS[name]) for name in ("whole", "first_cell", "again")]
    filled = [*goals, *[""] * (len(rows) - len(goals))]
    write_report(
        {**preamble, **asdict(cost), "goals": GOALS},
        json_,
        ["", "measured", "goal"],
        [[*row, goal] for row, goal in zip(rows, filled, strict=True)],
    )
