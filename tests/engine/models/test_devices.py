"""The devices there are, and the one that is chosen."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import torch

from engine.core.errors import BiascopeError, DeviceError
from engine.models import devices
from engine.models.devices import (
    accelerators,
    check_precision,
    choose_device,
    computes_in,
    device_label,
    exact_place,
    forked_random,
    hardware_name,
    is_loaded,
    why_no_bfloat16,
)


def test_the_processor_can_always_be_chosen():
    assert choose_device("cpu") == torch.device("cpu")


@pytest.fixture
def there(monkeypatch):
    """A machine with so many devices of each kind, as torch tells: `there(cuda=2)`."""

    def use(**counts: int) -> None:
        monkeypatch.setattr("torch.cuda.is_available", lambda: bool(counts.get("cuda")))
        monkeypatch.setattr("torch.cuda.device_count", lambda: counts.get("cuda", 0))
        monkeypatch.setattr("torch.xpu.is_available", lambda: bool(counts.get("xpu")))
        monkeypatch.setattr("torch.xpu.device_count", lambda: counts.get("xpu", 0))
        monkeypatch.setattr("torch.backends.mps.is_available", lambda: bool(counts.get("mps")))

    return use


@pytest.mark.parametrize(
    ("counts", "chosen", "listed"),
    [
        ({}, "cpu", []),
        ({"xpu": 2}, "xpu", ["xpu:0", "xpu:1"]),
        ({"mps": 1, "xpu": 1}, "mps", ["mps", "xpu:0"]),
        ({"cuda": 2, "mps": 1, "xpu": 1}, "cuda", ["cuda:0", "cuda:1", "mps", "xpu:0"]),
    ],
)
def test_auto_takes_cuda_then_apple_then_intel_then_the_cpu(there, counts, chosen, listed):
    there(**counts)
    assert choose_device("auto") == torch.device(chosen)
    assert accelerators() == listed


@pytest.mark.parametrize(
    "name",
    [
        "gpu",
        "",
        "cuda:x",
        "cpu:0",
        "cuda:-1",
        "tpu",
        "cuda:0:1",
        "cpu:",
        "cuda:²",
        "cuda:",
        "mps:0",
        "xpu:",
        "metal",
    ],
)
def test_what_is_no_device_is_said(name):
    wanted = "A device is auto, cpu, cuda, cuda:N, mps, xpu or xpu:N; got"
    with pytest.raises(BiascopeError, match=wanted):
        choose_device(name)


@pytest.mark.parametrize(
    ("name", "maker"),
    [("cuda", "CUDA device"), ("mps", "Apple GPU"), ("xpu", "Intel GPU"), ("xpu:0", "Intel GPU")],
)
def test_an_accelerator_that_is_not_there_is_said(there, name, maker):
    there()
    with pytest.raises(BiascopeError, match=f"no {maker} that torch can use; choose cpu or auto"):
        choose_device(name)


@pytest.mark.parametrize("kind", ["cuda", "xpu"])
def test_a_number_beyond_the_last_device_is_said(there, kind):
    there(**{kind: 1})
    assert choose_device(f"{kind}:0") == torch.device(kind, 0)
    with pytest.raises(BiascopeError, match=f"no {kind}:1; this machine has 1"):
        choose_device(f"{kind}:1")


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("auto", "auto"),
        ("cuda:1", "cuda:1"),
        ("mps", "Apple GPU (mps)"),
        ("xpu:0", "Intel GPU (xpu:0)"),
    ],
)
def test_the_screen_names_devices_by_who_made_them(name, label):
    assert device_label(name) == label


@pytest.fixture
def two_cards(monkeypatch):
    """A machine with two NVIDIA devices, as seen before torch is loaded."""
    monkeypatch.delitem(sys.modules, "torch")
    monkeypatch.setattr("engine.models.devices._torch_version", lambda: "2.13.0")
    files = [Path("/dev/nvidia0"), Path("/dev/nvidia1")]
    monkeypatch.setattr(Path, "glob", lambda folder, pattern: files)
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")


@pytest.mark.usefixtures("two_cards")
@pytest.mark.parametrize(
    ("visible", "count"),
    [(None, 2), ("0", 1), ("1", 1), ("", 0), ("-1", 0), ("0,1", 2), ("GPU-a", 1)],
)
def test_only_visible_devices_count(monkeypatch, visible, count):
    if visible is not None:
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", visible)
    assert accelerators() == [f"cuda:{number}" for number in range(count)]


def test_a_torch_that_another_thread_is_loading_is_not_waited_for(monkeypatch):
    assert is_loaded()
    monkeypatch.setattr(torch.__spec__, "_initializing", True, raising=False)
    assert not is_loaded()
    monkeypatch.delitem(sys.modules, "torch")
    assert not is_loaded()


@pytest.mark.usefixtures("two_cards")
def test_a_torch_without_cuda_has_none(monkeypatch):
    monkeypatch.setattr("engine.models.devices._torch_version", lambda: "2.13.0+cpu")
    assert accelerators() == []


@pytest.mark.usefixtures("two_cards")
@pytest.mark.parametrize(("visible", "count"), [(None, 2), ("0", 1), ("", 0)])
def test_a_torch_for_intel_has_the_devices_that_the_system_shows(monkeypatch, visible, count):
    monkeypatch.delenv("ZE_AFFINITY_MASK", raising=False)
    if visible is not None:
        monkeypatch.setenv("ZE_AFFINITY_MASK", visible)
    monkeypatch.setattr("engine.models.devices._torch_version", lambda: "2.13.0+xpu")
    assert accelerators() == [f"xpu:{number}" for number in range(count)]


@pytest.mark.usefixtures("two_cards")
@pytest.mark.parametrize(
    ("system", "processor", "listed"),
    [("darwin", "arm64", ["mps"]), ("darwin", "x86_64", []), ("linux", "arm64", [])],
)
def test_an_apple_processor_has_a_gpu(monkeypatch, system, processor, listed):
    monkeypatch.setattr(Path, "glob", lambda folder, pattern: [])
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr("platform.machine", lambda: processor)
    assert accelerators() == listed


@pytest.mark.parametrize(
    ("avx512", "amx", "reason"),
    [
        (True, False, ""),
        (False, True, ""),
        (False, False, "this machine's cpu has no native bfloat16"),
    ],
)
def test_bfloat16_gains_something_only_where_the_processor_computes_in_it(
    monkeypatch, avx512, amx, reason
):
    monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: avx512, raising=False)
    monkeypatch.setattr(torch.cpu, "_is_amx_tile_supported", lambda: amx, raising=False)
    assert why_no_bfloat16("cpu") == reason


# --- what a device computes -----------------------------------------------------------------


@pytest.fixture
def apple(monkeypatch):
    """A device that says of float64 what Apple's GPUs say, and of other types what the CPU does."""
    computes_in.cache_clear()
    make, asked = torch.ones, []

    def ones(*shape, dtype, device):
        asked.append(dtype)
        if dtype == torch.float64:
            raise TypeError("Cannot convert a MPS Tensor to float64 dtype as the MPS framework ...")
        return make(*shape, dtype=dtype)

    monkeypatch.setattr(torch, "ones", ones)
    yield asked
    computes_in.cache_clear()


