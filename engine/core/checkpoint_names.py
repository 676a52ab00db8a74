"""What the name of a checkpoint can be, before anything is opened or fetched because of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

_PARTS = re.compile(r"[/\\]")
_HUB_ID = re.compile(r"[\w.-]+(/[\w.-]+)?(@(?P<revision>[\w./-]+))?")


def may_be_on_the_hub(name: str) -> bool:
    """Whether a name is written as hub ids are.

    The hub library opens a file that is named after the revision, so no part of it may lead to
    another folder.
    """
    found = _HUB_ID.fullmatch(name.strip())
    if found is None or name.startswith((".", "~", "/")):
        return False
    revision = found["revision"]
    return revision is None or not {"", ".", ".."} & set(revision.split("/"))


def last_part(checkpoint: str) -> str:
    """The name of a checkpoint without its folder, of whichever system, or its owner."""
    return _PARTS.split(checkpoint.rstrip("/\\"))[-1]


def shortest_paths(folders: Sequence[str]) -> list[str]:
    """For each path, its last parts, as many as no other of the paths ends with."""
    parts = [[part for part in _PARTS.split(folder.rstrip("/\\")) if part] for folder in folders]
    found = []
    for own in parts:
        others = [other for other in parts if other != own]
        fewest = (
            count
            for count in range(1, len(own))
            if all(other[-count:] != own[-count:] for other in others)
        )
        found.append("/".join(own[-next(fewest, len(own)) :]))
    return found


def local_folder(name: str) -> Path | None:
    """The folder of this name on this machine, if there is one; any text may be asked for."""
    try:
        folder = Path(name).expanduser()
        return folder if folder.is_dir() else None
    except (OSError, RuntimeError, ValueError):  # longer than names can be, or of an unknown user
        return None
