"""`bench sessions`: how long many people at once wait, each with a mask of their own."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from engine.command_line.options import with_model
from engine.command_line.subject import Subject
from engine.commands.bench.report import TIMES, opening, ranged, times_row, write_report


@with_model("mask", "no_cache", no_cache=True)
def sessions(
    number: Annotated[int, typer.Option("--sessions", min=2, help="People at once.")] = 50,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of both ways.")] = 5,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How long many people at once wait for an answer, and how much memory that takes."""
    from engine.bench.sessions import sessions as measured

    preamble = opening("sessions", subject.device)
    found = measured(subject.lm().model, number, rounds)
    report = {**preamble, "model": subject.checkpoint, **asdict(found)}
    rows = [
        times_row("one session after another", found.alone),
        times_row(f"{found.sessions} sessions at once", found.together),
        *[
            [name, "", ranged(value.median, (value.low, value.high), ".2f"), "", ""]
            for name, value in (
                ("ratio of the waits", found.ratio),
                ("ratio of answers a second", found.throughput),
            )
        ],
        *[
            [name, "", "not known" if peak is None else f"{peak:.2f} GB", "", ""]
            for name, peak in (
                ("peak memory, one after another", found.peak_alone_gb),
                (f"peak memory, {found.sessions} at once", found.peak_together_gb),
            )
        ],
    ]
    write_report(report, json_, TIMES, rows)
