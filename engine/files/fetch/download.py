"""The only place that fetches data sets: what is missing, checked, and moved into place whole.

Nothing is fetched on its own account: `get` is called when someone asks for a set, after they
were shown its size and licence.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path, PurePosixPath

from engine.core.errors import DataSetError
from engine.files.fetch.places import download_folder, find, is_whole, parsed
from engine.files.fetch.registry import DataFile, DataSet
from engine.files.fetch.transfer import transfer, writable
from engine.server.shared import hub_is_off
from engine.storage.private_files import open_private

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
        part.replace(target)
