"""`bench arena`: speed and memory from prompts to a report."""

from __future__ import annotations

import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.command_line.options import with_model
from engine.command_line.subject import Subject
from engine.commands.bench.report import opening, ranged, seconds, write_report

_COLUMNS = ["", "value", "[slices]", "what"]


@with_model("mask", "dtype", "no_cache", no_cache=True)
def arena(
    count: Annotated[
        int, typer.Option("--prompts", min=1, help="Prompts of the speed of completions.")
    ] = 4096,
    runs: Annotated[
        str, typer.Option(help="Prompts of whole runs, comma-separated; empty for none.")
    ] = "1000,10000",
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How fast prompts are completed, and what a run with the demo suite takes."""
    from engine.bench.arena import ENCODER, FLOW, prompt_speed, run_cost
    from engine.command_line.inputs import is_count, split_words
    from engine.core.errors import InputTextError
    from engine.prompts.sets import BUNDLED, load_prompts
    from engine.prompts.subset import stratified

    sizes = split_words(runs)
    if not all(map(is_count, sizes)):
        raise InputTextError(f"--runs is written as 1000,10000; got {runs!r}.")
    preamble = opening("arena", subject.device)
    speed = prompt_speed(subject.lm(), stratified(load_prompts(BUNDLED), count, 0))
    subject.release()
    costs = []
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            costs.append(run_cost(int(size), Path(folder), subject.spec, subject.device))
    report = {
        **preamble,
        "model": subject.checkpoint,
        "speed": asdict(speed),
        "runs": [asdict(cost) for cost in costs],
    }
    close = speed.to_ceiling
    rows = [
        [f"{FLOW}, a second", f"{speed.per_second[FLOW]:.0f}", "", f"{speed.prompts:,} prompts"],
        [f"{ENCODER}, a second", f"{speed.per_second[ENCODER]:.0f}", "", ""],
        ["ratio", ranged(close.median, (close.low, close.high), ".2f"), "", "same prompts"],
    ]
    for cost in costs:
        what = f"{cost.prompts:,} prompts, quoted mask, demo suite"
        rows += [
            ["from nothing to the report", seconds(cost.seconds), "", what],
            ["from the store to the report", seconds(cost.again), "", what],
            ["peak memory", f"{cost.peak_gb:.2f} GB", "", what],
        ]
    write_report(report, json_, _COLUMNS, rows)
