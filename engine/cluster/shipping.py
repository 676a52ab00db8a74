"""A model's files on their way to a worker: from the driver into the object store, and out again.

Only what the loader reads is sent. A worker compares the digest of what arrived, loads it by the
rules for any folder, and keeps no copy.

Files that were sent are in a folder that their process has locked; what nobody holds is removed,
such as what killed workers have left.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from engine.cluster.order import ShippedFile
from engine.core.errors import BiascopeError, UnusableModelError
from engine.core.spec import ModelSpec
from engine.models.files import (
    check_folder,
    is_plain_name,
    is_regular,
    open_regular,
    saying_unreadable,
)
from engine.models.sources import ModelSource, content_digest

_SENT = (".json", ".safetensors", ".txt", ".model", ".jinja")
_PIECE = 32 * 2**20  # bytes; a whole file of weights may not fit into an object store's memory


def packed(source: ModelSource, put: Callable[[bytes], Any]) -> list[ShippedFile]:
    """Put a model's files into the object store, a piece at a time.

    Args:
        put: bytes -> reference to them.
    """
    with saying_unreadable(source.checkpoint):
        paths = sorted(path for path in source.folder.iterdir() if path.suffix in _SENT)
        return [
            ShippedFile(path.name, [put(piece) for piece in _pieces(path)])
            for path in paths
            if is_regular(path)
        ]


def _pieces(path: Path) -> Iterator[bytes]:
    with open_regular(path) as stream:
        while piece := stream.read(_PIECE):
            yield piece


@contextmanager
def unpacked(spec: ModelSpec, files: Sequence[ShippedFile], digest: str) -> Iterator[ModelSource]:
    """The files of a model in a folder that is gone after the block.

    Args:
        digest: of the folder they were read from.
    """
    import ray

    with saying_unreadable(spec.checkpoint), scratch_folder() as folder:
        for file in files:
            if not is_plain_name(file.name):
                raise UnusableModelError(f"{file.name[:100]!r} is no name of a model's file.")
            with (folder / file.name).open("wb") as stream:
                for piece in file.pieces:
                    stream.write(ray.get(piece))
        if content_digest(folder) != digest:
            raise BiascopeError(
                f"The files of {spec.checkpoint} changed while they were sent; try again."
            )
        check_folder(spec.checkpoint, folder)
        yield ModelSource(spec.checkpoint, spec.revision, folder)


# --- scratch ------------------------------------------------------------------------------
# Folders for a model that was sent, which are gone after use, also where their process was
# killed.
#
# Whoever uses a folder holds a lock on it, which the system lets go when the process ends in
# whatever way. So a folder without a holder was left behind, also where containers share a
# folder, or where the number of a dead process was given to another.

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
