"""Making a folder of safetensors from weights in another format, once."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.core.digest import canonical_json
from engine.core.errors import StorageError, UnusableModelError, why
from engine.models.convert.made import (
    FILES,
    MODEL,
    RECORD,
    REVISION,
    file_digest,
    folder_name,
    home,
    record_of,
)
from engine.models.convert.origin import Origin, origin_of
from engine.models.convert.process import run
from engine.models.files import opened
from engine.storage.private_files import private_folder
from engine.storage.store import cache_folder

_STAGING = ".making-"
VERSION = 1  # of what is written; a change of it converts again


@dataclass(frozen=True)
class Converted:
    """A folder that holds a checkpoint as safetensors.

    Args:
        folder: its path, which `--model` takes.
        record: what it was made from: `model` (as the user knows it), `revision`
            (commit of a model of the hub, else empty), `from`, `format`, `files`
            (name and sha256), `tensors`, `missing` (names of the first weights that the file did
            not hold) and `unused` (of those that nothing asked for), with `missing_count` and
            `unused_count`.
    """

    folder: Path
    record: dict[str, Any]


def convert(checkpoint: str) -> Converted:
    """Make safetensors of a checkpoint that has none; what was made before is found again.

    Args:
        checkpoint: a folder, or a hub id with an optional `@revision`.
    """
    origin = origin_of(checkpoint)
    files, beside = (_digests(origin, paths) for paths in (origin.weights, origin.beside))
    made_of = hashlib.sha256(canonical_json([VERSION, files, beside]).encode()).hexdigest()
    folder = home() / f"{folder_name(origin.checkpoint)}-{made_of[:16]}"
    record = record_of(folder)
    if record is None:
        try:
            record = _make(origin, files, folder)
        except OSError as error:
            raise StorageError(
                f"{origin.checkpoint} could not be converted: {cache_folder()} cannot be written "
                f"({why(error)}); see that there is room and that you may write there."
            ) from error
    return Converted(folder, record)


def _make(origin: Origin, files: list[dict[str, str]], folder: Path) -> dict[str, Any]:
    """Write next to the place, and take the place when all is there."""
    private_folder(folder.parent, cache_folder())
    with _converting(folder.parent):
        staging = Path(tempfile.mkdtemp(prefix=_STAGING, dir=folder.parent))
        try:
            for path in origin.beside:
                (staging / path.name).write_bytes(_content(origin, path))
            told = run(origin, staging)
            made_of = {MODEL: origin.checkpoint, REVISION: origin.revision, "from": origin.name}
            record = {**made_of, "format": origin.format, FILES: files, **told}
            (staging / RECORD).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
            if record_of(folder) is None:
                shutil.rmtree(folder, ignore_errors=True)  # somebody deleted a part of it
            try:
                staging.rename(folder)
            except OSError:  # another process was faster, and made the same
                if record_of(folder) is None:
                    raise
        finally:
            shutil.rmtree(staging, ignore_errors=True)
    return record


@contextmanager
def _converting(folder: Path) -> Iterator[None]:
    """Hold a lock that says that something is made in this folder.

    Where nobody else holds it, what conversions that were killed have left is removed first.
    """
    number = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        with suppress(OSError):  # another process converts, or the file system has no locks
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
            for left in folder.glob(f"{_STAGING}*"):
                shutil.rmtree(left, ignore_errors=True)
        with suppress(OSError):
            fcntl.flock(number, fcntl.LOCK_SH)
        yield
    finally:
        os.close(number)


def _digests(origin: Origin, paths: tuple[Path, ...]) -> list[dict[str, str]]:
    """Name and sha256 of files of the checkpoint."""
    try:
        return [{"name": path.name, "sha256": file_digest(path)} for path in paths]
    except OSError as error:
        raise _unreadable(origin, error) from error


def _content(origin: Origin, path: Path) -> bytes:
    """What is in a small file of the checkpoint."""
    try:
        with opened(path) as stream:
            return stream.read()
    except OSError as error:
        raise _unreadable(origin, error) from error


def _unreadable(origin: Origin, error: OSError) -> UnusableModelError:
    return UnusableModelError(f"The files of {origin.checkpoint} cannot be read ({why(error)}).")
