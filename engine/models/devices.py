"""The device that networks run on."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import BiascopeError

if TYPE_CHECKING:
    import torch


def cuda_devices() -> int:
    """Number of CUDA devices, without loading torch for it, which takes seconds."""
    if "torch" in sys.modules:
        import torch

        return torch.cuda.device_count() if torch.cuda.is_available() else 0
    return len(list(Path("/dev").glob("nvidia[0-9]*")))


def choose_device(wanted: str = "auto") -> torch.device:
    """The device to compute on.

    Args:
        wanted: `auto`, `cpu`, `cuda` or `cuda:N`.

    Raises:
        BiascopeError: if the name is not one of these, or the machine has no such device.
    """
    import torch

    if wanted == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    name, _, number = wanted.partition(":")
    if name not in ("cpu", "cuda") or (number and (name == "cpu" or not number.isdigit())):
        raise BiascopeError(f"A device is auto, cpu, cuda or cuda:N; got {wanted!r}.")
    if name == "cuda" and not torch.cuda.is_available():
        raise BiascopeError("This machine has no CUDA device that torch can use; try --device cpu.")
    if number and int(number) >= torch.cuda.device_count():
        raise BiascopeError(f"There is no {wanted}; this machine has {torch.cuda.device_count()}.")
    return torch.device(wanted)
