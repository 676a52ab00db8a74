"""Making a folder of safetensors from weights in another format, once."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import StorageError
from engine.models.convert.made import MODEL, RECORD, folder_name, home
from engine.models.convert.origin import Origin, origin_of
from engine.models.convert.process import run
from engine.models.files import opened, read_object
from engine.private_files import private_folder
from engine.store import cache_folder, canonical_json

VERSION = 1  # of what is written; a change of it converts again


@dataclass(frozen=True)
class Converted:
    """A folder that holds a checkpoint as safetensors.

    Args:
        folder: its path, which `--model` takes.
        record: what it was made from: `model` (as the user knows it), `from`, `format`, `files`
            (name and sha256), `tensors`, `missing` (weights that the file did not hold) and
            `unused` (those nothing asked for).
    """

    folder: Path
    record: dict[str, Any]


def convert(checkpoint: str) -> Converted:
    """Make safetensors of a checkpoint that has none; what was made before is found again.

    Args:
        checkpoint: a folder, or a hub id with an optional `@revision`.

    Raises:
        UnknownModelError: if nothing goes by this name, or it cannot be fetched.
        UnusableModelError: if it holds nothing that can be converted.
        StorageError: if the result cannot be written.
    """
    origin = origin_of(checkpoint)
    try:
        files = [{"name": path.name, "sha256": _sha256(path)} for path in origin.weights]
        beside = [{"name": path.name, "sha256": _sha256(path)} for path in origin.beside]
        made_of = hashlib.sha256(canonical_json([VERSION, files, beside]).encode()).hexdigest()
        folder = home() / f"{folder_name(origin.checkpoint)}-{made_of[:16]}"
        if not (folder / RECORD).exists():
            _make(origin, files, folder)
    except OSError as error:
        raise StorageError(
            f"{origin.checkpoint} could not be converted ({error.strerror or error}); see that "
            f"there is room in {cache_folder()}."
        ) from error
    return Converted(folder, read_object(checkpoint, folder / RECORD))


def _make(origin: Origin, files: list[dict[str, str]], folder: Path) -> None:
    """Write beside the place, and take the place when all is there."""
    private_folder(folder.parent, cache_folder())
    staging = Path(tempfile.mkdtemp(prefix=".making-", dir=folder.parent))
    try:
        for path in origin.beside:
            shutil.copyfile(path, staging / path.name)
        told = run(origin, staging)
        made_of = {MODEL: origin.checkpoint, "from": origin.name, "format": origin.format}
        record = {**made_of, "files": files, **told}
        (staging / RECORD).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
        staging.chmod(0o755)
        try:
            staging.rename(folder)
        except OSError:  # another process was faster, and made the same
            if not (folder / RECORD).exists():
                raise
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _sha256(path: Path) -> str:
    with opened(path) as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
