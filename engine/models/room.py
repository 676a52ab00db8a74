"""Memory: what a model needs, what there is, which models stay, and giving back the rest.

Whoever has weights read is refused here if they do not fit: a model that this machine can never
hold before its files are hashed (`check_can_fit`), any other before they are read (`check_room`).
An allocation that fails all the same is said as what it is (`saying_no_room`).
"""

from __future__ import annotations

import errno
import math
import os
import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from engine.core.errors import BiascopeError
from engine.core.spec import MIXED
from engine.models.collector import collect
from engine.models.devices import device_label, is_accelerator
from engine.models.files import shapes_of, weight_files
from engine.server import shared

if TYPE_CHECKING:
    import torch


HEADROOM = 0.2  # of the weights, for what is computed with them
_WIDTH = {"float32": 4, "bfloat16": 2, "float16": 2, MIXED: 4}  # bytes of a number
_PAGE = 4096
_CGROUPS = "sys/fs/cgroup"
_OLD_CGROUP = f"{_CGROUPS}/memory"


class NoRoomError(BiascopeError):
    """A model does not fit into the memory that is available.

    Args:
        lacking: bytes that are missing.
    """

    def __init__(self, text: str, lacking: int = 0) -> None:
        super().__init__(text)
        self.lacking = lacking


class Files(Protocol):
    """A checkpoint whose files lie on this machine, such as `sources.ModelSource`."""

    @property
    def checkpoint(self) -> str:
        """As the user knows it."""

    @property
    def folder(self) -> Path:
        """Where the files are."""


def needed_memory(source: Files, dtype: str) -> int:
    """Memory to load and run a checkpoint: its weights and a fifth more.

    Args:
        dtype: precision that it is to be run in.

    Returns:
        Bytes.
    """
    shapes = shapes_of(source.checkpoint, weight_files(source.checkpoint, source.folder))
    return memory_of(sum(map(math.prod, shapes.values())), dtype)


def memory_of(numbers: int, dtype: str) -> int:
    """As `needed_memory`, of a checkpoint of so many numbers."""
    return math.ceil(numbers * _WIDTH[dtype] * (1 + HEADROOM))


def check_room(source: Files, dtype: str, device: torch.device, copies: int = 1) -> None:
    """Refuse to load a checkpoint that would not fit.

    Args:
        device: where it is to run; the weights go through the memory of the machine anyway.
        copies: how often as many numbers as there are weights are held at once, as in training.
    """
    need = math.ceil(needed_memory(source, dtype) * (copies + HEADROOM) / (1 + HEADROOM))
    if is_accelerator(device):
        _check(source.checkpoint, need, device_label(str(device)), free_on(device))
    check_free(source.checkpoint, need)


def check_free(checkpoint: str, need: int) -> None:
    """Refuse what needs more memory of this machine than is available.

    Args:
        need: bytes.
    """
    _check(checkpoint, need, "this machine", available_memory())


def _check(checkpoint: str, need: int, place: str, available: int | None) -> None:
    if available is not None and available < need:
        raise NoRoomError(
            f"{checkpoint} needs about {_size(need)} of the memory of {place} and "
            f"{_size(available)} is available; {_way_out()}",
            need - available,
        )


def check_can_fit(checkpoint: str, need: int) -> None:
    """Refuse what this machine could not hold if nothing else used its memory.

    Args:
        need: bytes.
    """
    whole = whole_memory()
    if whole is not None and whole < need:
        raise NoRoomError(
            f"{checkpoint} needs about {_size(need)} of memory and this machine has {_size(whole)} "
            "in all; choose a smaller model, or a machine with more memory.",
            need - whole,
        )


@contextmanager
def saying_no_room(checkpoint: str) -> Iterator[None]:
    """Say that memory ran out where that is what ended the reading of a checkpoint.

    Whoever met the failure first may have taken it for a damaged file.
    """
    try:
        yield
    except NoRoomError:
        raise
    except Exception as error:  # libraries raise what they like
        if not ran_out(error):
            raise
        raise NoRoomError(
            f"The memory that was free did not suffice to load {checkpoint}; {_way_out()}"
        ) from error


_SAID = ("allocate memory", "not enough memory", "out of memory", "bad_alloc", "os error 12")


