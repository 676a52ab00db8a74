"""Folders of models that the user has added: a list of paths in the cache folder, and no copies.

A folder is a model itself, or holds models, one a folder. It is looked into whenever the models are
listed, so what is trained into it later is listed too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from engine.core.checkpoint_names import local_folder
from engine.core.errors import InputTextError, StorageError, why
from engine.core.paths import file_path, is_elsewhere, shown_name
from engine.core.shape import misfit
from engine.core.wording import counted, listed
from engine.models.saved_folders import models_below
from engine.storage.locks import file_lock
from engine.storage.private_files import private_folder, write_private
from engine.storage.store import cache_folder

MOST_FOLDERS = 50
MOST_MODELS = 500  # of one folder
_FILE = "model-folders.json"
_CONFIG, _TENSORFLOW = "config.json", "tf_model.h5"
_CLASSIFIER = "ForSequenceClassification"  # ends the name of such an architecture


def added_folders() -> list[str]:
    """The folders, in the order in which they were added; none where the list cannot be read."""
    try:
        read = json.loads(_list().read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError, StorageError):
        return []
    return [] if misfit(read, list[str]) else list(read[:MOST_FOLDERS])


@dataclass(frozen=True)
class Found:
    """What a folder of models holds.

    Args:
        folder: its whole path.
        models: names of the folders of its models.
        left_out: names of those that no page could measure.
    """

    folder: str
    models: tuple[str, ...]
    left_out: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        """Which models there are, and why others are left out."""
        said = f"{counted(len(self.models), 'model')} found: {listed(self.models)}."
        return f"{said} {_left_out_text(self.left_out)}".rstrip()


def add_folder(name: str) -> Found:
    """Add a folder to the list; nothing changes where it is there already.

    Args:
        name: as the user types it.

    Returns:
        The folder, and the models in it.

    Raises:
        InputTextError: if it is not a folder of this machine, or no model is in it.
        StorageError: if the list cannot be written.
    """
    folder = _folder(name)
    models, others = _sorted_out(folder)
    if others and not models:
        raise InputTextError(
            f"{shown_name(name)} holds no model that can be measured. {_left_out_text(others)}"
        )
    if not models:
        deeper = models_below(name)
        raise InputTextError(
            f"{shown_name(name)} holds no model"
            + (f" itself, but {deeper}." if deeper else ": no folder in it has a config.json.")
        )

    def extended(now: list[str]) -> list[str]:
        if len(now) >= MOST_FOLDERS and str(folder) not in now:
            raise InputTextError(
                f"{MOST_FOLDERS} folders of models are listed, the most there can be; remove one "
                "first."
            )
        return list(dict.fromkeys([*now, str(folder)]))

    _change(extended)
    return Found(str(folder), tuple(path.name for path in models), tuple(others))


def remove_folder(name: str) -> str:
    """Take a folder off the list; its files stay.

    Args:
        name: as the list has it, or as the user types it.

    Returns:
        The path that was listed.

    Raises:
        InputTextError: if it is not listed.
        StorageError: if the list cannot be written.
    """
    whole = name if name in added_folders() else str(file_path(name).resolve())

    def shortened(now: list[str]) -> list[str]:
        if whole not in now:
            raise InputTextError(f"{shown_name(name)} is not among the folders of models.")
        return [folder for folder in now if folder != whole]

    _change(shortened)
    return whole


def added_models() -> list[str]:
    """Path of every model in the folders, those of one folder in alphabetical order."""
    found = (str(model) for folder in added_folders() for model in _sorted_out(Path(folder))[0])
    return list(dict.fromkeys(found))


def is_model_folder(name: str) -> bool:
    """Whether a name is that of a folder of this machine with the config of a model in it."""
    if is_elsewhere(name) or (folder := local_folder(name)) is None:
        return False
    with suppress(OSError):
        return (folder / _CONFIG).is_file()
    return False


def _folder(name: str) -> Path:
    if not name.strip():
        raise InputTextError("The name of the folder is empty; give a folder of models.")
    if is_elsewhere(name):
        raise InputTextError(
            f"{shown_name(name)} is on another machine; give a folder of this one."
        )
    folder = local_folder(str(file_path(name)))
    if folder is None:
        raise InputTextError(f"There is no folder {shown_name(name)} on this machine.")
    return folder.resolve()


def _models_in(folder: Path) -> list[Path]:
    """The folder itself, if it is a model, or those directly in it that are."""
    with suppress(OSError):
        if (folder / _CONFIG).is_file():
            return [folder]
        inner = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
        return [path for path in inner[:MOST_MODELS] if (path / _CONFIG).is_file()]
    return []


def _left_out_text(names: Sequence[str]) -> str:
    """Why models are left out; empty where none is."""
    if not names:
        return ""
    return (
        f"Left out, because a classifier with weights for TensorFlow alone is neither a masked nor "
        f"a causal language model: {listed(names)}."
    )


def _sorted_out(folder: Path) -> tuple[list[Path], list[str]]:
    """The models of a folder, and the names of those that no page could measure."""
    found = _models_in(folder)
    others = [path for path in found if _is_classifier_alone(path)]
    return [path for path in found if path not in others], [path.name for path in others]


def _is_classifier_alone(folder: Path) -> bool:
    """Whether a model has a head for classes and weights for TensorFlow alone.

    Where it has safetensors too, what is below the head is measured as an encoder.
    """
    if not (folder / _TENSORFLOW).is_file() or any(folder.glob("*.safetensors")):
        return False
    try:
        config = json.loads((folder / _CONFIG).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False  # opening it says what is wrong
    named = config.get("architectures") if isinstance(config, dict) else None
    if not isinstance(named, list) or not named:
        return False
    return all(str(one).endswith(_CLASSIFIER) for one in named)


def _list() -> Path:
    return cache_folder() / _FILE


def _change(act: Callable[[list[str]], list[str]]) -> None:
    """Write what `act` makes of the list as it is at that moment."""
    with _locked():
        text = json.dumps(act(added_folders()), ensure_ascii=False, indent=1)
        try:
            write_private(_list(), text)
        except OSError as error:
            raise _not_kept(error) from error


@contextmanager
def _locked() -> Iterator[None]:
    """Wait for other windows that are changing the list; they take moments."""
    try:
        private_folder(cache_folder())
        held = file_lock(cache_folder() / f"{_FILE}.lock", wait=True).acquire()
    except OSError as error:
        raise _not_kept(error) from error
    with held:
        yield


def _not_kept(error: OSError) -> StorageError:
    return StorageError(f"The list of folders of models cannot be kept ({why(error)}).")
