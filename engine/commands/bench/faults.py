"""`bench faults`: kills, odd inputs and hostile model folders; exit code 1 if anything was bad."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.bench.faults.tally import KILLED, Tally
from engine.command_line.options import JsonOption
from engine.command_line.output import progress_line
from engine.commands.bench.report import opening, seconds, write_report
from engine.core.errors import InputTextError

if TYPE_CHECKING:
    from engine.bench.faults.tally import Bad


def faults(
    kills: Annotated[int, typer.Option(min=0, help="Processes to kill.")] = 100,
    inputs: Annotated[int, typer.Option(min=0, help="Odd inputs to give.")] = 10_000,
    folders: Annotated[int, typer.Option(min=0, help="Hostile model folders to open.")] = 400,
    seed: Annotated[int, typer.Option(help="Seed of all that is random.")] = 0,
    only: Annotated[
        str, typer.Option(help=f"kills, inputs, folders, {', '.join(KILLED)}; all if empty.")
    ] = "",
    json_: JsonOption = False,
) -> None:
    """Kill processes, give odd inputs and hostile model folders: nothing may be lost or wrong."""
    counts = {"kills": kills, "inputs": inputs, "folders": folders}
    if only:
        known = counts | dict.fromkeys(KILLED, kills)
        if only not in known:
            raise InputTextError(f"--only is {', '.join(known)}; got {only!r}.")
        counts = {only: known[only]}
    found, times = {}, {}
    for part, count in counts.items():
        if count:
            found[part], times[part] = _run(part, count, seed)
    bad = sum(len(tally.bad) for tally in found.values())
    parts = {part: {**tally.report(), "seconds": times[part]} for part, tally in found.items()}
    report = {**opening("faults"), "seed": seed, "parts": parts, "bad": bad}
    rows = [
        [part, kind, outcome, f"{number:,}"]
        for part, tally in found.items()
        for kind, outcomes in sorted(tally.counts.items())
        for outcome, number in sorted(outcomes.items())
    ]
    rows += [[part, "all", seconds(times[part]), f"{found[part].cases:,}"] for part in found]
    write_report(report, json_, ["part", "kind", "outcome", "cases"], rows)
    if bad:
        raise typer.Exit(1)


def _run(part: str, count: int, seed: int) -> tuple[Tally, float]:
    import tempfile

    from engine.bench.faults import campaign
    from engine.bench.timing import seconds as seconds_of

    tally, show = Tally(seed, _complain), progress_line(part, count)
    with tempfile.TemporaryDirectory(prefix="biascope-faults-") as folder:
        taken = seconds_of(lambda: campaign.run(part, count, tally, Path(folder), show))
    return tally, round(taken, 1)


def _complain(bad: Bad) -> None:
    typer.echo(f"bad: {bad}", err=True)
