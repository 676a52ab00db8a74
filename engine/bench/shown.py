"""What the reports of `bench` share: where they were measured, and how numbers are written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import typer

from engine.command_line.output import write_json, write_table
from engine.core.wording import bounds_text

if TYPE_CHECKING:
    from engine.bench.timing import Times

TIMES = ["", "fastest", "median", "90th percentile", "runs"]


def opening(name: str, device: str = "cpu") -> dict[str, Any]:
    """What a report begins with: the bench, and where it was measured."""
    from engine.bench.machine import machine

    return {"bench": name, "machine": machine(device)}


def write_report(
    report: dict[str, Any], as_json: bool, columns: list[str], rows: Iterable[list[str]]
) -> None:
    """One JSON object, or a table under the line that says where and when."""
    from engine.bench.machine import sentence

    if as_json:
        write_json(report)
        return
    typer.echo(sentence(report["machine"]))
    write_table(f"bench {report['bench']}", columns, rows)


def ranged(value: float, interval: tuple[float, float] | None, spec: str) -> str:
    """A number with its interval in brackets."""
    if interval is None:
        return format(value, spec)
    return f"{value:{spec}} {bounds_text(interval, spec)}"


def times_row(name: str, times: Times) -> list[str]:
    """A row of times under `TIMES`."""
    return [
        name,
        in_seconds(times.fastest),
        in_seconds(times.median),
        in_seconds(times.p90),
        str(times.runs),
    ]


def in_seconds(value: float) -> str:
    """A time as it is shown."""
    return f"{value * 1000:.0f} ms" if value < 1 else f"{value:.2f} s"


def share(value: float, interval: tuple[float, float]) -> str:
    """A share of 1 with its interval."""
    return ranged(value, interval, ".3f")
