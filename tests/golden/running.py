"""Runs command lines in this process, and records what each prints and writes."""

from __future__ import annotations

import hashlib
import io
import os
import re
import shlex
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import typer

from tests.golden import commands, refusals
from tests.golden.inputs import write_inputs
from tests.golden.recording import Recorder

OUT = "out"  # folder that commands write into
_ONCE = "!"  # before a line: it is not run with --json as well
_STDIN = " < "


@dataclass(frozen=True)
class Outcome:
    """What one run of the command line left behind."""

    code: int
    out: str
    err: str


class Runner:
    """The command line in this process."""

    def __init__(self) -> None:
        # Building all commands from their functions takes longer than most of them run.
        self._built = cache(typer.main.get_command)
        typer.main.get_command = self._built

    def commands(self) -> Any:
        """The group of all commands."""
        from engine.cli import app

        return self._built(app)

    def run(self, words: Sequence[str], stdin: bytes = b"") -> Outcome:
        """Run one command.

        Args:
            words: what follows `python -m engine`.
        """
        from engine.cli import main

        streams = sys.argv, sys.stdin, sys.stdout, sys.stderr
        handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        out, err = io.BytesIO(), io.BytesIO()
        # From both, its usage is that of `python -m engine`.
        sys.argv = ["__main__.py", *words]
        sys.modules["__main__"].__package__ = "engine"
        sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
        sys.stdout = io.TextIOWrapper(out, encoding="utf-8", write_through=True)
        sys.stderr = io.TextIOWrapper(err, encoding="utf-8", write_through=True)
        code: Any = 0
        try:
            main()
        except SystemExit as left:
            code = left.code or 0
        finally:
            printed = [each.getvalue().decode("utf-8", "replace") for each in (out, err)]
            # Whoever kept a stream goes on writing into it, so it is not closed.
            self._kept = sys.stdin, sys.stdout, sys.stderr
            sys.argv, sys.stdin, sys.stdout, sys.stderr = streams
            for number, handler in handlers.items():
                signal.signal(number, handler)
        return Outcome(code, *printed)


def record(recorder: Recorder) -> None:
    """Run all commands, subject by subject, each subject with an empty cache."""
    write_inputs(Path.cwd())
    runner = Runner()
    for subject, text in {**commands.LINES, **refusals.LINES}.items():
        _fresh()
        for name, line in named(lines_of(text)):
            recorder.text(f"{subject}/{name}.txt", _ran(runner, recorder, line))


def _fresh() -> None:
    """An empty cache, and nothing written."""
    for folder in (Path(os.environ["BIASCOPE_CACHE"]), Path(OUT)):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700)


def lines_of(text: str) -> Iterator[str]:
    """The lines of a subject, each also with `--json` unless it is marked."""
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith(_ONCE):
            yield line.removeprefix(_ONCE).strip()
            continue
        yield line
        command, stdin, file = line.partition(_STDIN)
        yield f"{command} --json{stdin}{file}"


def named(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each line with the name of its file, which a line that is run again does not share."""
    runs: Counter[str] = Counter()
    for line in lines:
        runs[line] += 1
        yield _slug(line) + (f"-{runs[line]}" if runs[line] > 1 else ""), line


def _slug(line: str) -> str:
    words = re.sub(r"[^A-Za-z0-9.]+", "-", line).strip("-.")
    return f"{words[:70]}-{hashlib.sha256(line.encode()).hexdigest()[:6]}"


def _ran(runner: Runner, recorder: Recorder, line: str) -> str:
    command, _, file = line.partition(_STDIN)
    stdin = Path(file).read_bytes() if file else b""
    before = _written()
    found = runner.run(shlex.split(command), stdin)
    parts = [f"$ {line}", f"exit {found.code}", "--- stdout", found.out, "--- stderr", found.err]
    for path, state in _written().items():
        if before.get(path) != state:
            parts += [f"--- {path}, mode {path.stat().st_mode & 0o777:o}", recorder.file(path)]
    return "\n".join(parts)


def _written() -> dict[Path, tuple[int, int]]:
    """Files that commands wrote -> when, and how large each is."""
    paths = sorted(path for path in Path(OUT).rglob("*") if path.is_file())
    return {path: (path.stat().st_mtime_ns, path.stat().st_size) for path in paths}
