"""The only place that fetches data sets: what is missing, checked, and moved into place whole.

Nothing is fetched on its own account: `get` is called when someone asks for a set, after they
were shown its size and licence.
"""

from __future__ import annotations

import errno
import http.client
import os
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path, PurePosixPath
from typing import BinaryIO
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from engine.core.errors import DataSetError, StorageError, why
from engine.core.finished import note_kept
from engine.core.replacing import put_in_place
from engine.core.wording import agreeing, counted
from engine.files.fetch.places import download_folder, find, is_whole, parsed
from engine.files.fetch.registry import DataFile, DataSet
from engine.server.shared import hub_is_off
from engine.storage.locks import file_lock
from engine.storage.private_files import open_private, private_folder
from engine.storage.store import cache_folder

OnProgress = Callable[[int, int], None]


def get(name: str, on_progress: OnProgress | None = None) -> Path:
    """A data set, fetched if it is not on this machine.

    Args:
        name: of a set, or `set/file` for one file of it.
        on_progress: called with (bytes there, bytes in all).

    Returns:
        The folder of the set, or the one file.

    Raises:
        StorageError: if it cannot be written.
    """
    here = find(name)
    if here is not None:
        return here
    wanted, files = parsed(name)
    folder = download_folder(wanted)
    missing = [file for file in files if not is_whole(folder / file.name, file)]
    if hub_is_off():
        raise DataSetError(
            f"{wanted.title} is not on this machine, and HF_HUB_OFFLINE is set. "
            f"{by_hand(wanted, missing)}"
        )
    (_fetch_archive if wanted.archive else _fetch_files)(wanted, missing, folder, on_progress)
    return folder / files[0].name if "/" in name else folder


def by_hand(wanted: DataSet, missing: list[DataFile]) -> str:
    """What to do without a network: the address, and where its file belongs."""
    folder = download_folder(wanted)
    if wanted.archive:
        names = ", ".join(file.name for file in missing)
        return f"By hand: fetch {wanted.address(missing[0])} and unpack {names} into {folder}."
    first = missing[0]
    rest = len(missing) - 1
    others = f" {rest} more: `datasets where {wanted.name}` lists them." if rest else ""
    return f"By hand: save {wanted.address(first)} as {folder / first.name}.{others}"


def _fetch_files(
    wanted: DataSet, missing: list[DataFile], folder: Path, on_progress: OnProgress | None
) -> None:
    whole = sum(file.bytes for file in missing)
    before = 0
    for number, file in enumerate(missing):
        part = folder / f"{file.name}.part"
        hint = by_hand(wanted, missing[number:])
        shown = partial(_shown, on_progress, before, whole) if on_progress else None
        transfer(wanted.address(file), part, file.bytes, hint, shown)
        _into_place(part, folder / file.name, file, f"{wanted.address(file)} gave", hint)
        before += file.bytes


def _shown(on_progress: OnProgress, before: int, whole: int, there: int, _: int) -> None:
    on_progress(min(before + there, whole), whole)


def _fetch_archive(
    wanted: DataSet, missing: list[DataFile], folder: Path, on_progress: OnProgress | None
) -> None:
    """Fetch the zip file; its own hash is not known, that of every file in it is."""
    address = wanted.address(missing[0])
    archive = folder / f"{PurePosixPath(wanted.archive).name}.part"
    hint = by_hand(wanted, missing)
    transfer(address, archive, None, hint, on_progress)
    try:
        with writable(folder), zipfile.ZipFile(archive) as packed:
            for file in missing:
                part = folder / f"{file.name}.part"
                with open_private(part, "wb") as stream:
                    stream.write(_member(packed, file))
                _into_place(part, folder / file.name, file, f"{wanted.archive} holds", hint)
    except zipfile.BadZipFile:
        raise DataSetError(
            f"{address} returned something that is not a zip file; nothing was kept. {hint}"
        ) from None
    finally:
        archive.unlink(missing_ok=True)


def _member(packed: zipfile.ZipFile, file: DataFile) -> bytes:
    """A file of an archive by its name, wherever it lies there; empty if it is not there."""
    for entry in packed.infolist():
        # Its size is known, so an archive cannot unpack into more than was announced.
        if PurePosixPath(entry.filename).name == file.name and entry.file_size == file.bytes:
            return packed.read(entry)
    return b""


def _into_place(part: Path, target: Path, file: DataFile, giver: str, hint: str) -> None:
    """Move a file to where it belongs, if it is the right one; delete it otherwise."""
    if not is_whole(part, file):
        part.unlink(missing_ok=True)
        raise DataSetError(
            f"{giver} a file that is not the expected {file.name} (its sha256 differs); nothing "
            f"was kept. It may have been changed on the way. {hint}"
        )
    with writable(target.parent):
        put_in_place(part, target)
        note_kept()


# --- transfer -----------------------------------------------------------------------------
# One file over HTTP into a `.part` beside its place, going on where an earlier try ended.

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
    with writable(part.parent), _alone(part):
        try:
            with open_private(part, "ab") as stream:
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
            raise _OtherFileError(
                f"gives {counted(announced, 'byte')} where {size:,} {agreeing(size, 'are')} "
                "expected"
            )
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


@contextmanager
def _alone(part: Path) -> Iterator[None]:
    """Hold the lock of a part that is being fetched; it goes with the file that stands for it."""
    from filelock import Timeout

    name = part.name.removesuffix(".part")
    lock = part.with_name(f".{name}.lock")
    try:
        with file_lock(lock):
            try:
                yield
            finally:
                with suppress(OSError):  # Windows deletes nothing that is open
                    lock.unlink(missing_ok=True)
    except Timeout:
        raise DataSetError(
            f"{name} is being fetched by another process already; wait until it is done."
        ) from None


def _empty(stream: BinaryIO) -> None:
    stream.truncate(0)
    stream.seek(0, os.SEEK_END)


def _refused(address: str, code: int, by_hand: str) -> str:
    meaning = http.client.responses.get(code, "")
    return f"{address} answers {f'{code} {meaning}'.strip()}. {by_hand}"


def _broken(address: str, trouble: str, there: int, by_hand: str) -> str:
    kept = (
        f" The {counted(there, 'byte')} downloaded {agreeing(there, 'are')} kept; trying again "
        "resumes there."
    ) * bool(there)
    return f"{address} could not be fetched ({trouble}).{kept} {by_hand}"
