"""Locks between processes, and folders that go when the process that made them has ended.

The system lets go of a lock when its process ends in whatever way. So what nobody holds was left
behind, also where containers share a folder, or where the number of a dead process was given to
another. A file system without locks costs the tidying only.
"""

from __future__ import annotations

import os
import shutil
import uuid
import weakref
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock

_LOCK = ".lock"


def file_lock(path: Path, wait: bool = False) -> BaseFileLock:
    """A lock that one process at a time holds, to be taken with `with`.

    Args:
        path: of the file that stands for it; it stays.
        wait: until another process lets go; else `filelock.Timeout` is raised.

    Raises:
        OSError: when it is taken, if the file cannot be made or the file system has no locks.
    """
    from filelock import FileLock

    return FileLock(path, timeout=-1 if wait else 0, mode=0o600, fallback_to_soft=False)


@contextmanager
def scratch_folder(parent: Path, prefix: str) -> Iterator[Path]:
    """A new folder of this process alone; it is gone after the block, or when the process exits.

    Args:
        parent: is there.
        prefix: of its name, by which `remove_left` knows what is such a folder.
    """
    place = parent / f"{prefix}{uuid.uuid4().hex[:12]}"
    lock = _lock_of(place)
    with ExitStack() as held:
        # Locked before it is there: a folder without a holder is always one that was left.
        with suppress(OSError):
            held.enter_context(file_lock(lock, wait=True))
        place.mkdir(mode=0o700)
        remove = weakref.finalize(held, _remove, place, lock)
        try:
            yield place
        finally:
            remove()


def remove_left(parent: Path, prefix: str) -> None:
    """Remove the scratch folders of processes that were killed, as far as they are this user's."""
    from filelock import Timeout

    names = {path.name.removesuffix(_LOCK) for path in parent.glob(f"{prefix}*") if _is_own(path)}
    for place in (parent / name for name in names):
        with suppress(OSError, Timeout), file_lock(_lock_of(place)):
            _remove(place, _lock_of(place))


def _lock_of(place: Path) -> Path:
    return place.with_name(place.name + _LOCK)


def _remove(place: Path, lock: Path) -> None:
    shutil.rmtree(place, ignore_errors=True)
    with suppress(OSError):
        lock.unlink(missing_ok=True)


def _is_own(path: Path) -> bool:
    """Whether it is this user's, and no link to something else."""
    try:
        facts = path.lstat()
    except OSError:
        return False
    return not path.is_symlink() and (not hasattr(os, "geteuid") or facts.st_uid == os.geteuid())
