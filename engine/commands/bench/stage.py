"""`bench stage`: how long a presenter waits for a kept screen, and for a live answer."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from engine.command_line.options import JsonOption
from engine.commands.bench.report import TIMES, opening, times_row, write_report


def stage(
    keys: Annotated[int, typer.Option(min=1, help="Keys pressed.")] = 24,
    answers: Annotated[
        int, typer.Option(min=1, max=40, help="Sentences typed, and heads switched off.")
    ] = 15,
    json_: JsonOption = False,
) -> None:
    """Seconds from a key to the next screen, and from a question to its live answer."""
    from engine.bench.stage import stage_times

    preamble = opening("stage")
    found = stage_times(keys, answers)
    write_report(
        {**preamble, **asdict(found)},
        json_,
        TIMES,
        [
            times_row("key to the next kept screen", found.kept),
            times_row("typed sentence to its live words", found.sentence),
            times_row("head switched off to its sentence", found.heads),
            times_row("head switched off to its cost as well", found.costs),
        ],
    )
