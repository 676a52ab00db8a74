"""`bench pairs`: speed of pair scores, and the memory of a large file."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.command_line.options import with_model
from engine.command_line.subject import Subject
from engine.commands.bench.report import opening, ranged, seconds, write_report

if TYPE_CHECKING:
    from engine.bench.many_pairs import CommandCost, PageCost
    from engine.bench.pairs import PairSpeed

_COLUMNS = ["", "value", "[slices]", "what"]


@with_model("mask", "no_cache", no_cache=True)
def pairs(
    data: Annotated[str, typer.Option(help="File of pairs, or the name of a set.")] = "crows-pairs",
    count: Annotated[
        int, typer.Option("--pairs", min=0, help="Take only so many of them; 0 for all.")
    ] = 0,
    measure: Annotated[str, typer.Option(help="Variant of the speed.")] = "cps",
    rows: Annotated[
        int, typer.Option(min=0, help="Rows of the large file; 0 leaves the memory out.")
    ] = 20_000,
    large: Annotated[
        str, typer.Option("--large-measure", help="Variant of the large file.")
    ] = "aul",
    page: Annotated[bool, typer.Option(help="Also open the large file in a browser.")] = True,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Speed of pair scores: ceiling, plain loop and store; memory of a large file."""
    import tempfile

    from engine.bench.many_pairs import command_cost, page_cost
    from engine.bench.pairs import pair_speed
    from engine.measures.pairs.command import read
    from engine.measures.pairs.variants import variant_of

    preamble = opening("pairs", subject.device)
    table = read(data).pairs
    lm = subject.lm()
    with tempfile.TemporaryDirectory() as folder:
        speed = pair_speed(lm, table.head(count or len(table)), variant_of(measure), Path(folder))
    del lm  # the commands below load their own
    command = opened = None
    if rows:
        with tempfile.TemporaryDirectory() as folder:
            command = command_cost(Path(folder), rows, large, subject.checkpoint)
    if rows and page:
        with tempfile.TemporaryDirectory() as folder:
            opened = page_cost(Path(folder), rows, large)
    report = {
        **preamble,
        "data": data,
        "measure": measure,
        "model": subject.checkpoint,
        "dtype": subject.dtype,
        **asdict(speed),
        "large_file": None if command is None else asdict(command),
        "large_page": None if opened is None else asdict(opened),
    }
    lines = [*_speed(speed, data, measure), *_command(command), *_page(opened)]
    write_report(report, json_, _COLUMNS, lines)


def _speed(found: PairSpeed, data: str, measure: str) -> list[list[str]]:
    what = f"{found.pairs:,} pairs of {data}, {measure}, {found.rows:,} rows"
    return [
        *([way, f"{speed:.0f} rows/s", "", what] for way, speed in found.rows_per_second.items()),
        *(
            [name, "", ranged(value.median, (value.low, value.high), ".2f"), "ratio"]
            for name, value in (
                ("batches / encoder only", found.to_ceiling),
                ("batches / one row a forward", found.to_floor),
            )
        ),
        ["from the store", seconds(found.second_look), "", "no value computed"],
        ["largest difference of a score", f"{found.largest_difference:.1e} nats", "", "four pairs"],
    ]


def _command(found: CommandCost | None) -> list[list[str]]:
    if found is None:
        return []
    what = f"`pairs` on {found.pairs:,} rows, {found.measure}"
    return [
        ["peak memory", f"{found.peak_gb:.2f} GB", "", what],
        ["time", seconds(found.seconds), "", what],
    ]


def _page(found: PageCost | None) -> list[list[str]]:
    if found is None:
        return []
    what = f"the page with {found.pairs:,} rows, {found.measure}"
    pressed = f"{seconds(found.pressed.fastest)} to {seconds(found.pressed.p90)}"
    return [
        ["peak memory of the server", f"{found.peak_gb:.2f} GB", "", what],
        ["upload to results", seconds(found.opened), "", what],
        ["search to table", seconds(found.pressed.median), pressed, "median, fastest, 90th"],
    ]
