"""What the reports of `bench` share: where they were measured, and how numbers are written."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from engine.command_line.output import write_json, write_table
from engine.core.wording import bounds_text, figure_text

if TYPE_CHECKING:
    from engine.bench.timing import Times


TIMES = ["", "fastest", "median", "90th percentile", "runs"]


def opening(name: str, device: str = "cpu") -> dict[str, Any]:
    """What a report begins with: the bench, and where it was measured."""

    return {"bench": name, "machine": machine(device)}


def write_report(
    report: dict[str, Any], as_json: bool, columns: list[str], rows: Iterable[list[str]]
) -> None:
    """One JSON object, or a table under the line that says where and when."""

    if as_json:
        write_json(report)
        return
    typer.echo(machine_line(report["machine"]))
    write_table(f"bench {report['bench']}", columns, rows)


def ranged(value: float, interval: tuple[float, float] | None, spec: str) -> str:
    """A number with its interval in brackets."""
    if interval is None:
        return figure_text(value, spec)
    return f"{figure_text(value, spec)} {bounds_text(interval, spec)}"


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


def in_gigabytes(value: float | None) -> str:
    """An amount of memory as it is shown.

    Args:
        value: 10^9 bytes; None where it is not known.
    """
    return "not known" if value is None else f"{value:.2f} GB"


def share(value: float, interval: tuple[float, float]) -> str:
    """A share of 1 with its interval."""
    return ranged(value, interval, ".3f")


# --- machine ------------------------------------------------------------------------------
# A figure names the machine it was measured on: without it, a time means nothing.


def machine(device: str = "cpu") -> dict[str, Any]:
    """The machine and the day, as every benchmark reports them.

    Args:
        device: as the command line names it.

    Returns:
        `cpu`, `cores`, `memory_gib`, `torch`, `threads`, `device`, `load` (mean number of
        running processes over the last minute; above 1 a core, others were at work), `date`.
    """
    import torch

    from engine.models.devices import choose_device, hardware_name
    from engine.models.room import whole_memory

    name = hardware_name(choose_device(device))
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "memory_gib": round((whole_memory() or 0) / 2**30),
        "torch": torch.__version__,
        "threads": torch.get_num_threads(),
        "device": name,
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "date": date.today().isoformat(),
    }


def machine_line(facts: dict[str, Any]) -> str:
    """The machine in one line."""
    load = "" if facts["load"] is None else f", load {facts['load']}"
    return (
        f"{facts['date']}: {facts['cpu']}, {facts['cores']} cores, {facts['memory_gib']} GiB, "
        f"torch {facts['torch']} on {facts['threads']} threads, device {facts['device']}{load}"
    )


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
