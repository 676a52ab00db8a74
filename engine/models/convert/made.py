"""What `models convert` has made before: folders in the cache, each with a record of its origin."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from engine.errors import StorageError, UnusableModelError
from engine.models.files import read_object
from engine.store import cache_folder

RECORD = "converted.json"
MODEL = "model"  # key of the record: the checkpoint, as the user knows it


def home() -> Path:
    """Where converted models are kept, a folder each.

    Raises:
        StorageError: if there can be no cache folder.
    """
    return cache_folder() / "converted"


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


def record_of(folder: Path) -> dict[str, Any] | None:
    """What a folder was made from; None where it is not whole."""
    try:
        return read_object(folder.name, folder / RECORD)
    except UnusableModelError:
        return None


def _origin(folder: Path) -> str:
    name = (record_of(folder) or {}).get(MODEL)
    return name if isinstance(name, str) else ""
