"""The devices there are, and the one that is chosen."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import torch

from engine.core.errors import BiascopeError
from engine.models.devices import choose_device, cuda_devices, is_loaded, why_no_bfloat16


def test_the_processor_can_always_be_chosen():
    assert choose_device("cpu") == torch.device("cpu")


def test_auto_takes_an_accelerator_where_there_is_one(monkeypatch):
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    assert choose_device("auto") == torch.device("cpu")
    monkeypatch.setattr("torch.cuda.is_available", lambda: True)
    assert choose_device("auto") == torch.device("cuda")


@pytest.mark.parametrize(
    "name", ["gpu", "", "cuda:x", "cpu:0", "cuda:-1", "tpu", "cuda:0:1", "cpu:", "cuda:²", "cuda:"]
)
def test_what_is_no_device_is_said(name):
    with pytest.raises(BiascopeError, match="A device is auto, cpu, cuda or cuda:N; got"):
        choose_device(name)


def test_an_accelerator_that_is_not_there_is_said(monkeypatch):
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    with pytest.raises(BiascopeError, match=r"no CUDA device .* choose cpu"):
        choose_device("cuda")
    monkeypatch.setattr("torch.cuda.is_available", lambda: True)
    monkeypatch.setattr("torch.cuda.device_count", lambda: 1)
    with pytest.raises(BiascopeError, match="no cuda:1; this machine has 1"):
        choose_device("cuda:1")


@pytest.fixture
def two_cards(monkeypatch):
    """A machine with two NVIDIA devices, as seen before torch is loaded."""
    monkeypatch.delitem(sys.modules, "torch")
    monkeypatch.setattr("engine.models.devices._torch_version", lambda: "2.13.0")
    files = [Path("/dev/nvidia0"), Path("/dev/nvidia1")]
    monkeypatch.setattr(Path, "glob", lambda folder, pattern: files)
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)


@pytest.mark.usefixtures("two_cards")
@pytest.mark.parametrize(
    ("visible", "count"),
    [(None, 2), ("0", 1), ("1", 1), ("", 0), ("-1", 0), ("0,1", 2), ("GPU-a", 1)],
)
def test_only_visible_devices_count(monkeypatch, visible, count):
    if visible is not None:
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", visible)
    assert cuda_devices() == count


def test_a_torch_that_another_thread_is_loading_is_not_waited_for(monkeypatch):
    assert is_loaded()
    monkeypatch.setattr(torch.__spec__, "_initializing", True, raising=False)
    assert not is_loaded()
    monkeypatch.delitem(sys.modules, "torch")
    assert not is_loaded()


@pytest.mark.usefixtures("two_cards")
def test_a_torch_without_cuda_has_none(monkeypatch):
    monkeypatch.setattr("engine.models.devices._torch_version", lambda: "2.13.0+cpu")
    assert cuda_devices() == 0


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
