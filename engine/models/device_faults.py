"""What a device says when it cannot go on, as a sentence that names a way out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from engine.core.errors import BiascopeError, DeviceError, first_line
from engine.models.devices import device_label, is_accelerator
from engine.models.room import ran_out

if TYPE_CHECKING:
    import torch

# How libraries name an operator that a device lacks.
_LACKING = (
    re.compile(r"operator '([^']+)' is not currently implemented"),
    re.compile(r"Could not run '([^']+)' with arguments from"),
    re.compile(r"\"([^\"]+)\" not implemented for '"),
    re.compile(r"(float64) dtype as the MPS framework"),
)
# How drivers say that a device is gone or its program ended.
_LOST = re.compile(
    r"CUDA error|CUDA driver error|CUBLAS_STATUS|CUDNN_STATUS|HIP error|device.?lost|"
    r"UR_RESULT_ERROR|Native API failed|command buffer|MPSGraph|MPSNDArray|Metal",
    re.IGNORECASE,
)


@contextmanager
def saying_device_faults(device: torch.device) -> Iterator[None]:
    """Say in words what ends a computation because of the device that it runs on.

    Raises:
        DeviceError: if an operator is lacking, memory ran out, or the device failed.
    """
    try:
        yield
    except BiascopeError:
        raise
    except (RuntimeError, TypeError, MemoryError) as error:
        if not (said := fault_of(device, error)):
            raise
        raise DeviceError(said) from error


def fault_of(device: torch.device, error: BaseException) -> str:
    """What an error says of an accelerator; empty where it says nothing of it."""
    if not is_accelerator(device):
        return ""
    name = device_label(str(device))
    if ran_out(error):
        return (
            f"The memory of {name} did not suffice; close what else uses it, or choose --device "
            "cpu. What is finished is kept."
        )
    lacking = next(filter(None, (form.search(str(error)) for form in _LACKING)), None)
    if lacking:
        other = "set PYTORCH_ENABLE_MPS_FALLBACK=1 and start again, or " * (device.type == "mps")
        return (
            f"{name} has no operator {lacking[1]} in this version of torch; {other}choose "
            "--device cpu."
        )
    if type(error).__name__ == "AcceleratorError" or _LOST.search(str(error)):
        return (
            f"{name} failed while it computed ({first_line(error)}); what is finished is kept. "
            "Start Biascope or the command again, which goes on from there, or choose --device cpu."
        )
    return ""
