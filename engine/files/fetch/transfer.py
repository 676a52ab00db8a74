"""One file over HTTP into a `.part` beside its place, going on where an earlier try ended."""

from __future__ import annotations

import errno
import fcntl
import http.client
import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from engine.core.errors import DataSetError, StorageError, why
from engine.storage.private_files import open_private, private_folder
from engine.storage.store import cache_folder

TRIES = 4  # connections for one file, each going on where the last one broke
TIMEOUT = 30.0  # seconds without a byte
_BLOCK = 2**16
_RANGE_REFUSED = 416
_FULL = (errno.ENOSPC, errno.EDQUOT)

OnBytes = Callable[[int, int], None]


class _NetworkError(Exception):
    """The connection could not be made, or broke."""


class _OtherFileError(Exception):
    """The address gives something else, for example a page that asks to sign in."""


def transfer(
    address: str, part: Path, size: int | None, by_hand: str, on_bytes: OnBytes | None = None
) -> None:
    """Fetch a file, or what is missing of it.

    Args:
        part: grows as bytes come, and is kept when they stop coming.
        size: of the whole file, in bytes; None if nobody knows.
        by_hand: what to do without a network, as the end of a sentence.
        on_bytes: called with (bytes there, bytes of the whole file or 0 if not known).
    """
    with writable(part.parent):
        try:
            with open_private(part, "ab") as stream:
                _lock(stream, part)
                _fill(stream, address, size, by_hand, on_bytes)
                stream.flush()
                os.fsync(stream.fileno())
        finally:
            if part.stat().st_size == 0:
                part.unlink()


def _fill(
    stream: BinaryIO, address: str, size: int | None, by_hand: str, on_bytes: OnBytes | None
) -> None:
    """Connect until the file is whole, or a connection brings nothing more."""
    trouble = "the connection broke"
    for _ in range(TRIES):
        before = stream.tell()
        if size is not None and before >= size:
            return
        try:
            whole = _go_on(address, stream, size, on_bytes)
        except HTTPError as error:
            with error:
                if error.code != _RANGE_REFUSED or not before:
                    raise DataSetError(_refused(address, error.code, by_hand)) from None
            _empty(stream)  # what was there is not a part of this file
        except _OtherFileError as error:
            raise DataSetError(f"{address} {error}; nothing was kept. {by_hand}") from None
        except _NetworkError as error:
            trouble = str(error)
            if stream.tell() == before:
                break
        else:
            if whole is None or stream.tell() >= whole:
                return
    raise DataSetError(_broken(address, trouble, stream.tell(), by_hand))


def _go_on(
    address: str, stream: BinaryIO, size: int | None, on_bytes: OnBytes | None
) -> int | None:
    """Take what one connection gives.

    Returns:
        Size of the whole file in bytes; None if neither the caller nor the server knows.
    """
    have = stream.tell()
    request = Request(address, headers={"Range": f"bytes={have}-"} if have else {})
    with _network():
        answer = urlopen(request, timeout=TIMEOUT)
    with closing(answer):
        if have and answer.status != http.HTTPStatus.PARTIAL_CONTENT:
            _empty(stream)  # the server gives the whole file or nothing
        left = answer.headers.get("Content-Length", "")
        announced = stream.tell() + int(left) if left.isdigit() else None
        if size is not None and announced is not None and announced != size:
            _empty(stream)
            raise _OtherFileError(f"gives {announced:,} bytes where {size:,} are expected")
        whole = size or announced
        while whole is None or stream.tell() < whole:
            with _network():
                block = answer.read(_BLOCK)
            if not block:
                break
            stream.write(block)
            if on_bytes is not None:
                on_bytes(stream.tell(), whole or 0)
    return whole


@contextmanager
def _network() -> Iterator[None]:
    try:
        yield
    except HTTPError:
        raise
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error)
        said = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
        raise _NetworkError(said) from error


@contextmanager
def writable(folder: Path) -> Iterator[None]:
    """Make a folder, and say plainly why files cannot be written into it."""
    try:
        private_folder(folder, cache_folder())
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise StorageError(
                f"No space is left in {folder}. The part already downloaded is kept: "
                "free some space, or set BIASCOPE_CACHE to a folder with more, and ask again."
            ) from error
        raise StorageError(
            f"{folder} cannot be written ({why(error)}); set BIASCOPE_CACHE to a "
            "folder that can be."
        ) from error


def _lock(stream: BinaryIO, part: Path) -> None:
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise DataSetError(
            f"{part.name.removesuffix('.part')} is being fetched by another process already; "
            "wait until it is done."
        ) from None


def _empty(stream: BinaryIO) -> None:
    stream.truncate(0)
    stream.seek(0, os.SEEK_END)


def _refused(address: str, code: int, by_hand: str) -> str:
    meaning = http.client.responses.get(code, "")
    return f"{address} answers {f'{code} {meaning}'.strip()}. {by_hand}"


def _broken(address: str, trouble: str, there: int, by_hand: str) -> str:
    kept = f" The {there:,} bytes downloaded are kept; trying again resumes there." if there else ""
    return f"{address} could not be fetched ({trouble}).{kept} {by_hand}"
