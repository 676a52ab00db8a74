"""Folders and files that only their owner can read: texts that are measured may be private.

Folders made here are 0700 and files 0600, whatever the umask. What an earlier version left
open is narrowed when it is opened, and so is the project's own cache/; a folder that was there
before, such as one that `BIASCOPE_CACHE` names, keeps the rights its owner gave it. Where the
file system knows no such rights, or the file is another user's, everything works as it did.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from pathlib import Path
from typing import BinaryIO, Literal

from engine.core.replacing import put_in_place

_FOLDER, _FILE = 0o700, 0o600
_OTHERS = 0o077


def private_folder(folder: Path, within: Path | None = None) -> None:
    """Make a folder, and those above it that are missing, for their owner alone.

    Args:
        within: a folder such as the cache; folders below it are the app's own and are
            narrowed also if they were there.

    Raises:
        OSError: if it cannot be made, or something else has its name.
    """
    for part in (*reversed(folder.parents), folder):
        own = within is not None and within in part.parents
        if not part.exists():
            with contextlib.suppress(FileExistsError):  # made by another process meanwhile
                part.mkdir(mode=_FOLDER)
                own = True  # without it, a umask that takes the owner's rights would stay
        if not part.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, f"{part} is not a folder")
        if own:
            narrow(part)


def open_private(path: Path, mode: Literal["wb", "ab"]) -> BinaryIO:
    """Open a file to write it, for its owner alone.

    Args:
        mode: `wb` to begin it anew, `ab` to add to it.

    Raises:
        OSError: if it cannot be written.
    """
    stream = open(path, mode, opener=_opener)  # noqa: SIM115
    narrow(path)
    return stream


def write_private(path: Path, text: str) -> None:
    """Write a text file in one step, whole or not at all, for its owner alone.

    Raises:
        OSError: if it cannot be written; what was there before is kept.
    """
    write_private_bytes(path, text.encode())


def write_private_bytes(path: Path, data: bytes) -> None:
    """As `write_private`, of a file that is no text."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        narrow(Path(temporary))
        put_in_place(Path(temporary), path)
    except OSError:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise


def private_database(path: Path) -> None:
    """Make an SQLite file, or look at the one there is, before SQLite opens it.

    SQLite gives its log and index the rights of the file, and would wait for ever for a pipe.

    Raises:
        OSError: if it cannot be made, or is a pipe, a device or a folder.
    """
    with contextlib.suppress(FileExistsError):
        if not path.exists():
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _FILE))
    if not path.is_file():
        raise OSError(errno.EINVAL, f"{path} is not a file")
    for part in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        narrow(part)


def _opener(path: str, flags: int) -> int:
    return os.open(path, flags, _FILE)


def narrow(path: Path) -> None:
    """Take the rights of other users away; leave them where that cannot be done.

    Args:
        path: of a file or folder; nothing is done if there is none.
    """
    with contextlib.suppress(OSError):
        rights = stat.S_IMODE(path.stat().st_mode)
        if rights & _OTHERS:
            path.chmod(rights & ~_OTHERS)
