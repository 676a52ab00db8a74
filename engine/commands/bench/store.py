"""`bench store`: how long filling, reading and pruning take, and how large the log grows."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.command_line.options import JsonOption
from engine.commands.bench.report import opening, seconds, write_report


def store(
    results: Annotated[int, typer.Option(min=1, help="Results in the store.")] = 1_000_000,
    writers: Annotated[int, typer.Option(min=1, help="Processes that write at once.")] = 4,
    duration: Annotated[float, typer.Option(min=0, help="Seconds that they write.")] = 20.0,
    json_: JsonOption = False,
) -> None:
    """How long filling, reading and pruning the result store take, and how its log grows."""
    import tempfile

    from engine.bench.store import log_growth, store_speed

    preamble = opening("store")
    with tempfile.TemporaryDirectory() as folder:
        speed = store_speed(results, Path(folder))
        log = log_growth(writers, duration, Path(folder))
    report = {**preamble, **asdict(speed), "log": asdict(log)}
    rows = [
        ["filled", seconds(speed.filled)],
        ["one batch read", seconds(speed.read)],
        *([f"pruned to {share}", seconds(taken)] for share, taken in speed.pruned.items()),
        [f"largest log, {writers} writers, {log.written:,} results", _megabytes(log.largest)],
    ]
    what = f"{speed.results:,} results, {_megabytes(speed.size)}"
    write_report(report, json_, [what, ""], rows)


def _megabytes(size: int) -> str:
    return f"{size / 2**20:,.0f} MiB"
