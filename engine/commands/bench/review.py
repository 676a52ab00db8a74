"""`bench review`: how long a key in the review takes."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from engine.command_line.options import JsonOption
from engine.commands.bench.report import TIMES, opening, times_row, write_report


def review(
    candidates: Annotated[
        int, typer.Option(min=2, max=20_000, help="Sentences of the review.")
    ] = 2000,
    keys: Annotated[int, typer.Option(min=1, help="Keys pressed, one after another.")] = 30,
    json_: JsonOption = False,
) -> None:
    """How long a key in the review takes: to the next candidate, and until it is kept."""
    from engine.bench.review import review_times

    preamble = opening("review")
    found = review_times(candidates, keys)
    write_report(
        {**preamble, **asdict(found)},
        json_,
        TIMES,
        [
            times_row(f"key to the next of {candidates:,} candidates", found.painted),
            times_row("key to the answer that it is kept", found.kept),
            ["95 of 100 keys below", "", "", f"{found.painted_95 * 1000:.0f} ms", ""],
            ["within 250 ms", "", f"{found.within:.0%}", "", ""],
        ],
    )
