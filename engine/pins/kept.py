"""The collections of this machine: one file each, changed under a lock.

Two windows may edit one collection: a change is applied to what the file holds at that moment, pin
by pin, so neither window undoes what the other did.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import chain, count
from pathlib import Path

from engine.core.errors import BiascopeError, InputTextError, StorageError, why
from engine.core.file_names import is_device
from engine.core.replacing import remove
from engine.pins.collection import Collection, text_of
from engine.pins.reading import MOST_BYTES, read_collection
from engine.storage.locks import file_lock
from engine.storage.private_files import private_folder, write_private_bytes
from engine.storage.store import cache_folder

FOLDER = "pins"
MOST_COLLECTIONS = 200
MOST_KEPT = 60_000_000  # bytes of one as it is written; reading takes a little more
RESERVED = ("story",)  # names of what comes with Biascope
_LONGEST_NAME = 60
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")


def names() -> list[str]:
    """Names of the collections, in alphabetical order."""
    with suppress(OSError, StorageError):
        return sorted(
            path.stem
            for path in _folder().glob("*.json")
            if _NAME.fullmatch(path.stem) and path.is_file() and not path.is_symlink()
        )
    return []


def titles() -> dict[str, str]:
    """Name -> title of each collection; one that cannot be read has its name as title."""
    found = {}
    for name in names():
        try:
            state = path_of(name).stat()
            found[name] = _title(name, state.st_mtime_ns, state.st_size)
        except (OSError, BiascopeError):
            found[name] = name
    return found


@lru_cache(maxsize=MOST_COLLECTIONS)
def _title(name: str, _changed: int, _size: int) -> str:
    """Read once as long as its file does not change."""
    return load(name).title


def start(collection: Collection) -> str:
    """Keep a collection under a name that none has yet.

    Returns:
        The name, made of its title.
    """
    with _locked():
        taken = names()
        if len(taken) >= MOST_COLLECTIONS:
            raise BiascopeError(
                f"There are {MOST_COLLECTIONS} collections, the most that are kept; delete one "
                "first."
            )
        name = name_for(collection.title, taken)
        _write(path_of(name), collection)
    return name


def name_for(title: str, names: Iterable[str]) -> str:
    """A name made of a title, other than those that there are."""
    taken = {*names, *RESERVED}
    stem = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:_LONGEST_NAME].strip("-")
    stem = stem or "collection"
    numbered = (f"{stem}-{number}" for number in count(2))
    return next(
        name for name in chain([stem], numbered) if name not in taken and not is_device(name)
    )


def load(name: str) -> Collection:
    """The collection of a name."""
    path = path_of(name)
    try:
        if path.is_symlink():
            raise InputTextError(f"The collection {name} cannot be read: it is no ordinary file.")
        if (size := path.stat().st_size) > MOST_BYTES:
            raise InputTextError(
                f"The collection {name} cannot be read: it has {_mb(size)}, and a collection "
                f"has at most {_mb(MOST_KEPT)}."
            )
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InputTextError(f"There is no collection named {name}; it may be deleted.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputTextError(f"The collection {name} cannot be read ({why(error)}).") from None
    return read_collection(text, f"The collection {name}")


def change(name: str, act: Callable[[Collection], Collection], first_title: str = "") -> Collection:
    """Apply a change to what a collection holds now.

    Args:
        act: gives the changed collection.
        first_title: of the collection to start where there is none; empty refuses.

    Returns:
        The collection as it is kept now.
    """
    with _locked():
        missing = bool(first_title) and name not in names()
        changed = act(Collection(first_title) if missing else load(name))
        _write(path_of(name), changed)
    return changed


def delete(name: str) -> None:
    """Delete a collection; nothing happens where there is none."""
    with _locked():
        try:
            remove(path_of(name))
        except OSError as error:
            raise StorageError(f"{name} cannot be deleted ({why(error)}).") from error


def _folder() -> Path:
    return cache_folder() / FOLDER


def path_of(name: str) -> Path:
    """The file of a collection, whether there is one or not."""
    if not _NAME.fullmatch(name) or len(name) > _LONGEST_NAME + 4:
        raise InputTextError("A collection's name has small letters, digits and hyphens only.")
    return _folder() / f"{name}.json"


@contextmanager
def _locked() -> Iterator[None]:
    """Wait for other windows and processes that are changing a collection; they take moments."""
    try:
        private_folder(_folder(), cache_folder())
        held = file_lock(_folder() / ".lock", wait=True).acquire()
    except OSError as error:
        raise _not_kept(error) from error
    with held:
        yield


def _write(path: Path, collection: Collection) -> None:
    data = text_of(collection).encode()
    if len(data) > MOST_KEPT:
        raise BiascopeError(
            f"“{collection.title}” would have {_mb(len(data))}; a collection has at most "
            f"{_mb(MOST_KEPT)}, so it stays as it was. Remove a screen, or start another "
            "collection on the Stage page."
        )
    try:
        write_private_bytes(path, data)
    except OSError as error:
        raise _not_kept(error) from error


def _mb(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"


def _not_kept(error: OSError) -> StorageError:
    return StorageError(
        f"The collection could not be kept in {_folder()} ({why(error)}); what was there is kept. "
        "Free some space, or set BIASCOPE_CACHE to a folder that can be written."
    )