def ran_out(error: BaseException) -> bool:
    """Whether an error, or one that it came of, is that of an allocation, on any device."""
    torch = sys.modules.get("torch")
    kinds = (MemoryError,) if torch is None else (MemoryError, torch.OutOfMemoryError)
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, kinds) or getattr(seen, "errno", None) == errno.ENOMEM:
            return True
        if any(part in str(seen).lower() for part in _SAID):
            return True
        seen = seen.__cause__ or seen.__context__
    return False


def _way_out() -> str:
    """What the user can do; nobody closes the programs of a shared server."""
    if shared.is_shared():
        return "other measurements use the rest. Try again in a minute, or choose a smaller model."
    return "close what else uses it, or choose a smaller model. What is finished is kept."


def free_on(device: torch.device) -> int | None:
    """Memory of an accelerator that is not in use.

    Returns:
        Bytes; None where neither the device nor its driver says. An Apple GPU has no memory of its
        own: what the system recommends for it, and at most what is free.
    """
    import torch

    if device.type == "mps":
        left = torch.mps.recommended_max_memory() - torch.mps.driver_allocated_memory()
        free = available_memory()
        return max(0, left if free is None else min(left, free))
    try:
        free, _ = torch.get_device_module(device).mem_get_info(device)
    except (AttributeError, RuntimeError):  # integrated Intel GPUs do not say
        return None
    return int(free)


def empty_device_cache(device: torch.device) -> None:
    """Give memory back to an accelerator that torch holds without using it."""
    import torch

    if is_accelerator(device):
        torch.get_device_module(device).empty_cache()


def release_memory() -> None:
    """Give back what no name refers to any more, on accelerators too.

    To be called between two models, once every reference to the first is gone.
    """
    collect()
    torch = sys.modules.get("torch")
    if torch is not None and torch.accelerator.is_available():
        torch.accelerator.empty_cache()


def available_memory(root: Path = Path("/")) -> int | None:
    """Memory that this process may still take, under every limit that is set for it.

    Args:
        root: of the file system; another in tests.

    Returns:
        Bytes; None where the system does not say.
    """
    limits = [
        *_free_of_the_machine(root),
        *_left_in_cgroups(root),
        *_left_of_the_process(root),
    ]
    return max(0, min(limits)) if limits else None


def whole_memory(root: Path = Path("/")) -> int | None:
    """Memory that this process could take if nothing else used any, under every limit for it.

    Args:
        root: of the file system; another in tests.

    Returns:
        Bytes; None where the system does not say.
    """
    limits = [_fields(root / "proc/meminfo", ":").get("MemTotal", 0) * 1024]
    limits += [_number(folder / "memory.max") or 0 for folder in _cgroups(root)]
    limits.append(_number(root / _OLD_CGROUP / "memory.limit_in_bytes") or 0)
    limits.append(_limit_of_the_process() or 0)
    if sys.platform != "linux":
        import psutil

        with suppress(OSError, RuntimeError):
            limits.append(int(psutil.virtual_memory().total))
    known = [limit for limit in limits if limit > 0]
    return min(known) if known else None


def _free_of_the_machine(root: Path) -> Iterator[int]:
    fields = _fields(root / "proc/meminfo", ":")
    if "MemAvailable" in fields:
        yield fields["MemAvailable"] * 1024
    elif sys.platform != "linux":
        import psutil

        with suppress(OSError, RuntimeError):
            yield int(psutil.virtual_memory().available)


def _left_in_cgroups(root: Path) -> Iterator[int]:
    """What the groups of this process may still take; pages of files that can go count as free."""
    for folder in _cgroups(root):
        limit, used = (_number(folder / f"memory.{name}") for name in ("max", "current"))
        if limit is not None and used is not None:
            yield limit - used + _fields(folder / "memory.stat").get("inactive_file", 0)
    old = root / _OLD_CGROUP
    limit, used = (_number(old / f"memory.{name}_in_bytes") for name in ("limit", "usage"))
    if limit is not None and used is not None:
        yield limit - used + _fields(old / "memory.stat").get("total_inactive_file", 0)


