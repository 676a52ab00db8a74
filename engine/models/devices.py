"""The device that networks run on."""

from __future__ import annotations

import os
import re
import sys
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.errors import BiascopeError

if TYPE_CHECKING:
    import torch


_DEVICE = re.compile(r"auto|cpu|cuda(?::([0-9]{1,4}))?")


def cuda_devices() -> int:
    """Number of CUDA devices, without loading torch for it, which takes seconds.

    Until torch is loaded this is what the system and the environment show of them.
    """
    if is_loaded():
        import torch

        return torch.cuda.device_count() if torch.cuda.is_available() else 0
    if _torch_version().endswith("+cpu"):
        return 0
    there = len(list(Path("/dev").glob("nvidia[0-9]*")))
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    if visible is None:
        return there
    return min(there, sum(_is_visible(name) for name in visible.split(",")))


@lru_cache(maxsize=1)
def _torch_version() -> str:
    """Looked up once, because it is read from the metadata of the package."""
    return metadata.version("torch")


def is_loaded() -> bool:
    """Whether torch is in memory; another thread may be loading it, which would be waited for."""
    torch = sys.modules.get("torch")
    return torch is not None and not getattr(torch.__spec__, "_initializing", False)


def _is_visible(name: str) -> bool:
    """Whether an entry of CUDA_VISIBLE_DEVICES names a device: a number, or an identifier."""
    return bool(name.strip()) and not name.strip().startswith("-")


def choose_device(wanted: str = "auto") -> torch.device:
    """The device to compute on.

    Args:
        wanted: `auto`, `cpu`, `cuda` or `cuda:N`.
    """
    import torch

    if wanted == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    named = _DEVICE.fullmatch(wanted)
    if named is None:
        raise BiascopeError(f"A device is auto, cpu, cuda or cuda:N; got {wanted!r}.")
    if wanted != "cpu" and not torch.cuda.is_available():
        raise BiascopeError("This machine has no CUDA device that torch can use; choose cpu.")
    if named[1] and int(named[1]) >= torch.cuda.device_count():
        raise BiascopeError(f"There is no {wanted}; this machine has {torch.cuda.device_count()}.")
    return torch.device(wanted)


def why_no_bfloat16(wanted: str = "auto") -> str:
    """Why a device would gain nothing from bfloat16; empty where it computes in it natively.

    Args:
        wanted: as for `choose_device`.
    """
    import torch

    device = choose_device(wanted)
    if device.type == "cuda":
        with torch.cuda.device(device):
            native = torch.cuda.is_bf16_supported(including_emulation=False)
    else:
        native = any(
            bool(getattr(torch.cpu, name, bool)())
            for name in ("_is_avx512_bf16_supported", "_is_amx_tile_supported")
        )
    return "" if native else f"this machine's {device.type} has no native bfloat16"
