"""What `models convert` has made before: folders in the cache, each with a record of its origin."""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.core.errors import StorageError, UnusableModelError
from engine.models.files import open_regular, read_object
from engine.storage.store import cache_folder

FOLDER = "converted"  # of the cache
RECORD = "converted.json"
# Keys of the record: the checkpoint, as the user knows it; its revision; its files of weights.
MODEL, REVISION, FILES = "model", "revision", "files"


def home() -> Path:
    """Where converted models are kept, a folder each.

    Raises:
        StorageError: if there can be no cache folder.
    """
    return cache_folder() / FOLDER


def folder_name(checkpoint: str) -> str:
    """A name for the folder in which the checkpoint's can be recognised."""
    last = "--".join(Path(checkpoint).parts[-2:]) if "/" in checkpoint else checkpoint
    if Path(checkpoint).is_absolute():
        last = Path(checkpoint).name
    return re.sub(r"[^\w.-]+", "-", last).strip(".-")[:60] or "model"


def converted_models() -> dict[str, str]:
    """Folder of every converted model -> the checkpoint it was made from, the newest first."""
    try:
        records = sorted(home().glob(f"[!.]*/{RECORD}"), key=lambda path: -path.stat().st_mtime)
    except (OSError, StorageError):
        return {}
    found = {str(record.parent.resolve()): _origin(record.parent) for record in records}
    return {folder: name for folder, name in found.items() if name}


def converted_folders() -> dict[str, str]:
    """Checkpoint -> the newest folder that was made from it, a name by which it can be opened."""
    return {name: folder for folder, name in reversed(converted_models().items())}


def copy_of_hub_model(checkpoint: str, commit: str = "") -> Path | None:
    """The newest folder that was made from a model of the hub.

    Args:
        checkpoint: its hub id.
        commit: that it must have been made from; empty for any.
    """
    for folder in _made_from(checkpoint):
        if not commit or (record_of(folder) or {}).get(REVISION) == commit:
            return folder
    return None


def copy_of_folder(origin: Path) -> Path | None:
    """The folder that was made from a folder of the user's, unless its weights changed since."""
    for folder in _made_from(str(origin.resolve())):
        files = (record_of(folder) or {}).get(FILES)
        with suppress(OSError, TypeError, KeyError):
            if files and all(
                file_digest(origin / file["name"]) == file["sha256"] for file in files
            ):
                return folder
    return None


def file_digest(path: Path) -> str:
    """The sha256 of a file.

    Raises:
        OSError: if it cannot be read.
    """
    with open_regular(path) as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _made_from(checkpoint: str) -> list[Path]:
    return [Path(folder) for folder, name in converted_models().items() if name == checkpoint]


def record_of(folder: Path) -> dict[str, Any] | None:
    """What a folder was made from; None where it is not whole."""
    try:
        return read_object(folder.name, folder / RECORD)
    except UnusableModelError:
        return None


def _origin(folder: Path) -> str:
    name = (record_of(folder) or {}).get(MODEL)
    return name if isinstance(name, str) else ""
