"""Conversions without a process of their own, for tests of what happens around it."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, BinaryIO

import h5py  # noqa: F401  here, because it asks `uname` something when it is first imported
import pytest

from engine.models.convert import child
from engine.models.convert import making as process


@dataclass
class Given:
    """What the last process of a conversion would have been given.

    Args:
        environment: its variables.
        parent: the process that it ends with.
        limits: memory, bytes written, seconds of computing, and the folder that it writes into.
    """

    environment: Mapping[str, str] = field(default_factory=dict)
    parent: int = 0
    limits: tuple[int, int, int, Path] = (0, 0, 0, Path())


def convert_here(monkeypatch: pytest.MonkeyPatch) -> Given:
    """Have this process do what that of a conversion does, without limits."""
    given = Given()
    monkeypatch.setattr(child, "end_with", lambda parent: setattr(given, "parent", parent))
    monkeypatch.setattr(child, "limit_process", lambda *limits: setattr(given, "limits", limits))

    def run(
        command: list[str], *, env: Mapping[str, str], input: bytes, stdout: BinaryIO, **_: Any
    ) -> subprocess.CompletedProcess[bytes]:
        given.environment = env
        said = io.StringIO()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sys.stdin", io.StringIO(input.decode()))
            patch.setattr("sys.stdout", said)
            child.main()
        stdout.write(said.getvalue().encode())
        return subprocess.CompletedProcess(command, 0)

    # Libraries that are read meanwhile may start programs of their own.
    monkeypatch.setattr(process, "subprocess", SimpleNamespace(**vars(subprocess) | {"run": run}))
    return given
