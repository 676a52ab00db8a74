from __future__ import annotations

import math
import resource
import sys
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest
import torch

from engine.models import room
from engine.models.loading import load
from engine.models.room import (
    NoRoomError,
    available_memory,
    check_room,
    needed_memory,
    release_memory,
)
from engine.models.sources import resolve

GIB = 2**30


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A file system with what a machine says of its memory: `machine(**{path: text})`."""
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (resource.RLIM_INFINITY,) * 2)

    def make(**files: str) -> Path:
        for name, text in files.items():
            path = tmp_path / name.replace("__", "/").replace("_dot_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path

    return make


MEMINFO = "MemTotal:       8000000 kB\nMemFree:         100000 kB\nMemAvailable:    4000000 kB\n"


def test_the_machine_says_what_is_available(machine):
    assert available_memory(machine(proc__meminfo=MEMINFO)) == 4_000_000 * 1024


def test_nothing_is_known_of_a_system_that_says_nothing(machine, monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    assert available_memory(machine()) is None


def test_the_limit_of_a_container_counts_without_what_can_go(machine):
    group = "sys__fs__cgroup__box__"
    found = available_memory(
        machine(
            **{
                "proc__meminfo": MEMINFO,
                "proc__self__cgroup": "0::/box/inner\n",
                f"{group}memory_dot_max": f"{2 * GIB}\n",
                f"{group}memory_dot_current": f"{GIB + 1000}\n",
                f"{group}memory_dot_stat": "anon 5\ninactive_file 1000\n",
                f"{group}inner__memory_dot_max": "max\n",
            }
        )
    )
    assert found == GIB


def test_the_limit_of_an_older_container_counts(machine):
    group = "sys__fs__cgroup__memory__memory_dot_"
    found = available_memory(
        machine(
            **{
                "proc__meminfo": MEMINFO,
                f"{group}limit_in_bytes": "3000",
                f"{group}usage_in_bytes": "2500",
            }
        )
    )
    assert found == 500


def test_the_limit_of_the_process_counts(machine, monkeypatch):
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (10 * 4096, 10 * 4096))
    assert available_memory(machine(proc__meminfo=MEMINFO, proc__self__statm="4 3 2")) == 6 * 4096
    assert available_memory(machine(proc__self__statm="40 3 2")) == 0


def test_this_machine_has_memory():
    assert (available_memory() or 0) > 2**20


def test_what_macos_says_counts(machine, monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=33))
    assert available_memory(machine()) == 33


@pytest.mark.parametrize(("dtype", "width"), [("float32", 4), ("bfloat16", 2), ("mixed", 4)])
def test_the_need_is_that_of_the_weights_and_a_fifth(dtype, width, tiny_model_folder):
    from safetensors.torch import load_file

    folder = tiny_model_folder("bert")
    numbers = sum(weight.numel() for weight in load_file(folder / "model.safetensors").values())
    assert needed_memory(resolve(str(folder)), dtype) == math.ceil(1.2 * numbers * width)
    assert numbers >= 0.99 * load(str(folder), "cpu").parameters


def test_a_model_that_does_not_fit_is_refused(tiny_model_folder, monkeypatch):
    source = resolve(str(tiny_model_folder("bert")))
    need = needed_memory(source, "float32")
    monkeypatch.setattr(room, "available_memory", lambda: need)
    check_room(source, "float32", torch.device("cpu"))
    monkeypatch.setattr(room, "available_memory", lambda: need - 1)
    with pytest.raises(NoRoomError, match=r"the memory of this machine and .*What is finished is"):
        check_room(source, "float32", torch.device("cpu"))
    monkeypatch.setattr(room, "available_memory", lambda: None)
    check_room(source, "float32", torch.device("cpu"))


def test_on_a_shared_server_nobody_is_told_to_close_programs(tiny_model_folder, share, monkeypatch):
    share()
    monkeypatch.setattr(room, "available_memory", lambda: 1)
    with pytest.raises(NoRoomError, match=r"Try again in a minute, or choose a") as refused:
        check_room(resolve(str(tiny_model_folder("bert"))), "float32", torch.device("cpu"))
    assert refused.value.lacking > 0


def test_the_card_is_looked_at_first(tiny_model_folder, monkeypatch):
    monkeypatch.setattr(room, "needed_memory", lambda source, dtype: 4_000_000)
    monkeypatch.setattr(room, "available_memory", lambda: 0)
    monkeypatch.setattr(room, "free_on", lambda device: 3_000_000)
    with pytest.raises(NoRoomError, match="of the memory of cuda:0 and 3 MB is available"):
        check_room(resolve(str(tiny_model_folder("bert"))), "float32", torch.device("cuda:0"))


def test_memory_is_given_back_without_a_card():
    release_memory()


# --- accelerators -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("free", "expected"), [(None, 700), (900, 700), (500, 500)], ids=["unknown", "more", "less"]
)
def test_an_apple_gpu_has_what_is_recommended_and_free(monkeypatch, free, expected):
    monkeypatch.setattr("torch.mps.recommended_max_memory", lambda: 1000)
    monkeypatch.setattr("torch.mps.driver_allocated_memory", lambda: 300)
    monkeypatch.setattr(room, "available_memory", lambda: free)
    assert room.free_on(torch.device("mps")) == expected


@pytest.mark.parametrize("kind", ["cuda", "xpu"])
def test_a_device_with_memory_of_its_own_says_what_is_free(monkeypatch, kind):
    monkeypatch.setattr(f"torch.{kind}.mem_get_info", lambda device: (12, 40))
    assert room.free_on(torch.device(kind)) == 12


def test_a_device_that_does_not_say_what_is_free_is_tried(tiny_model_folder, monkeypatch):
    def silent(device):
        raise RuntimeError("The device does not support querying the available free memory.")

    monkeypatch.setattr("torch.xpu.mem_get_info", silent)
    assert room.free_on(torch.device("xpu")) is None
    check_room(resolve(str(tiny_model_folder("bert"))), "float32", torch.device("xpu"))
