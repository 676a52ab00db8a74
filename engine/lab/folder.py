"""A folder of models that are trained together: their checkpoints, loss curves, and what was asked.

FOLDER/WHAT.json             what was asked; a folder holds one run
FOLDER/training/VARIANT/     loss.jsonl, and a checkpoint while the model is trained
FOLDER/NAME-VARIANT/         a finished model, as any other checkpoint
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from engine.core.errors import InputTextError, StorageError
from engine.core.replacing import put_in_place
from engine.core.shape import fits
from engine.lab.kept import Line
from engine.storage.private_files import private_folder
from engine.storage.store import cache_folder
from engine.training.checkpoint import writing_to

_LOSS = "loss.jsonl"
Place = TypeVar("Place")
TRAINING = "training"


@dataclass(frozen=True)
class TrainedFolder:
    """The folder of models that are trained together.

    Args:
        name: of its models, which are called `name-variant`.
    """

    folder: Path
    name: str

    def model(self, variant: str) -> Path:
        """Folder of a finished model; it is there only when it is whole."""
        return self.folder / f"{self.name}-{variant}"

    def checkpoint(self, variant: str) -> str:
        """What opens a finished model."""
        return str(self.model(variant).resolve())

    def training(self, variant: str) -> Path:
        """Folder of a model's checkpoint and loss curve."""
        return self.folder / TRAINING / variant

    def finished(self, variant: str) -> bool:
        """Whether a model is trained and written."""
        return self.model(variant).is_dir()

    def log(self, variant: str) -> Path:
        """File of a model's loss curve, one JSON object a line."""
        return self.training(variant) / _LOSS

    def curve(self, variant: str) -> list[dict[str, Any]]:
        """The loss curve so far, by rising step: `step`, and `loss` or `validation`, nats.

        Steps that were done again after an interruption stand in it once.
        """
        found: dict[tuple[int, bool], dict[str, Any]] = {}
        try:
            lines = self.log(variant).read_text(encoding="utf-8").splitlines()
        except OSError:
            return []
        for line in lines:
            try:
                entry = json.loads(line)
            except ValueError:
                continue  # a line that was being written when the process ended
            if not fits(entry, Line):
                continue
            found[entry["step"], "validation" in entry] = entry
        return [found[key] for key in sorted(found)]


class Recorded(Protocol):
    """A run of which it is recorded what was asked, and what the measures say."""

    def request(self) -> Any: ...
    def report(self) -> Any: ...


# --- claim --------------------------------------------------------------------------------
# A folder belongs to one run, which is recorded in it before anything else is written.


def claim(
    path: Path, asked: Mapping[str, Any], noun: str, clear: Callable[[], None] | None
) -> None:
    """Make a folder this run's, or continue with what is in it.

    Args:
        path: of the file that says what was asked.
        asked: JSON-ready.
        noun: what such a folder holds, as `injection`.
        clear: deletes what another run left there; None to continue with it.

    Raises:
        InputTextError: if the folder holds another run, or other files.
    """
    folder = path.parent
    with writing_to(folder):
        known = read_object(path, noun) if path.exists() else None
        if known is not None and clear is not None:
            clear()
            known = None
        if known is not None and known != asked:
            raise InputTextError(
                f"{folder} holds another {noun} ({_difference(known, asked)} differs). "
                "Give another --out, or --no-resume to replace it."
            )
        if known is None:
            _refuse_strangers(folder, noun)
            if _is_below_home(folder):
                private_folder(home(), cache_folder())
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, json.dumps(asked, ensure_ascii=False, indent=1))


def home() -> Path:
    """Folder of the models that the screen has trained.

    Raises:
        StorageError: if there can be no cache folder.
    """
    return cache_folder() / "models"


def _is_below_home(folder: Path) -> bool:
    try:
        return home().resolve() in folder.resolve().parents
    except StorageError:  # there can be no cache folder, so this one is elsewhere
        return False


def _refuse_strangers(folder: Path, noun: str) -> None:
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
        raise InputTextError(
            f"{folder} is not empty and holds no {noun}; give a new folder as --out."
        )


def _difference(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """Which parts of two requests are not the same."""
    names = {"planted": "the table", "checkpoint": "the model", "revision": "the model"}
    parts = [names.get(key, f"the {key}") for key in other if one.get(key) != other[key]]
    return " and ".join(dict.fromkeys(parts)) or "its format"


def write_whole(path: Path, text: str) -> None:
    """Write a file so that nobody reads half of it."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_text(text, encoding="utf-8")
    put_in_place(fresh, path)


def read_object(path: Path, noun: str) -> dict[str, Any]:
    """A JSON object of a run.

    Args:
        noun: what its folder holds, as `injection`.

    Raises:
        StorageError: if it cannot be read, or is no object.
    """
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise StorageError(f"{path} cannot be read ({error}); delete its folder.") from error
    if not isinstance(read, dict):
        raise StorageError(f"{path} holds no {noun}; delete its folder.")
    return read


def opened(file: str, noun: str, place_of: Callable[[Path, str], Place]) -> Iterator[Place]:
    """The runs that the screen knows, newest first, without those that cannot be opened.

    Args:
        file: name of what says what was asked.
        noun: what such a folder holds, as `injection`.
        place_of: (folder, name of its models) -> the run.
    """
    for path in recorded(file):
        with suppress(StorageError):
            yield _opened(path, noun, place_of)


def damaged(
    file: str, noun: str, place_of: Callable[[Path, str], Recorded], called: str
) -> list[str]:
    """A sentence for each folder below `home` whose run is damaged: which, and what to do.

    Args:
        file, noun, place_of: see `opened`.
        called: a run, as it is called on screen.
    """
    found = []
    for path in recorded(file):
        try:
            place = _opened(path, noun, place_of)
            place.request()
            place.report()
        except StorageError as error:
            found.append(f"The {called} in the folder {path.parent.name} is not listed: {error}")
    return found


def _opened(path: Path, noun: str, place_of: Callable[[Path, str], Place]) -> Place:
    name = read_object(path, noun).get("name")
    if not isinstance(name, str):
        raise StorageError(f"{path} names no models; delete its folder.")
    return place_of(path.parent, name)


def recorded(file: str) -> list[Path]:
    """Files of this name in the folders below `home`, newest first."""
    try:
        found = home().glob(f"*/{file}")
        return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)
    except (OSError, StorageError):  # such as a cache folder that cannot be
        return []
