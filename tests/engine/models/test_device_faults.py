"""What a device says when it cannot go on, in words that name a way out."""

from __future__ import annotations

import pytest
import torch

from engine.core.errors import DeviceError, InputTextError
from engine.models.device_faults import fault_of, saying_device_faults
from engine.models.room import ran_out

MPS, CUDA, XPU = (torch.device(name) for name in ("mps", "cuda:0", "xpu"))
LOST = "what is finished is kept. Start Biascope or the command again"


@pytest.mark.parametrize(
    ("device", "error", "said"),
    [
        (
            MPS,
            NotImplementedError(
                "The operator 'aten::_cummax_helper' is not currently implemented for the MPS "
                "device. If you want this op to be considered, please comment on ..."
            ),
            "Apple GPU (mps) has no operator aten::_cummax_helper in this version of torch; set "
            "PYTORCH_ENABLE_MPS_FALLBACK=1 and start again, or choose --device cpu.",
        ),
        (
            XPU,
            NotImplementedError("Could not run 'aten::foo' with arguments from the 'XPU' backend."),
            "Intel GPU (xpu) has no operator aten::foo in this version of torch; choose --device",
        ),
        (
            CUDA,
            RuntimeError("\"addmm_impl\" not implemented for 'Half'"),
            "cuda:0 has no operator addmm_impl in this",
        ),
        (
            MPS,
            TypeError(
                "Cannot convert a MPS Tensor to float64 dtype as the MPS framework doesn't support "
                "float64. Please use float32 instead."
            ),
            "Apple GPU (mps) has no operator float64",
        ),
        (CUDA, RuntimeError("CUDA error: device-side assert triggered"), LOST),
        (CUDA, RuntimeError("CUDA error: unspecified launch failure\nlonger"), "failure); what is"),
        (XPU, RuntimeError("level_zero backend failed: UR_RESULT_ERROR_DEVICE_LOST"), LOST),
        (MPS, RuntimeError("MPS backend out of memory (MPS allocated: 8 GB)"), "did not suffice"),
        (CUDA, torch.OutOfMemoryError(), "The memory of cuda:0 did not suffice; close what else"),
    ],
)
def test_what_ends_a_computation_names_the_device_and_a_way_out(device, error, said):
    assert said in fault_of(device, error)
    with pytest.raises(DeviceError) as raised, saying_device_faults(device):
        raise error
    assert said in str(raised.value)
    assert "--device cpu" in str(raised.value)
    assert raised.value.__cause__ is error


@pytest.mark.parametrize(
    ("device", "error"),
    [
        (CUDA, RuntimeError("shapes cannot be multiplied")),
        (torch.device("cpu"), RuntimeError("CUDA error: device-side assert triggered")),
        (CUDA, InputTextError("CUDA error is the text of a user")),
        (CUDA, ValueError("device lost")),
    ],
)
def test_what_is_no_fault_of_an_accelerator_is_raised_as_it_is(device, error):
    with pytest.raises(type(error)) as raised, saying_device_faults(device):
        raise error
    assert raised.value is error


def test_memory_of_every_kind_of_device_runs_out():
    assert ran_out(torch.OutOfMemoryError())
    assert ran_out(RuntimeError("MPS backend out of memory (MPS allocated: 8 GB)"))
    assert not ran_out(RuntimeError("CUDA error: device-side assert triggered"))
