"""A file or a folder to the contestants it holds; what is wrong with one file stops no other."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.core.errors import BiascopeError, InputTextError, why
from engine.core.paths import file_path, is_folder, ordinary_file, shown
from engine.files.json_text import JsonError, parsed
from engine.scorecard.imports import gest, harness, reports
from engine.scorecard.imports.imported import Imported
from engine.scorecard.schema import MOST_BYTES

MOST_FILES = 400
GEST = "gest"  # in place of a file: the scores released with GEST
_ENDINGS = (".json", ".txt")
_WANTED = (
    "a scorecard of Biascope, a report of the Arena, results of lm-evaluation-harness (all .json), "
    "or scores of GEST's sentences in a file named MODEL_template-T.txt, T from 0 to 3"
)


def import_file(name: str | Path) -> Imported:
    """What one file holds.

    Args:
        name: of the file, or `gest` for the scores released with GEST.
    """
    if str(name) == GEST:
        return gest.released()
    return import_bytes(_content(name), Path(name).name)


def import_bytes(content: bytes, name: str) -> Imported:
    """What a file holds that is in memory already.

    Args:
        name: of the file; a file of scores says its model and template in it.
    """
    if len(content) > MOST_BYTES:
        raise InputTextError(f"{shown(name)} is larger than {MOST_BYTES // 2**20} MB.")
    if Path(name).suffix.lower() == ".txt":
        if not gest.is_scores(name):
            raise InputTextError(f"{shown(name)} cannot be imported; give {_WANTED}.")
        return gest.imported_scores([gest.read_scores(content, name)])[0]
    found = _object(content, name)
    schema = str(found.get("schema", ""))
    if schema.startswith("biascope.scorecard/"):
        return reports.read_scorecard(content, name)
    if schema.startswith("biascope.arena/"):
        return reports.read_arena(content, name)
    if harness.is_harness(found):
        return harness.read_harness(found, name)
    raise InputTextError(f"{shown(name)} cannot be imported; give {_WANTED}.")


def import_files(names: Iterable[str | Path]) -> tuple[list[Imported], list[str]]:
    """What files and folders hold.

    Args:
        names: of files; of folders, whose own .json files and files of scores are read; `gest`.

    Returns:
        What was read, and one sentence for each file that was not.
    """
    found: list[Imported] = []
    problems: list[str] = []
    files = [file for name in names for file in _files_of(name)]
    if len(files) > MOST_FILES:
        raise InputTextError(f"{len(files):,} files; at most {MOST_FILES} are imported at once.")
    scores: list[gest.Scores] = []
    for file in files:
        try:
            if gest.is_scores(str(file)):
                scores.append(gest.read_scores(_content(file), Path(file).name))
            else:
                found.append(import_file(file))
        except BiascopeError as error:
            problems.append(str(error))
    if scores:
        try:
            found += gest.imported_scores(scores)
        except BiascopeError as error:
            problems.append(str(error))
    return found, problems


def _content(name: str | Path) -> bytes:
    """The bytes of a file, one more than the limit at most."""
    try:
        with ordinary_file(name, _WANTED).open("rb") as stream:
            return stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputTextError(f"{shown(name)} cannot be read ({why(error)}).") from None


def _files_of(name: str | Path) -> list[str | Path]:
    if str(name) == GEST or not is_folder(name):
        return [name]
    try:
        inside = sorted(file for file in file_path(name).iterdir() if _is_import(file))
    except OSError as error:
        raise InputTextError(f"{shown(name)} cannot be read ({why(error)}).") from None
    if not inside:
        raise InputTextError(f"The folder {shown(name)} has no file that is imported: {_WANTED}.")
    return list(inside)


def _is_import(file: Path) -> bool:
    ending = file.suffix.lower()
    return ending == ".json" or (ending in _ENDINGS and gest.is_scores(file.name))


def _object(content: bytes, name: str) -> dict[str, Any]:
    """The JSON object of a file; NaN, which other programs write, is read as no value."""
    known = shown(name)
    try:
        found = parsed(content.decode("utf-8-sig"), missing=True)
    except UnicodeDecodeError:
        raise InputTextError(f"{known} is not text in UTF-8; give {_WANTED}.") from None
    except JsonError as error:
        raise InputTextError(f"{known} {error}.") from None
    if not isinstance(found, dict):
        raise InputTextError(f"{known} holds no JSON object; give {_WANTED}.")
    return found
