"""Reports that are kept on this machine: the models measured here, and those that were imported.

Each is a file of its own, the report unchanged next to where it came from, so that its digest
still holds. Nothing is ever opened because a report names it.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from typing_extensions import TypedDict

from engine.core.constraints import Interval
from engine.core.errors import (
    BiascopeError,
    InputTextError,
    StorageError,
    first_line,
    json_problem,
    why,
)
from engine.core.replacing import remove
from engine.core.shape import misfit
from engine.measures.arena.schema import read_report
from engine.storage.private_files import private_folder, write_private
from engine.storage.store import cache_folder

FOLDER = "arena"
MEASURED = "measured here"
MOST_REPORTS = 200
MOST_BYTES = 32 * 2**20  # of one report; one of 10,000 prompts has a hundredth of it
_FORMAT = "biascope.kept-report/1"
_LATEST = 253_402_300_799  # seconds since 1970: the end of the year 9999
_SHORT = 16  # signs of a digest in a file's name
_DIGEST = re.compile(r"sha256:[0-9a-f]{16,64}")


class _Wrapper(TypedDict):
    """What is written beside a report; its own shape is checked with it."""

    origin: str
    added: Annotated[float, Interval(ge=0, le=_LATEST)]


@dataclass(frozen=True, eq=False)
class Kept:
    """One report.

    Args:
        report: as `report_of` made it; to be read only.
        origin: `measured here`, or the name of the file that was imported.
        added: when, seconds since 1970.
    """

    report: dict[str, Any]
    origin: str
    added: float

    @property
    def imported(self) -> bool:
        """Whether it was made elsewhere."""
        return self.origin != MEASURED


def keep(report: dict[str, Any], origin: str = MEASURED) -> Kept:
    """Keep a report; one that is kept already stays as it is.

    Args:
        origin: name of the file that it came from.
    """
    source = _origin(origin)
    checked = dict(read_report(json.dumps(report, allow_nan=False), source))
    for kept in kept_reports():
        if kept.report["digest"] == checked["digest"]:
            return kept
    text = json.dumps(
        {"format": _FORMAT, "origin": source, "added": time.time(), "report": checked},
        ensure_ascii=False,
        allow_nan=False,
    )
    if len(text.encode()) > MOST_BYTES:
        raise InputTextError(
            f"This report is larger than {MOST_BYTES // 2**20} MB, the most that is kept; make one "
            "of a smaller subset."
        )
    if len(_files()) >= MOST_REPORTS:
        raise InputTextError(
            f"{MOST_REPORTS} reports are kept, the most there can be; delete one first."
        )
    path = _folder() / _name(checked)
    _write(path, text)
    return _read(path)


def kept_reports(note: Callable[[str], None] | None = None) -> list[Kept]:
    """All kept reports, the oldest first.

    Args:
        note: called with one sentence for each file that cannot be read; it is left alone.
    """
    found = []
    for path in _files():
        try:
            found.append(_read(path))
        except (BiascopeError, OSError) as error:
            if note is not None:
                reason = why(error) if isinstance(error, OSError) else first_line(error)
                note(f"The kept report {path.name} cannot be read and is left out: {reason}")
    return sorted(found, key=lambda kept: (kept.added, kept.report["digest"]))


def forget(digest: str) -> bool:
    """Delete a kept report.

    Returns:
        Whether there was one.
    """
    found = False
    for path in _files():
        try:
            known = _read(path).report["digest"]
        except (BiascopeError, OSError):  # no report that could be meant
            continue
        if known == digest:
            found = True
            try:
                remove(path)
            except OSError as error:
                raise StorageError(f"{path.name} cannot be deleted ({why(error)}).") from error
    return found


def _folder() -> Path:
    return cache_folder() / FOLDER


def _files() -> list[Path]:
    """Files of the folder that may be reports; links and all else are passed over."""
    with suppress(OSError, StorageError):
        return sorted(
            path for path in _folder().glob("*.json") if path.is_file() and not path.is_symlink()
        )
    return []


def _origin(name: str) -> str:
    """A file's name without its folders, on one line."""
    last = re.split(r"[/\\]", name.strip())[-1]
    return "".join(sign for sign in last if sign.isprintable())[:120] or "a file"


def _name(report: dict[str, Any]) -> str:
    """A file name that says which model it is: letters, digits and the digest, never a path."""
    label = re.sub(r"[^a-z0-9]+", "-", str(report["label"]).lower()).strip("-")[:60]
    digest = str(report["digest"])
    if not _DIGEST.fullmatch(digest):
        raise InputTextError("The digest of this report is not one that Biascope writes.")
    return f"{label or 'model'}-{digest.removeprefix('sha256:')[:_SHORT]}.json"


def _write(path: Path, text: str) -> None:
    """Write a file in one step, for its owner alone."""
    try:
        private_folder(path.parent, cache_folder())
        write_private(path, text)
    except OSError as error:
        raise StorageError(
            f"The report could not be kept in {path.parent} ({why(error)}); it is shown, and can "
            "be exported. Free some space, or set BIASCOPE_CACHE to a folder that can be written."
        ) from error


def _read(path: Path) -> Kept:
    """A kept report; read and checked once as long as its file does not change."""
    state = path.stat()
    return _parsed(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=MOST_REPORTS)
def _parsed(path: Path, _changed: int, size: int) -> Kept:
    if size > MOST_BYTES:
        raise InputTextError(f"it is larger than {MOST_BYTES // 2**20} MB.")
    try:
        wrapper = json.loads(path.read_bytes())
    except json.JSONDecodeError as error:
        raise InputTextError(f"it is no JSON ({json_problem(error)}).") from None
    except (ValueError, RecursionError):
        raise InputTextError("it is no JSON.") from None
    if not isinstance(wrapper, dict) or wrapper.get("format") != _FORMAT:
        raise InputTextError("it was not written by Biascope.")
    if problem := misfit(wrapper, _Wrapper):
        raise InputTextError(f"where it came from is missing ({problem}).")
    origin, added = wrapper["origin"], wrapper["added"]
    try:
        text = json.dumps(wrapper.get("report"), allow_nan=False)
    except ValueError:
        raise InputTextError("it holds a number that is none.") from None
    return Kept(dict(read_report(text, path.name)), _origin(origin), float(added))
