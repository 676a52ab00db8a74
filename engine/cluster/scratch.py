"""Folders for a model that was sent, which are gone after use, also where their process was killed.

Whoever uses a folder holds a lock on it, which the system lets go when the process ends in whatever
way. So a folder without a holder was left behind, also where containers share a folder, or where
the number of a dead process was given to another.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

_PREFIX = "biascope-model-"
_TRIES = 10  # each of which another process that tidies up can spoil


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A folder of this process alone; it is gone after the block, or when the process exits."""
    for _ in range(_TRIES):
        # Its own finaliser removes it where the process exits within the block.
        with tempfile.TemporaryDirectory(prefix=_PREFIX, ignore_cleanup_errors=True) as place:
            lock = ExitStack()
            try:
                lock = _locked(Path(place))
            except (BlockingIOError, FileNotFoundError):
                continue
            except OSError:
                pass  # a file system without locks: there nobody removes what is left
            with lock:
                yield Path(place)
            return
    raise OSError(0, "other processes remove what is made for it")


def remove_left() -> None:
    """Remove the folders of processes that were killed, as far as they are this user's."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if folder.lstat().st_uid == os.geteuid():
                with _locked(folder):
                    shutil.rmtree(folder, ignore_errors=True)


def _locked(folder: Path) -> ExitStack:
    """Take the lock of a folder, and hold it until the end of the block.

    Raises:
        BlockingIOError: if another process holds it.
        FileNotFoundError: if the folder is gone.
        OSError: if it is a link, or the file system has no locks.
    """
    with ExitStack() as stack:
        number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        stack.callback(os.close, number)
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        folder.stat()  # it was there before the lock was; is it still?
        return stack.pop_all()
