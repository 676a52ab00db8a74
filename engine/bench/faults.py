"""`bench faults`: kills, odd inputs and hostile model folders; exit code 1 if anything was bad."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.bench.shown import in_seconds, opening, write_report
from engine.command_line.options import JsonOption
from engine.command_line.output import counter
from engine.core.errors import InputTextError
from engine.core.project import PROJECT

KILLED = ("commands", "jobs", "servers")  # kinds of kills
# Of a checkout of the project: nothing that is installed needs it.
_CAMPAIGN = "tests.faults.campaign"


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
    rows += [[part, "all", in_seconds(times[part]), f"{found[part].cases:,}"] for part in found]
    write_report(report, json_, ["part", "kind", "outcome", "cases"], rows)
    if bad:
        raise typer.Exit(1)


def _run(part: str, count: int, seed: int) -> tuple[Any, float]:
    import tempfile

    from engine.bench.timing import seconds as seconds_of

    campaign = _campaign()
    tally, show = campaign.Tally(seed, _complain), counter(part, count)
    with tempfile.TemporaryDirectory(prefix="biascope-faults-") as folder:
        taken = seconds_of(lambda: campaign.run(part, count, tally, Path(folder), show))
    return tally, round(taken, 1)


def _complain(bad: object) -> None:
    typer.echo(f"bad: {bad}", err=True)


def _campaign() -> Any:
    """The module that runs the parts, with its `Tally`."""
    if not (PROJECT / "tests" / "faults").is_dir():
        raise InputTextError(
            "The fault campaign is run in a checkout of the project, by the files in its folder "
            "tests/faults, which are not here."
        )
    return import_module(_CAMPAIGN)
