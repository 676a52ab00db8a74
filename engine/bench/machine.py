"""What a figure was measured on: without it, a time means nothing."""

from __future__ import annotations

import os
import platform
from datetime import date
from pathlib import Path
from typing import Any


def machine(device: str = "cpu") -> dict[str, Any]:
    """The machine and the day, as every benchmark reports them.

    Args:
        device: as the command line names it; `auto` and `cuda` need torch to be loaded.

    Returns:
        `cpu`, `cores`, `memory_gib`, `torch`, `threads`, `device`, `load` (mean number of
        running processes over the last minute; above 1 a core, others were at work), `date`.
    """
    import torch

    from engine.models.devices import choose_device

    place = choose_device(device)
    name = torch.cuda.get_device_name(place) if place.type == "cuda" else "cpu"
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "memory_gib": _memory(),
        "torch": torch.__version__,
        "threads": torch.get_num_threads(),
        "device": name,
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "date": date.today().isoformat(),
    }


def sentence(facts: dict[str, Any]) -> str:
    """The machine in one line."""
    memory = "" if facts["memory_gib"] is None else f", {facts['memory_gib']} GiB"
    load = "" if facts["load"] is None else f", load {facts['load']}"
    return (
        f"{facts['date']}: {facts['cpu']}, {facts['cores']} cores{memory}, torch {facts['torch']} "
        f"on {facts['threads']} threads, device {facts['device']}{load}"
    )


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _memory() -> int | None:
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)
    except (AttributeError, OSError, ValueError):
        return None