def test_what_a_device_computes_is_asked_of_it_once(apple):
    mps = torch.device("mps")
    assert [computes_in(mps, "float64"), computes_in(mps, "float32")] == [False, True]
    assert not computes_in(mps, "float64")
    assert apple == [torch.float64, torch.float32]
    assert exact_place(mps) == exact_place(torch.device("cpu")) == torch.device("cpu")


def test_a_device_with_float64_takes_its_own_sums(monkeypatch):
    monkeypatch.setattr(devices, "computes_in", lambda device, dtype: True)
    assert exact_place(torch.device("cuda:1")) == torch.device("cuda:1")


def test_a_device_that_multiplies_wrongly_does_not_compute(apple, monkeypatch):
    monkeypatch.setattr(torch, "ones", lambda *shape, **_: torch.zeros(*shape))
    assert not computes_in(torch.device("mps"), "float32")


def test_a_full_device_is_asked_again(monkeypatch):
    computes_in.cache_clear()

    def full(*_shape, **_):
        raise torch.OutOfMemoryError("CUDA out of memory.")

    monkeypatch.setattr(torch, "ones", full)
    with pytest.raises(torch.OutOfMemoryError):
        computes_in(torch.device("cuda"), "float64")
    assert computes_in.cache_info().currsize == 0


@pytest.mark.parametrize(
    ("dtype", "asked"),
    [("mixed", "bfloat16"), ("bfloat16", "bfloat16"), ("float16", "float16")],
)
def test_a_precision_that_a_device_lacks_is_refused(monkeypatch, dtype, asked):
    monkeypatch.setattr(devices, "computes_in", lambda device, tried: tried != asked)
    said = rf"Apple GPU \(mps\) .* does not compute in {dtype}; choose --dtype float32, or --device"
    with pytest.raises(DeviceError, match=said):
        check_precision(torch.device("mps"), dtype)
    check_precision(torch.device("mps"), "float32")


@pytest.mark.parametrize("computes", [True, False])
def test_an_apple_gpu_gains_from_bfloat16_where_it_computes_in_it(there, monkeypatch, computes):
    there(mps=1)
    monkeypatch.setattr(devices, "computes_in", lambda device, dtype: computes)
    assert why_no_bfloat16("mps") == (
        "" if computes else "this machine's mps has no native bfloat16"
    )


def test_hardware_has_its_own_name(monkeypatch):
    monkeypatch.setattr("torch.backends.mps.get_name", lambda: "Apple M4", raising=False)
    monkeypatch.setattr("torch.cuda.get_device_name", lambda device: f"NVIDIA {device}")
    names = [hardware_name(torch.device(name)) for name in ("mps", "cuda:1", "cpu")]
    assert names == ["Apple M4", "NVIDIA cuda:1", "cpu"]


@pytest.mark.parametrize("kind", ["cuda", "mps", "xpu"])
def test_random_states_of_each_kind_are_given_back(monkeypatch, kind):
    state = ["before"]
    module = getattr(torch, kind)
    monkeypatch.setattr(module, "get_rng_state", lambda device: state[0])
    monkeypatch.setattr(module, "set_rng_state", lambda new, device: state.__setitem__(0, new))
    expected = torch.get_rng_state()
    with forked_random(torch.device(kind)):
        state[0] = "other"
        torch.rand(3)
    assert state == ["before"]
    assert torch.equal(torch.get_rng_state(), expected)
