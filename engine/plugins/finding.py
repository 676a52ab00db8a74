"""Where plug-ins are: files in the user's folders, and entry points of installed packages."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from engine.core.errors import InputTextError, first_line, why
from engine.core.paths import file_path
from engine.plugins.plugin import DATA_SETS, EVALUATORS, MEASURE, Plugin, PluginError

VARIABLE = "BIASCOPE_PLUGINS"  # folders, with the system's separator between them
GROUPS = {
    "biascope.measures": MEASURE,
    "biascope.datasets": DATA_SETS,
    "biascope.evaluators": EVALUATORS,
}
_ENDINGS = (".py", ".toml")
_HIDDEN = (".", "_")  # how names of files begin that are no plug-ins
_MOST = 200  # plug-ins of a folder


@dataclass(frozen=True)
class Found:
    """A plug-in that is not read yet.

    Args:
        plugin: with the problem, where it cannot be read at all.
        path: of its file.
        entry: of its package.
    """

    plugin: Plugin
    path: Path | None = None
    entry: EntryPoint | None = None


def in_folders(environment: Mapping[str, str]) -> Iterator[Found]:
    """The files of the folders that a variable names, each folder once, in the order of names."""
    named = environment.get(VARIABLE, "").split(os.pathsep)
    for name in dict.fromkeys(filter(None, map(str.strip, named))):
        folder = Plugin(name, "", name, is_file=True)
        try:
            yield from map(_file, _files(name))
        except PluginError as error:
            yield Found(replace(folder, problem=str(error)))


def _files(name: str) -> list[Path]:
    try:
        folder = file_path(name)
        if not folder.is_absolute():
            # It would be another folder for a job, and with every folder that one works in.
            raise PluginError(f"{VARIABLE} needs whole paths; write {folder.absolute()}")
        found = sorted(folder.iterdir())
    except InputTextError as error:
        raise PluginError(str(error).rstrip(".")) from None
    except OSError as error:
        raise PluginError(f"the folder cannot be read ({why(error)}); correct {VARIABLE}") from None
    files = [
        path for path in found if path.suffix in _ENDINGS and not path.name.startswith(_HIDDEN)
    ]
    if len(files) > _MOST:
        raise PluginError(f"the folder has {len(files):,} plug-ins; {_MOST} are the most")
    return files


def _file(path: Path) -> Found:
    kind = MEASURE if path.suffix == ".py" else ""
    return Found(Plugin(path.stem, kind, str(path), is_file=True), path=path)


def in_packages() -> Iterator[Found]:
    """The entry points of installed packages."""
    try:
        found = entry_points()
    except Exception as error:  # whatever a package's metadata may hold
        plugin = Plugin("packages", "", "of any installed package", is_file=False)
        problem = f"their entry points cannot be read ({first_line(error)})"
        yield Found(replace(plugin, problem=problem))
        return
    for group, kind in GROUPS.items():
        in_order = sorted(found.select(group=group), key=lambda entry: (entry.name, entry.value))
        yield from map(partial(_entry, kind), in_order)


def _entry(kind: str, entry: EntryPoint) -> Found:
    package, version = ("", "") if entry.dist is None else (entry.dist.name, entry.dist.version)
    place = f"{entry.name} of the package {package} {version}".rstrip()
    return Found(Plugin(entry.name, kind, place, is_file=False, version=version), entry=entry)
