"""What `models convert` has made before: folders in the cache, each with a record of its origin."""

from __future__ import annotations

import re
from pathlib import Path

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
    found = {str(record.parent.resolve()): _origin(record) for record in records}
    return {folder: name for folder, name in found.items() if name}


def converted_folder(checkpoint: str) -> str | None:
    """The newest folder that was made from a checkpoint, if there is one.

    Returns:
        A name by which it can be opened.
    """
    made = converted_models().items()
    return next((folder for folder, name in made if name == checkpoint), None)


def _origin(record: Path) -> str:
    try:
        name = read_object(record.parent.name, record).get(MODEL)
    except UnusableModelError:
        return ""
    return name if isinstance(name, str) else ""
