"""Checked commands without a process of their own, for tests of what becomes of their answers."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO

import pytest

from engine.cli import main
from engine.report.check import running

# What `running` puts before the words of a command: Python, `-m`, the module and three limits.
_BEFORE = 6


class _Here:
    """What tests use of `subprocess.Popen`; the command has ended when this is made."""

    pid = 2**30  # larger than that of any process

    def __init__(
        self,
        command: Sequence[str],
        *,
        stdout: BinaryIO,
        stderr: BinaryIO,
        env: Mapping[str, str],
        **_: Any,
    ) -> None:
        out, err = io.StringIO(), io.StringIO()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sys.argv", ["engine", *command[_BEFORE:]])
            for name, value in env.items():
                patch.setenv(name, value)
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                self.code = _code()
        stdout.write(out.getvalue().encode())
        stderr.write(err.getvalue().encode())

    def wait(self, _seconds: float = 0) -> int:
        return self.code


def _code() -> int:
    with pytest.raises(SystemExit) as left:
        main()
    assert isinstance(left.value.code, int)
    return left.value.code


def check_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have this process run the commands of a check, without limits."""
    monkeypatch.setattr(running.subprocess, "Popen", _Here)
