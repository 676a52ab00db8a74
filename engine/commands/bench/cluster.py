"""`bench cluster`: what a cluster costs, on this machine alone."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Annotated

import typer

from engine.command_line.options import with_model
from engine.command_line.subject import Subject
from engine.commands.bench.report import opening, ranged, write_report


@with_model("mask", "device", "no_cache", no_cache=True)
def cluster(
    data: Annotated[str, typer.Option(help="File of pairs, or the name of a set.")] = "bundled",
    count: Annotated[
        int, typer.Option("--pairs", min=0, help="Take only so many of them; 0 for all.")
    ] = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Two local Ray workers with one thread each against one process with two threads."""
    from engine.bench.cluster import cluster_speed
    from engine.measures.pairs.command import read
    from engine.measures.pairs.frame import items_of

    preamble = opening("cluster", "cpu")
    table = read(data).pairs
    found = cluster_speed(
        replace(subject, device="cpu").lm(), items_of(table.head(count or len(table)))
    )
    what = f"{found.pairs:,} pairs of {data}"
    value = found.to_here
    write_report(
        {**preamble, "data": data, "model": subject.checkpoint, **asdict(found)},
        json_,
        ["", "value", "[slices]", "what"],
        [
            *(
                [way, f"{pace:.1f} pairs/s", "", what]
                for way, pace in found.pairs_per_second.items()
            ),
            [
                "workers / process",
                "",
                ranged(value.median, (value.low, value.high), ".2f"),
                "ratio",
            ],
            ["largest difference", f"{found.largest_difference:.1e} nats", "", what],
        ],
    )
