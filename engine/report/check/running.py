"""One command run again in a process of its own: no network, limits, and a cache of its own."""

from __future__ import annotations

import contextlib
import csv
import json
import math
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.command_line.declared import declared
from engine.command_line.entries import ENTRIES
from engine.core.errors import BiascopeError, first_line
from engine.core.project import PROJECT
from engine.report.check.lines import Line
from engine.report.check.scratch import scratch_cache
from engine.report.check.shapes import shaped
from engine.report.check.tables import Record, tables_of
from engine.storage.store import CACHE, SIZE_LIMIT

_CHILD = "engine.report.check.child"
SECONDS = 600  # of one command
_MOST_OUTPUT = 256 * 2**20  # bytes
_MOST_WRITTEN = 2**30  # bytes of one file
_WITHOUT_CACHE = "--no-cache"


class NotRunError(BiascopeError):
    """A command that gave nothing to compare, with the reason."""


def run(
    line: Line, folder: Path, from_store: bool = False, seconds: float = SECONDS
) -> list[list[Record]]:
    """The tables that a command gives.

    Args:
        folder: an empty one, for what it writes.
        from_store: whether values that are known may be used; else everything is computed again.
    """
    written = _written(line, folder)
    words = [*(["--out", str(written)] if written else []), "--json"]
    if not from_store and _WITHOUT_CACHE in declared(line.name).options:
        words.append(_WITHOUT_CACHE)
    cache = scratch_cache(folder, from_store)
    most = _MOST_WRITTEN + (SIZE_LIMIT if from_store else 0)
    limits = [os.getpid(), most, math.ceil(seconds * (os.cpu_count() or 1))]
    command = [sys.executable, "-m", _CHILD, *map(str, limits), *_with(line.words, words)]
    text = _output(command, folder, cache, seconds)
    try:
        answer = json.loads(text)
        tables = [*shaped(line.name, answer), *tables_of(answer)]
    except (ValueError, RecursionError):
        raise NotRunError("its command printed no JSON") from None
    return [*tables, *([_csv(written)] if written and written.suffix == ".csv" else [])]


def _written(line: Line, folder: Path) -> Path | None:
    entry = ENTRIES[line.name]
    needed = entry.written_with
    if needed and not any(word.startswith(f"{needed}=") for word in line.words):
        return None
    return folder / entry.written if entry.written else None


def _with(words: Sequence[str], more: Sequence[str]) -> list[str]:
    """Options added, before a text that could be taken for one."""
    end = list(words).index("--") if "--" in words else len(words)
    return [*words[:end], *more, *words[end:]]


def _output(command: Sequence[str], folder: Path, cache: Path, seconds: float) -> str:
    paths = [str(PROJECT), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {
        **os.environ,
        CACHE: str(cache),
        "HF_HUB_OFFLINE": "1",  # datasets and models that are not here are not fetched
        "PYTHONPATH": os.pathsep.join(paths),
    }
    with (folder / "printed").open("wb") as printed, (folder / "said").open("wb") as said:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=said,
            env=environment,
            start_new_session=True,
        )
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise NotRunError(f"its command took longer than {seconds:g} seconds") from None
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    if code != 0:
        text = (folder / "said").read_text(encoding="utf-8", errors="replace").strip()
        last = text.splitlines()[-1] if text else f"exit status {code}"
        raise NotRunError(f"its command failed: {first_line(ValueError(last))}")
    path = folder / "printed"
    if path.stat().st_size > _MOST_OUTPUT:
        raise NotRunError("its command printed too much to compare")
    return path.read_text(encoding="utf-8", errors="replace")


def _csv(path: Path) -> list[Record]:
    """The rows of a file that a command wrote, numbers as numbers."""
    if not path.is_file():
        return []
    with path.open(encoding="utf-8-sig", newline="") as stream:
        rows = [dict(row) for row in csv.DictReader(stream)]
    return [{str(name): _value(text) for name, text in row.items()} for row in rows]


def _value(text: Any) -> Any:
    if not isinstance(text, str) or text == "":
        return None
    try:
        return float(text)
    except ValueError:
        return text
