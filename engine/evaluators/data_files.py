"""Files of the registry that evaluators read."""

from __future__ import annotations

from pathlib import Path

from engine.core.errors import DataSetError
from engine.files.fetch.places import altered, find
from engine.files.fetch.registry import absent, data_set


def registry_file(name: str, file: str) -> Path:
    """One file of a data set on this machine, byte for byte the one of the registry.

    Args:
        name: of the set.
        file: its name in the set.
    """
    path = find(f"{name}/{file}")
    if path is not None:
        return path
    wrong = [path for path in altered(data_set(name)) if path.name == file]
    if wrong:
        raise DataSetError(
            f"{wrong[0]} is cut off, or another version than the one of the registry, so it is not "
            f"used; `python -m engine datasets get {name}` fetches the right one."
        )
    raise absent(name)
