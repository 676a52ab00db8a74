"""Which loaded models stay in memory: those used last, as far as they fit."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

from engine.core.errors import BiascopeError
from engine.models.room import NoRoomError, available_memory, release_memory

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
