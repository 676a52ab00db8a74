"""Several text files that belong together: a folder that holds all of them, or is not there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from engine.core.errors import InputTextError, StorageError, why
from engine.core.paths import file_path, shown_name
from engine.core.replacing import put_in_place


def new_folder(name: Path | str) -> Path:
    """The path of a folder to write: none has this name yet, or an empty one."""
    path = file_path(name).absolute()
    if not path.name:
        raise InputTextError(f"{shown_name(name)} names no folder; give the name of a new one.")
    try:
        if not path.parent.is_dir():
            raise InputTextError(f"There is no folder {path.parent} to make {path.name} in.")
        if path.is_symlink() or (path.exists() and not path.is_dir()):
            raise InputTextError(f"{shown_name(name)} is not a folder; give the name of a new one.")
        if path.is_dir() and any(path.iterdir()):
            raise InputTextError(
                f"The folder {shown_name(name)} holds files already, which are kept; give the name "
                "of a new one."
            )
    except OSError as error:
        raise InputTextError(f"{shown_name(name)} cannot be looked into ({why(error)}).") from None
    return path


def write_folder(name: Path | str, files: Mapping[str, str]) -> Path:
    """Write a folder of text files, whole or not at all.

    Args:
        files: name, without folders -> content, written in UTF-8 as it is.

    Returns:
        Where it is.
    """
    path = new_folder(name)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        shutil.rmtree(part, ignore_errors=True)  # of a process of this number that was killed
        part.mkdir()
        for file, content in files.items():
            with (part / file).open("w", encoding="utf-8", newline="") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
        if path.is_dir():  # an empty one, which Windows does not replace
            path.rmdir()
        put_in_place(part, path)
    except OSError as error:
        shutil.rmtree(part, ignore_errors=True)
        raise StorageError(
            f"{path} cannot be written ({why(error)}); choose another place."
        ) from error
    return path
