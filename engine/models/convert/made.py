"""What `models convert` has made before: folders in the cache, each with a record of its origin."""

from __future__ import annotations

import re
from pathlib import Path

from engine.errors import StorageError, UnusableModelError
from engine.models.files import read_object
from engine.store import cache_folder

RECORD = "converted.json"
MODEL = "model"  # key of the record: the checkpoint, as the user knows it
_DIGEST = re.compile(r"-[0-9a-f]{16}")


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


def converted_folder(checkpoint: str) -> str | None:
    """The newest folder that was made from a model of the hub, if there is one.

    Args:
        checkpoint: its hub id.

    Returns:
        A name by which it can be opened.
    """
    try:
        found = sorted(home().glob(f"*/{RECORD}"), key=lambda path: -path.stat().st_mtime)
    except (OSError, StorageError):
        return None
    for record in found:
        if _made_from(record, checkpoint):
            return str(record.parent.resolve())
    return None


def _made_from(record: Path, checkpoint: str) -> bool:
    try:
        told = read_object(checkpoint, record)
    except UnusableModelError:
        return False
    if MODEL in told:
        return told[MODEL] == checkpoint
    # Records did not name it at first; an owner and a name are in the name of the folder. One
    # name alone may have been that of a folder anywhere.
    name, rest = folder_name(checkpoint), record.parent.name
    return (
        "/" in checkpoint and rest.startswith(name) and bool(_DIGEST.fullmatch(rest[len(name) :]))
    )
