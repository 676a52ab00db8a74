"""`bench curate`: how long films take from subtitles to candidates, and what memory."""

from __future__ import annotations

import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.command_line.options import JsonOption
from engine.commands.bench.report import opening, seconds, write_report

_SUBTITLES = "subtitles"  # folder of the data sets


def curate(
    films: Annotated[int, typer.Option(min=1, help="Films to make.")] = 232,
    lines: Annotated[int, typer.Option(min=1, help="Lines of each.")] = 2000,
    workers: Annotated[int, typer.Option(min=1, help="Processes.")] = 2,
    sample: Annotated[
        bool, typer.Option("--sample", help="Make them of the bundled sample, rich in keywords.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Seed of the films.")] = 0,
    json_: JsonOption = False,
) -> None:
    """How long films take from subtitle files to candidates, and what memory they need."""
    from engine.bench.curate import command_cost, real_lines, stage_times, write_films
    from engine.core.errors import DataSetError
    from engine.storage.store import named_folder

    preamble = opening("curate")
    named = None if sample else named_folder("BIASCOPE_DATA", DataSetError)
    source = named / _SUBTITLES if named and (named / _SUBTITLES).is_dir() else None
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent)
        write_films(folder, real_lines(source), films, lines, seed)
        stages = stage_times(folder, workers)
        cost = command_cost(folder, workers)
    made_of = "bundled sample" if source is None else _SUBTITLES
    report = {
        **preamble,
        **{"films": films, "lines": lines, "workers": workers, "seed": seed, "made_of": made_of},
        "stages": asdict(stages) | {"goal": stages.goal},
        "command": asdict(cost),
    }
    rows = [
        ["plain read of the files", seconds(stages.plain), ""],
        ["read, cleaned, searched", seconds(stages.searched), f"{stages.sentences:,} sentences"],
        ["duplicates left out", seconds(stages.gathered), f"{stages.unique:,} of {stages.hits:,}"],
        ["both", seconds(stages.goal), f"{stages.goal / stages.plain:.0f} times the plain read"],
        ["counterparts proposed", seconds(stages.proposed), f"{cost.candidates:,} candidates"],
        ["the whole command", seconds(cost.seconds), f"{cost.peak_gb * 1000:.0f} MB at most"],
    ]
    what = f"{films:,} films of {lines:,} lines, {workers} workers, made of {made_of}"
    write_report(report, json_, [what, "", ""], rows)
