from __future__ import annotations

import csv
import io
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer

from tests import known_answers

# Building all commands from their functions takes longer than most of them run.
_built_once = cache(typer.main.get_command)


@pytest.fixture(autouse=True)
def _known_answers(monkeypatch) -> None:
    known_answers.use(monkeypatch)


@dataclass(frozen=True)
class Outcome:
    """What one run of the command line left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON object, with nothing beside it on stdout."""
        return json.loads(self.out)

    @property
    def complaint(self) -> str:
        """The one line on stderr of a run that printed nothing else."""
        assert self.out == ""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        return lines[0]

    @property
    def refusal(self) -> str:
        """The one line of a run that a mistake of the user's ended."""
        assert self.code == 2
        return self.complaint


def table(path: str | Path) -> list[dict[str, str]]:
    """The rows of a CSV that a command wrote."""
    with Path(path).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


@pytest.fixture
def engine(monkeypatch, capsys) -> Iterator[Callable[..., Outcome]]:
    """Run the command line in this process: `engine("fill", "[MASK].", "--json")`."""
    from engine.cli import main

    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr("typer.main.get_command", _built_once)

    def run(*arguments: str, stdin: str | bytes = "") -> Outcome:
        content = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr("sys.argv", ["engine", *arguments])
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main()
        caught = capsys.readouterr()
        return Outcome(left.value.code or 0, caught.out, caught.err)

    yield run
    for number, handler in handlers.items():
        signal.signal(number, handler)


@pytest.fixture
def model(tiny_model_folder) -> str:
    """A tiny BERT, as `--model` takes it."""
    return str(tiny_model_folder("bert"))


@pytest.fixture
def in_this_process(engine, monkeypatch) -> None:
    """Commands that are started with `subprocess.run` run here: no process is what is tested."""
    import subprocess

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        assert command[:3] == [sys.executable, "-m", "engine"]
        done = engine(*command[3:])
        return subprocess.CompletedProcess(command, done.code, done.out, done.err)

    monkeypatch.setattr(subprocess, "run", run)


@pytest.fixture
def process() -> Callable[..., Outcome]:
    """Run the command line in a process of its own."""
    import subprocess
    from pathlib import Path

    def run(*arguments: str, **environment: str) -> Outcome:
        done = subprocess.run(
            [sys.executable, "-m", "engine", *arguments],
            cwd=Path(__file__).parents[3],
            env=os.environ | environment,
            capture_output=True,
            text=True,
            timeout=240,
        )
        return Outcome(done.returncode, done.stdout, done.stderr)

    return run
