"""Where data sets lie on this machine: the folder of `BIASCOPE_DATA`, then the cache.

A file counts only if it is the one of the registry: its sha256 is looked at once, and again
only if the file changes.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from engine.core.errors import DataSetError, StorageError
from engine.files.fetch.registry import DataFile, DataSet, data_set
from engine.storage.store import cache_folder, named_folder

FOLDER = "datasets"  # of the cache


def find(name: str) -> Path | None:
    """A data set on this machine.

    Args:
        name: of a set, or `set/file` for one file of it.

    Returns:
        The folder that holds every file of the set as it should be, or the one file; None if
        it is not here.

    Raises:
        DataSetError: if there is no such set, or it has no such file.
    """
    wanted, files = parsed(name)
    for folder in folders(wanted):
        if all(is_whole(folder / file.name, file) for file in files):
            return folder / files[0].name if "/" in name else folder
    return None


def parsed(name: str) -> tuple[DataSet, tuple[DataFile, ...]]:
    """A set and the files that are meant: one, or all of it."""
    first, _, rest = name.partition("/")
    wanted = data_set(first)
    files = tuple(file for file in wanted.files if file.name == rest or not rest)
    if not files:
        names = ", ".join(file.name for file in wanted.files)
        raise DataSetError(f"{wanted.name} has no file {rest!r}; it has {names}.")
    return wanted, files


def folders(wanted: DataSet) -> list[Path]:
    """Places where a set may lie, in the order they are searched."""
    named = named_folder("BIASCOPE_DATA", DataSetError)
    places = [named / wanted.folder] if named else []
    with suppress(StorageError):  # a set that lies elsewhere needs no cache
        places.append(download_folder(wanted))
    return places


def download_folder(wanted: DataSet) -> Path:
    """Where a set is put when it is fetched."""
    return cache_folder() / FOLDER / wanted.folder


def altered(wanted: DataSet) -> list[Path]:
    """Files that have the name of one of the set's and are not it."""
    paths = [(folder / file.name, file) for folder in folders(wanted) for file in wanted.files]
    return [path for path, file in paths if path.is_file() and not is_whole(path, file)]


def is_whole(path: Path, file: DataFile) -> bool:
    """Whether a path holds exactly this file."""
    try:
        found = path.stat()
        return found.st_size == file.bytes and file.sha256 == _sha256(
            str(path.resolve()), found.st_size, found.st_mtime_ns, found.st_ino
        )
    except OSError:
        return False


@lru_cache(maxsize=1024)
def _sha256(path: str, _size: int, _time: int, _inode: int) -> str:
    """Size, time and number only spare a second reading; the digest is of the content."""
    with Path(path).open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
