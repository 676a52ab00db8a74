"""Folders of models that the user has added: a list of paths in the cache folder, and no copies.

A folder is a model itself, or holds models, one a folder. It is looked into whenever the models are
listed, so what is trained into it later is listed too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from engine.core.checkpoint_names import local_folder
from engine.core.errors import InputTextError, StorageError, why
from engine.core.paths import file_path, is_elsewhere, shown_name
from engine.core.shape import misfit
from engine.models.saved_folders import models_below
from engine.storage.locks import file_lock
from engine.storage.private_files import private_folder, write_private
from engine.storage.store import cache_folder

MOST_FOLDERS = 50
MOST_MODELS = 500  # of one folder
_FILE = "model-folders.json"
_CONFIG = "config.json"


def added_folders() -> list[str]:
    """The folders, in the order in which they were added; none where the list cannot be read."""
    try:
        read = json.loads(_list().read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError, StorageError):
        return []
    return [] if misfit(read, list[str]) else list(read[:MOST_FOLDERS])


def add_folder(name: str) -> str:
    """Add a folder to the list; nothing changes where it is there already.

    Args:
        name: as the user types it.

    Returns:
        The whole path of the folder.

    Raises:
        InputTextError: if it is not a folder of this machine, or no model is in it.
        StorageError: if the list cannot be written.
    """
    folder = _folder(name)
    if not _models_in(folder):
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
    return str(folder)


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
    found = (str(model) for folder in added_folders() for model in _models_in(Path(folder)))
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
