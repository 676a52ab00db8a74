"""Records sections, each in a process of its own in which nothing is left to chance."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock

from tests import isolation
from tests.golden.normalising import normalised

SECTIONS = ("help", "tables", "commands", "pages")
ROOT = Path(__file__).parents[2]
_LARGEST = 200_000  # characters of a file that is kept whole


def work_folder() -> Path:
    """Where inputs lie while something is recorded; always the same, as digests hold paths.

    Its name has no sign that is escaped on a page.
    """
    return Path(tempfile.gettempdir()) / f"biascopegolden{os.getuid()}"


def data_folder() -> Path:
    """Public data sets that are not part of the project."""
    return Path(os.environ.get("BIASCOPE_DATA") or ROOT.parent / "shared" / "datasets")


def record(folder: Path, sections: Sequence[str]) -> int:
    """Write a recording, and say how many files each section has.

    Returns:
        0, or the exit status of the first section that failed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _alone():
        for section in sections:
            began = time.monotonic()
            place = folder.resolve() / section
            shutil.rmtree(place, ignore_errors=True)
            work = work_folder()
            shutil.rmtree(work, ignore_errors=True)
            (work / "cache").mkdir(parents=True, mode=0o700)
            command = [sys.executable, "-m", "tests.golden.section", section, str(place)]
            done = subprocess.run(command, cwd=ROOT, env=_environment(work))
            shutil.rmtree(work, ignore_errors=True)
            if done.returncode:
                return done.returncode
            files = sum(path.is_file() for path in place.rglob("*"))
            took = time.monotonic() - began
            sys.stdout.write(f"{section}: {files} files, {took:.0f} seconds\n")
            sys.stdout.flush()
    return 0


@contextmanager
def _alone() -> Iterator[None]:
    """Wait for whoever records on this machine already: the folder of inputs is shared."""
    with FileLock(work_folder().with_suffix(".lock")):
        yield


def _environment(work: Path) -> dict[str, str]:
    kept = ("PATH", "HOME", "LANG", "TMPDIR", "LD_LIBRARY_PATH")
    return {
        **{name: os.environ[name] for name in kept if name in os.environ},
        **isolation.sandbox_variables(work),
        "BIASCOPE_DATA": str(data_folder()),
        "COLUMNS": "100",
        "HF_HUB_OFFLINE": "1",
        "MKL_NUM_THREADS": "1",
        "NUMBA_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": str(ROOT),
        "PYTHONWARNINGS": "ignore",
        "TZ": "UTC",
    }


class Recorder:
    """Writes what was seen, normalised."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._folders = {
            str(work_folder()): "<TMP>",
            str(data_folder()): "<DATA>",
            str(ROOT): "<ROOT>",
        }

    def text(self, name: str, text: str) -> None:
        """Write a text below the section's folder."""
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.normalised(text), encoding="utf-8", newline="")

    def json(self, name: str, value: Any) -> None:
        """Write a value as JSON, a line each, with keys in their order."""
        self.text(f"{name}.json", json.dumps(value, indent=1, ensure_ascii=False) + "\n")

    def normalised(self, text: str) -> str:
        """A text without places and times."""
        return normalised(text, self._folders)

    def file(self, path: Path) -> str:
        """The content of a file, or its digest where it is large or no text."""
        content = path.read_bytes()
        try:
            text = self.normalised(content.decode("utf-8"))
        except UnicodeDecodeError:
            return f"{len(content)} bytes, sha256 {hashlib.sha256(content).hexdigest()}"
        if len(text) <= _LARGEST:
            return text
        digest = hashlib.sha256(text.encode()).hexdigest()
        return f"{len(text)} characters, sha256 {digest}"
