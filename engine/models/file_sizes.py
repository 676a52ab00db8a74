"""How large a checkpoint is, before any of it is read: what a click would fetch or open."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

from engine.models.hub import WANTED
from engine.server.shared import hub_is_off

_PATIENCE = 5  # seconds; a size is good to know, and not worth a longer wait


def folder_bytes(folder: str) -> int | None:
    """Size of the model files in a folder.

    Args:
        folder: its path; `~` stands for the home folder.

    Returns:
        Bytes; None if it cannot be told, as of a folder on another machine, which is not asked.
    """
    if is_elsewhere(folder):
        return None
    try:
        files = [path for path in Path(folder).expanduser().iterdir() if _wanted(path.name)]
        return sum(path.stat().st_size for path in files if path.is_file())
    except (OSError, RuntimeError, ValueError):  # no such folder, or no such user
        return None


def is_elsewhere(path: str) -> bool:
    """Whether a path names another machine: Windows logs in there as soon as it is looked at."""
    return path.replace("\\", "/").startswith("//")


def download_bytes(checkpoint: str) -> int | None:
    """Size of what would be fetched from the hub, which is asked for it; nothing is fetched.

    Args:
        checkpoint: a hub id with an optional `@revision`.

    Returns:
        Bytes; None if the hub does not tell.
    """
    if hub_is_off():
        return None
    from httpx2 import HTTPError
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError

    repository, _, revision = checkpoint.partition("@")
    try:
        info = HfApi().model_info(
            repository, revision=revision or None, timeout=_PATIENCE, files_metadata=True
        )
    except (HfHubHTTPError, HFValidationError, HTTPError, OSError):
        return None
    sizes = [file.size for file in info.siblings or [] if _wanted(file.rfilename)]
    known = [size for size in sizes if size is not None]
    return sum(known) if known and len(known) == len(sizes) else None


def _wanted(name: str) -> bool:
    return "/" not in name and any(fnmatch(name, pattern) for pattern in WANTED)
