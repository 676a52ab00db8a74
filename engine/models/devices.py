"""The device that networks run on: which there are, which is chosen, and what it can compute.

What a device lacks is asked of it by a tiny computation, once a process: it differs between
generations of one kind, systems and versions of torch.
"""

from __future__ import annotations

import os
import platform
import re
import sys
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.errors import BiascopeError, DeviceError
from engine.core.spec import MIXED

if TYPE_CHECKING:
    import torch


KINDS = ("cuda", "mps", "xpu")  # in the order in which `auto` takes them
WANTED = "auto, cpu, cuda, cuda:N, mps, xpu or xpu:N"
_DEVICE = re.compile(r"auto|cpu|(mps)|(cuda|xpu)(?::([0-9]{1,4}))?")
_MAKERS = {"cuda": "CUDA device", "mps": "Apple GPU", "xpu": "Intel GPU"}
_EXACT = "float64"


# --- what there is ------------------------------------------------------------------------


def accelerators() -> list[str]:
    """Names of the accelerators, without loading torch for it, which takes seconds.

    Until torch is loaded this is what the system and the environment show of them.
    """
    if is_loaded():
        counts = {kind: _count(kind) for kind in KINDS}
    else:
        counts = {"cuda": _seen_cuda(), "mps": _seen_mps(), "xpu": _seen_xpu()}
    return [
        name
        for kind, count in counts.items()
        for name in (
            ["mps"] * bool(count) if kind == "mps" else [f"{kind}:{n}" for n in range(count)]
        )
    ]


def device_label(name: str) -> str:
    """A device as the screen names it."""
    kind = name.partition(":")[0]
    return f"{_MAKERS[kind]} ({name})" if kind in ("mps", "xpu") else name


def _count(kind: str) -> int:
    """Devices of a kind that torch can use."""
    import torch

    if kind == "mps":
        return int(torch.backends.mps.is_available())
    module: Any = getattr(torch, kind)
    return int(module.device_count()) if module.is_available() else 0


def _seen_cuda() -> int:
    if _torch_version().endswith(("+cpu", "+xpu")):
        return 0
    return _visible(len(list(Path("/dev").glob("nvidia[0-9]*"))), "CUDA_VISIBLE_DEVICES")


def _seen_mps() -> int:
    return int(sys.platform == "darwin" and platform.machine() == "arm64")


def _seen_xpu() -> int:
    if not _torch_version().endswith("+xpu"):
        return 0
    return _visible(len(list(Path("/dev/dri").glob("renderD[0-9]*"))), "ZE_AFFINITY_MASK")


def _visible(there: int, variable: str) -> int:
    """Of so many devices, how many the environment lets a process see."""
    names = os.environ.get(variable)
    return there if names is None else min(there, sum(map(_is_visible, names.split(","))))


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


# --- which is chosen ----------------------------------------------------------------------


def check_device(wanted: str) -> None:
    """Refuse what names no device, without torch, which knows whether it is there."""
    _named(wanted)


def _named(wanted: str) -> re.Match[str]:
    """Kind and number of a device, as `_DEVICE` has them."""
    named = _DEVICE.fullmatch(wanted)
    if named is None:
        raise BiascopeError(f"A device is {WANTED}; got {wanted!r}.")
    return named


def choose_device(wanted: str = "auto") -> torch.device:
    """The device to compute on.

    Args:
        wanted: `auto` for the first accelerator of `KINDS`, or the CPU where there is none; `cpu`,
            `cuda`, `cuda:N`, `mps`, `xpu` or `xpu:N`.
    """
    import torch

    if wanted == "auto":
        return torch.device(next((kind for kind in KINDS if _count(kind)), "cpu"))
    named = _named(wanted)
    kind = named[1] or named[2]
    if kind is None:
        return torch.device(wanted)
    there = _count(kind)
    if not there:
        raise BiascopeError(
            f"This machine has no {_MAKERS[kind]} that torch can use; choose cpu or auto."
        )
    if named[3] and int(named[3]) >= there:
        raise BiascopeError(f"There is no {wanted}; this machine has {there}.")
    return torch.device(wanted)


def is_accelerator(device: torch.device | str) -> bool:
    """Whether a device is another one than the CPU."""
    return not str(device).startswith("cpu")


def hardware_name(device: torch.device) -> str:
    """Name of what computes, as the system tells it; that of the CPU is `cpu`."""
    import torch

    if device.type == "mps":
        get_name = getattr(torch.backends.mps, "get_name", None)
        return str(get_name()) if get_name else _MAKERS["mps"]
    if device.type in ("cuda", "xpu"):
        return str(getattr(torch, device.type).get_device_name(device))
    return device.type


# --- what it computes ---------------------------------------------------------------------


@lru_cache(maxsize=64)
def computes_in(device: torch.device, dtype: str) -> bool:
    """Whether a device multiplies matrices of a type of number; tried once a process.

    Args:
        dtype: as torch names it.
    """
    import torch

    if not is_accelerator(device):
        return True
    try:
        ones = torch.ones(2, 2, dtype=getattr(torch, dtype), device=device)
        return bool((ones @ ones).sum().item() == 8)
    except (RuntimeError, TypeError) as error:
        if isinstance(error, torch.OutOfMemoryError):
            raise  # which says nothing of the type
        return False


def exact_place(device: torch.device) -> torch.device:
    """Where sums of a device are taken in float64: there, or on the CPU if it has no float64."""
    import torch

    return device if computes_in(device, _EXACT) else torch.device("cpu")


def check_precision(device: torch.device, dtype: str) -> None:
    """Refuse a precision that a device does not compute in.

    Args:
        dtype: one of `spec.DTYPES`.
    """
    if not computes_in(device, "bfloat16" if dtype == MIXED else dtype):
        raise DeviceError(
            f"{device_label(str(device))} of this machine does not compute in {dtype}; choose "
            "--dtype float32, or --device cpu."
        )


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
    elif is_accelerator(device):  # which do not say whether they emulate it
        native = computes_in(device, "bfloat16")
    else:
        native = any(
            bool(getattr(torch.cpu, name, bool)())
            for name in ("_is_avx512_bf16_supported", "_is_amx_tile_supported")
        )
    return "" if native else f"this machine's {device.type} has no native bfloat16"


# --- random numbers -----------------------------------------------------------------------


def forked_random(device: torch.device) -> Any:
    """A block after which torch's random states, of the CPU and this device, are as before."""
    import torch

    if not is_accelerator(device):
        return torch.random.fork_rng([])
    return torch.random.fork_rng([device], device_type=device.type)
