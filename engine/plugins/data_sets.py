"""Whether a plug-in can be a list of data sets, as `engine/files/fetch/registry.toml` is one.

Its files come from the one host that Biascope fetches from, at a commit, with the size and the
sha256 of each; nothing is fetched before somebody asks for it.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Any, NotRequired

from typing_extensions import TypedDict

from engine.core.file_names import REFUSED
from engine.core.shape import misfit
from engine.files.fetch import registry
from engine.measures.pairs.data.sets import READERS, pair_sets
from engine.plugins.plugin import PAIRS, SETS, Plugin, PluginError, check_name

_KEYS = ("set", "pairs")
_LARGEST = 2**31  # bytes of a file
_REPOSITORY = re.compile(r"[\w.-]+/[\w.-]+", re.ASCII)
_COMMIT = re.compile(r"[0-9a-f]{40}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_LANGUAGE = re.compile(r"[a-z]{2,3}")
_FOLDER = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")


class _File(TypedDict):
    name: str
    path: NotRequired[str]
    bytes: int
    sha256: str


class _Set(TypedDict):
    name: str
    title: str
    kind: str
    languages: list[str]
    folder: str
    repository: str
    commit: str
    licence: str
    citation: str
    caveat: str
    files: list[_File]
    archive: NotRequired[str]


class _Pairs(TypedDict):
    name: str
    title: str
    set: str
    file: str
    language: str
    pairs: int
    reader: str


def add(plugin: Plugin, table: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """Add data sets to what there is.

    Args:
        table: of its TOML file.

    Returns:
        `Plugin.adds`.

    Raises:
        PluginError: where it cannot be used; nothing is added then.
    """
    for key in table:
        if key not in _KEYS:
            raise PluginError(f"{key[:60]!r} is no key of data sets; those are {', '.join(_KEYS)}")
    sets: list[_Set] = _entries(table, "set", _Set)
    pairs: list[_Pairs] = _entries(table, "pairs", _Pairs)
    if not sets:
        raise PluginError("it has no data set; declare at least one as [[set]]")
    names, folders = (
        set(registry.data_sets()),
        {one.folder for one in registry.data_sets().values()},
    )
    for entry in sets:
        check_name(entry["name"], "its data set", names)
        _check_set(entry, folders)
        names.add(entry["name"])
        folders.add(entry["folder"])
    known = {one.name for one in pair_sets()}
    for part in pairs:
        check_name(part["name"], "its set of pairs", known)
        _check_pairs(part, sets)
        known.add(part["name"])
    registry.add(plugin.name, map(dict, sets), map(dict, pairs))
    return {
        SETS: tuple(entry["name"] for entry in sets),
        PAIRS: tuple(part["name"] for part in pairs),
    }


def _entries(table: dict[str, Any], key: str, shape: Any) -> list[Any]:
    found = table.get(key, [])
    if problem := misfit(found, list[dict[str, Any]], key):
        raise PluginError(f"{problem}; write [[{key}]]")
    for number, entry in enumerate(found, start=1):
        name = entry.get("name")
        where = f"{key} {number} ({name[:60]})" if isinstance(name, str) else f"{key} {number}"
        if isinstance(files := entry.get("files"), list):
            for place, file in enumerate(files, start=1):
                _check_shape(file, _File, f"{where}, file {place}")
        _check_shape(entry, shape, where)
    return list(found)


def _check_shape(entry: Any, shape: Any, where: str) -> None:
    """Refuse a table that lacks a key, or has one of another type or of no meaning.

    Args:
        where: it is, counted from 1 as evaluators are.
    """
    if problem := misfit(entry, shape):
        raise PluginError(f"{where}: {problem}")
    known = shape.__annotations__
    if unknown := [name for name in entry if name not in known]:
        raise PluginError(f"{where}: {unknown[0][:60]!r} is no key; those are {', '.join(known)}")


def _check_set(entry: _Set, folders: set[str]) -> None:
    name = entry["name"]
    for key in ("title", "licence", "citation"):
        if not str(entry.get(key, "")).strip():
            raise PluginError(f"{key} of {name} is empty; it is shown before a set is fetched")
    if not _REPOSITORY.fullmatch(entry["repository"]) or ".." in entry["repository"]:
        raise PluginError(f"the repository of {name} is not owner/name on GitHub")
    if not _COMMIT.fullmatch(entry["commit"]):
        raise PluginError(f"the commit of {name} is not 40 hexadecimal digits")
    if not _FOLDER.fullmatch(entry["folder"]) or entry["folder"] in folders:
        raise PluginError(
            f"the folder of {name} is {entry['folder'][:60]!r}; give a plain name that no other "
            "data set has"
        )
    if unknown := [code for code in entry["languages"] if not _LANGUAGE.fullmatch(code)]:
        raise PluginError(f"{name} has the language {unknown[0][:20]!r}; give its code, such as en")
    if not entry["files"]:
        raise PluginError(f"{name} has no files; name at least one")
    for path in (entry.get("archive", ""), *(file.get("path", "") for file in entry["files"])):
        _check_path(path, name)
    for file in entry["files"]:
        _check_path(file["name"], name)
        if not file["name"] or len({one["name"] for one in entry["files"]}) < len(entry["files"]):
            raise PluginError(f"files of {name} need names, each another one")
        if not 0 < file["bytes"] <= _LARGEST or not _DIGEST.fullmatch(file["sha256"]):
            raise PluginError(
                f"{file['name'][:60]} of {name} needs its bytes, at most {_LARGEST // 2**30} GiB, "
                "and its sha256, 64 hexadecimal digits"
            )


def _check_path(path: str, name: str) -> None:
    parts = PurePosixPath(path).parts
    signs = {"\\", *REFUSED}
    if path.startswith("/") or ".." in parts or any(sign in signs or sign < " " for sign in path):
        raise PluginError(f"{path[:60]!r} of {name} is no path below its folder")


def _check_pairs(part: _Pairs, sets: list[_Set]) -> None:
    files = {(one["name"], file["name"]) for one in sets for file in one["files"]}
    if (part["set"], part["file"]) not in files:
        raise PluginError(f"the pairs {part['name']} are of no file of a set that is declared here")
    if part["reader"] not in READERS:
        raise PluginError(f"the pairs {part['name']} need a reader: {', '.join(READERS)}")
    if part["pairs"] < 1:
        raise PluginError(f"the pairs {part['name']} need their number, 1 or more")
