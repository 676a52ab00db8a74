"""`bench device`: all parts in turn, and one table of what was found."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict
from itertools import chain
from typing import Annotated

import typer

from engine.bench.device.agreement import agreement_parts, training_part
from engine.bench.device.parts import Outcome, tried
from engine.bench.device.pressure import pressure_parts
from engine.bench.device.speed import speed_parts, suggested_tokens
from engine.bench.shown import in_seconds, opening, write_report
from engine.command_line.options import DEFAULT_MODEL, DeviceOption, JsonOption, ModelOption
from engine.models.devices import choose_device, computes_in

# Of the parts before the speeds, what they may take at most of all minutes.
_BEFORE_SPEED = 0.5


def device(
    minutes: Annotated[
        float, typer.Option(min=0.01, help="How long it may take; a part once begun is finished.")
    ] = 10.0,
    model: ModelOption = DEFAULT_MODEL,
    device: DeviceOption = "auto",
    json_: JsonOption = False,
) -> None:
    """Whether a device gives the CPU's numbers, and how fast it is: to be run on new hardware."""
    preamble = opening("device", device)
    place = choose_device(device)
    began = time.monotonic()
    until, half = began + 60 * minutes, began + 60 * minutes * _BEFORE_SPEED
    dtypes = ["float32", *(["bfloat16"] if computes_in(place, "bfloat16") else [])]
    name = str(place)
    first = chain(
        agreement_parts(model, name, "float32"),
        [training_part(model, name)],
        pressure_parts(model, name, dtypes),
        *(agreement_parts(model, name, dtype) for dtype in dtypes[1:]),
    )
    found = [*told(tried(first, place, half))]
    found += told(tried(speed_parts(name, dtypes, until), place, until))
    parts = [asdict(outcome) for outcome in found]
    tokens = suggested_tokens(parts)
    report = {
        **preamble,
        "minutes": minutes,
        "model": model,
        "parts": parts,
        "suggested_tokens": tokens,
    }
    rows = [
        [entry.part, entry.dtype, in_seconds(entry.seconds), entry.problem or entry.text]
        for entry in found
    ]
    if tokens is not None:
        rows.append(["padded tokens a forward from which no model gains", "", "", f"{tokens:,}"])
    write_report(report, json_, ["part", "precision", "time", "found"], rows)


def told(outcomes: Iterator[Outcome]) -> Iterator[Outcome]:
    """The same, each said on stderr as it comes: a machine may be taken back at any moment."""
    for outcome in outcomes:
        found = outcome.problem or outcome.text
        typer.echo(f"{outcome.part}, {outcome.dtype}: {found}", err=True)
        yield outcome
