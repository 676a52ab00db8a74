"""A second device for tests: the CPU under another name, which may compute wrongly.

Torch gives the tensors of `cpu:0` the device `cpu`, so whatever runs on it gives the CPU's numbers;
only what asks whether a device is an accelerator sees another one.
"""

from __future__ import annotations

import torch

SECOND = torch.device("cpu:0")
NAME = "Second device"
_ASKING = (
    "engine.models.devices",
    "engine.models.room",
    "engine.models.loading",
    "engine.models.device_faults",
    "engine.inference.runner",
    "engine.flow.against_cpu",
)


def pretend(monkeypatch) -> torch.device:
    """Have the engine take `SECOND` for an accelerator until the test ends."""
    for module in _ASKING:
        monkeypatch.setattr(f"{module}.is_accelerator", lambda device: device == SECOND)
    monkeypatch.setattr("engine.models.loading.choose_device", _chosen)
    monkeypatch.setattr("engine.models.room.free_on", lambda device: None)
    monkeypatch.setattr("engine.models.room.empty_device_cache", lambda device: None)
    monkeypatch.setattr("engine.inference.runner.empty_device_cache", lambda device: None)
    monkeypatch.setattr("engine.flow.against_cpu.hardware_name", lambda device: NAME)
    return SECOND


def _chosen(wanted: str = "auto") -> torch.device:
    return torch.device("cpu") if wanted == "cpu" else SECOND
