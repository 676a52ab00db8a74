"""The settings of a shared server: its arguments, its environment, and a file of whoever runs it.

A setting that is not understood is an error, never ignored: a server that was meant to be shared
must not start as one that trusts everybody.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from engine.core.checkpoint_names import local_folder, may_be_on_the_hub
from engine.core.errors import BiascopeError, why
from engine.core.paths import file_path
from engine.core.project import PROJECT
from engine.core.spec import BUNDLED
from engine.server import shared
from engine.server.shared import Deployment, Limits
from engine.storage.store import cache_folder

FLAG = "--shared"
SHARED, MODELS = "BIASCOPE_SHARED", "BIASCOPE_SHARED_MODELS"
_YES, _NO = ("1", "true", "yes", "on"), ("", "0", "false", "no", "off")
_LABEL = re.compile(r"[^\W_][\w .,()+-]{0,59}")
_KEYS = ("models", "reviews", "limits")
# Variables that name one folder each, and the one that names several.
_FOLDERS = ("BIASCOPE_DATA", "HF_HOME", "HF_HUB_CACHE")
_PLUGINS = "BIASCOPE_PLUGINS"


def read(arguments: Sequence[str], environment: Mapping[str, str]) -> Deployment | None:
    """What the arguments after `streamlit run app.py --` and the environment ask for.

    Args:
        arguments: `--shared`, perhaps followed by a settings file.

    Returns:
        None for a local server.
    """
    wanted = [_argument(arguments), environment.get(SHARED, "").strip()]
    files = [text for text in wanted if text.lower() not in (*_YES, *_NO)]
    if not files and not any(text.lower() in _YES for text in wanted):
        return None
    settings = _settings(files[0]) if files else {}
    own = environment.get(MODELS, "").split(",")
    models = _models([*_texts(settings, "models"), *filter(None, map(str.strip, own))])
    folders = [PROJECT, cache_folder(), Path.home(), *map(Path, _named(models, environment))]
    return Deployment(
        models,
        frozenset(_texts(settings, "reviews")),
        _limits(settings.get("limits", {})),
        shared.hidden_folders(folders),
    )


def _argument(arguments: Sequence[str]) -> str:
    """What `--shared` says: empty without it, `1` alone, else the name of its file."""
    if not arguments:
        return ""
    first, *rest = arguments
    flag, joined, file = first.partition("=")
    if flag != FLAG or len(rest) > 1 or (joined and (rest or not file)):
        raise BiascopeError(
            f"The arguments {' '.join(arguments)} are not understood; Biascope takes {FLAG}, or "
            f"{FLAG} and a settings file."
        )
    return file or (rest[0] if rest else "1")


def _settings(name: str) -> dict[str, Any]:
    path = file_path(name)
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BiascopeError(f"The settings file {name} cannot be read ({why(error)}).") from None
    except (ValueError, RecursionError) as error:  # no UTF-8, or no TOML
        raise BiascopeError(f"The settings file {name} is not valid TOML ({error}).") from None
    _refuse_unknown(settings, _KEYS, name)
    return settings


def _texts(settings: Mapping[str, Any], key: str) -> list[str]:
    found = settings.get(key, [])
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise BiascopeError(f'{key} is a list of texts in quotes, for example {key} = ["one"].')
    return found


def _models(entries: Sequence[str]) -> dict[str, str]:
    """Name shown to users -> hub id or folder."""
    found = {BUNDLED: BUNDLED}
    for entry in entries:
        label, is_folder, folder = (part.strip() for part in entry.partition("="))
        if is_folder:
            found |= {label: _folder(label, folder)}
        elif label == BUNDLED or may_be_on_the_hub(label):
            found |= {label: label}
        else:
            raise BiascopeError(
                f"The model {entry!r} is neither a hub id nor NAME=FOLDER; users see the name of "
                "a folder's model, never the folder."
            )
    return found


def _folder(label: str, folder: str) -> str:
    if label == BUNDLED or not _LABEL.fullmatch(label):
        raise BiascopeError(
            f"{label!r} cannot name a model: use letters, digits, spaces and . , ( ) + - only, at "
            f"most 60 in all, and not {BUNDLED!r}."
        )
    path = local_folder(folder)
    if path is None:
        raise BiascopeError(f"The folder {folder} of the model {label!r} does not exist.")
    return str(path.resolve())


def _limits(settings: object) -> Limits:
    if not isinstance(settings, dict):
        raise BiascopeError("limits is a table: [limits] and a line for each number.")
    _refuse_unknown(settings, [limit.name for limit in fields(Limits)], "[limits]")
    for name, number in settings.items():
        if type(number) is not int or number < 1:
            raise BiascopeError(f"{name} is a whole number from 1, got {number!r}.")
    return Limits(**settings)


def _refuse_unknown(settings: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    if unknown := [name for name in settings if name not in known]:
        raise BiascopeError(
            f"{where} has the setting {unknown[0]!r}, which Biascope does not know; it knows "
            f"{', '.join(known)}."
        )


def _named(models: Mapping[str, str], environment: Mapping[str, str]) -> list[str]:
    """Folders that the settings name."""
    own = [place for label, place in models.items() if place != label]
    plugins = environment.get(_PLUGINS, "").split(os.pathsep)
    return [*own, *filter(None, [*map(environment.get, _FOLDERS), *plugins])]
