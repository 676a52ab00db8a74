"""For everything under `tests/engine`: tiny models, public and bundled data, the command line."""

from __future__ import annotations

import csv
import io
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import typer

from engine.files.samples import SAMPLES
from tests import known_answers
from tests.engine.outcome import Outcome

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel, MaskedLM


# Building all commands from their functions takes longer than most of them run.
_built_once = cache(typer.main.get_command)


@pytest.fixture(scope="session")
def loaded(tiny_model_folder: Callable[[str], Path]) -> Callable[[str], LoadedModel]:
    """The tiny model of a family on the CPU in float32; shared, so never change it."""
    from engine.models.loading import load

    @cache
    def model(family: str) -> LoadedModel:
        return load(str(tiny_model_folder(family)), "cpu")

    return model


@pytest.fixture(scope="session")
def masked_lm(loaded: Callable[[str], LoadedModel]) -> Callable[..., MaskedLM]:
    """What a measure receives: `masked_lm("bert", "1-2, 2-1")`."""
    from engine.core.spec import parse_heads
    from engine.models.loading import MaskedLM

    def lm(family: str, heads: str = "") -> MaskedLM:
        return MaskedLM(loaded(family), parse_heads(heads))

    return lm


@pytest.fixture
def data_folder(monkeypatch: pytest.MonkeyPatch, shared_data: Path) -> Path:
    """Reference data sets, where the registry looks for them."""
    monkeypatch.setenv("BIASCOPE_DATA", str(shared_data))
    return shared_data


@pytest.fixture
def bundled() -> Path:
    """Folder of the bundled samples."""
    return SAMPLES


@pytest.fixture
def rows() -> Callable[[str], list[dict[str, str]]]:
    """Read one bundled CSV file into dictionaries."""

    def read(name: str) -> list[dict[str, str]]:
        with (SAMPLES / name).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file, strict=True))

    return read


@pytest.fixture
def lines() -> Callable[[str], list[str]]:
    """Read one bundled text file into its lines."""
    return lambda name: (SAMPLES / name).read_text(encoding="utf-8").splitlines()


@pytest.fixture
def words() -> Callable[[str], list[str]]:
    """Split a sentence into lower-case words without punctuation."""
    return lambda sentence: re.findall(r"[a-z]+", sentence.lower())


@pytest.fixture
def engine(monkeypatch, capsys) -> Iterator[Callable[..., Outcome]]:
    """Run the command line in this process: `engine("fill", "[MASK].", "--json")`."""
    from engine.cli import main

    known_answers.use(monkeypatch)
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
            cwd=Path(__file__).parents[2],
            env=os.environ | environment,
            capture_output=True,
            text=True,
            timeout=240,
        )
        return Outcome(done.returncode, done.stdout, done.stderr)

    return run