def _cgroups(root: Path) -> Iterator[Path]:
    """The folder of this process's group, and of those that it is part of."""
    lines = _text(root / "proc/self/cgroup").splitlines()
    own = next((line[3:] for line in lines if line.startswith("0::")), "/")
    top = root / _CGROUPS
    parts = [part for part in own.split("/") if part not in ("", "..")]
    for length in range(len(parts), -1, -1):
        yield top.joinpath(*parts[:length])


def _left_of_the_process(root: Path) -> Iterator[int]:
    limit = _limit_of_the_process()
    if limit is not None:
        pages = _text(root / "proc/self/statm").split()
        with suppress(ValueError):
            yield limit - (int(pages[0]) * _PAGE if pages else 0)


def _limit_of_the_process() -> int | None:
    """Bytes of addresses that this process may use; None without a limit."""
    with suppress(ImportError, OSError, ValueError):  # Windows has no such limits
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        return None if limit == resource.RLIM_INFINITY else limit
    return None


def _fields(path: Path, mark: str | None = None) -> dict[str, int]:
    """Name -> number of lines such as `MemFree: 12 kB`."""
    found = {}
    for line in _text(path).splitlines():
        name, _, rest = line.replace(mark or " ", " ", 1).partition(" ")
        with suppress(ValueError, IndexError):
            found[name] = int(rest.split()[0])
    return found


def _number(path: Path) -> int | None:
    """The number in a file; None where there is none, or no limit."""
    text = _text(path).strip()
    return int(text) if text.isdecimal() else None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"


# --- resident -----------------------------------------------------------------------------
# Loaded models stay in memory: those used last, as far as they fit.

VARIABLE = "BIASCOPE_MODELS_MB"
_LEAST = 2 * 2**30  # bytes, where half of the memory is less or not known
_SHARE = 0.5  # of the memory that is available before the first model is loaded

Key = TypeVar("Key", bound=Hashable)
Model = TypeVar("Model")


class Resident(Generic[Key, Model]):
    """Loaded models up to a number of bytes, shared by threads.

    One is loaded at a time, so what is free before is what it may take, and none is given up while
    it is being loaded.

    Args:
        most: bytes of all models together; one that alone is larger is kept by itself.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._models: dict[Key, tuple[Model, int]] = {}  # least recently used first
        self._lock = Lock()
        self._loading = Lock()

    def get(self, key: Key) -> Model | None:
        """The model, which counts as used now; None where it is not in memory."""
        with self._lock:
            if key not in self._models:
                return None
            model, _ = self._models[key] = self._models.pop(key)
            return model

    def load(self, key: Key, size: int, read: Callable[[], Model]) -> Model:
        """The model, which is read where it is not in memory; others are given up if need be.

        Args:
            size: bytes.
        """
        with self._loading:
            here = self.get(key)
            if here is not None:
                return here
            self._give_up(self._bytes() + size - self._most)
            model = self._read(read)
            with self._lock:
                self._models[key] = model, size
            return model

    def _read(self, read: Callable[[], Model]) -> Model:
        """What `read` gives, once others are given up; none is where all together are too few."""
        while True:
            try:
                return read()
            except NoRoomError as error:
                lacking = max(1, error.lacking)
                if self._bytes() < lacking:
                    raise
            self._give_up(lacking)

    def _give_up(self, wanted: int) -> None:
        """Keep the models used longest ago no longer; what measures with one still has it.

        Args:
            wanted: bytes to give back.
        """
        if wanted <= 0:
            return
        with self._lock:
            while self._models and wanted > 0:
                wanted -= self._models.pop(next(iter(self._models)))[1]
        release_memory()

    def _bytes(self) -> int:
        with self._lock:
            return sum(size for _, size in self._models.values())

    def __contains__(self, key: object) -> bool:
        with self._lock:
            return key in self._models


def most_bytes() -> int:
    """Bytes that loaded models may take in all: half of the free memory, or as a variable says."""
    asked = os.environ.get(VARIABLE, "").strip()
    if not asked:
        return max(_LEAST, int((available_memory() or 0) * _SHARE))
    if not (asked.isascii() and asked.isdecimal()) or int(asked) < 1:
        raise BiascopeError(f"{VARIABLE} is a whole number of megabytes from 1, got {asked!r}.")
    return int(asked) * 10**6
