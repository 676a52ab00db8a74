"""The file of a scorecard: written whole, and read."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

from engine.core.errors import InputTextError, StorageError, why
from engine.core.paths import file_path, is_folder, ordinary_file
from engine.files.export import write_whole
from engine.scorecard.earlier import reranked
from engine.scorecard.reading import MOST_BYTES, read
from engine.scorecard.schema import ScorecardReport, digest_of

NAME = "scorecard.json"
_ROOM = 2**20  # bytes that are tried; a table of a handful of models has about as many


def prepare_folder(name: str) -> Path:
    """Make sure that a table can be written into a folder, before anything is computed for it.

    Returns:
        The folder, which is made if it is not there.
    """
    folder = file_path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not is_folder(folder):
            raise InputTextError(f"--out names a folder; {name} is a file.")
        trial = folder / f".{NAME}.{os.getpid()}.trial"
        try:
            with trial.open("wb") as stream:
                stream.write(bytes(_ROOM))
                stream.flush()
                os.fsync(stream.fileno())
        finally:
            trial.unlink(missing_ok=True)
    except FileExistsError:
        raise InputTextError(f"--out names a folder; {name} is a file.") from None
    except OSError as error:
        raise StorageError(
            f"Nothing can be written into {name} ({why(error)}); choose another folder."
        ) from None
    return folder


def write(report: Mapping[str, Any], folder: Path) -> Path:
    """Write a table into its folder, in place of an earlier one, whole or not at all.

    Raises:
        StorageError: if it cannot be written.
    """
    return write_file(report, folder / NAME)


def write_file(report: Mapping[str, Any], path: Path | str) -> Path:
    """Write a table under any name, whole or not at all."""

    def into(stream: TextIO) -> None:
        json.dump(report, stream, ensure_ascii=False, allow_nan=False)
        stream.write("\n")

    return write_whole(path, into)


def read_file(path: str) -> ScorecardReport:
    """A table from its file; one made by earlier rules is ranked by those of now."""
    try:
        with ordinary_file(path, "a scorecard").open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputTextError(f"{path} cannot be read ({why(error)}).") from None
    report = read(data, Path(path).name)
    ranked = reranked(report)
    if ranked is report:
        return report
    return {**ranked, "digest": digest_of(ranked)}  # type: ignore[typeddict-item]
