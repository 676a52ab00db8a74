"""The list of data sets that can be fetched: source, commit, sha256, licence, citation.

The list itself is `registry.toml`; plug-ins add to it. No data lies in the project; `places` looks
for it on this machine and `download` fetches it.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from engine.core.errors import DataSetError
from engine.core.program import PROGRAM

# Files of a repository at a commit; what lies there for a commit never changes.
HOST = "https://raw.githubusercontent.com"

_FILE = Path(__file__).parent / "registry.toml"
_CORPORA = {"wikitext2": "wikitext2-test"}  # name of a corpus on the command line -> its set


@dataclass(frozen=True)
class DataFile:
    """One file of a data set.

    Args:
        name: below the folder of the set.
        path: at the source; inside the archive, if the set comes in one.
        bytes: its exact size.
    """

    name: str
    path: str
    bytes: int
    sha256: str


@dataclass(frozen=True)
class DataSet:
    """One data set as its source gives it.

    Args:
        kind: pairs, sentences, annotations, association tests, word lists, lexicon, stereotypes,
            stereotype sentences, scores or text.
        languages: two-letter codes.
        folder: its place below a folder of data sets.
        repository: owner and name on GitHub.
        licence: as its source states it; `none stated` where it does not.
        caveat: what its user should know first.
        archive: the zip file at the source that holds the files; empty if there is none.
        plugin: that names it; empty where Biascope does.
    """

    name: str
    title: str
    kind: str
    languages: tuple[str, ...]
    folder: str
    repository: str
    commit: str
    licence: str
    citation: str
    caveat: str
    files: tuple[DataFile, ...]
    archive: str = ""
    plugin: str = ""

    @property
    def bytes(self) -> int:
        """Size of all files."""
        return sum(file.bytes for file in self.files)

    @property
    def source(self) -> str:
        """Address where a person can look at it."""
        return f"https://github.com/{self.repository}/tree/{self.commit}"

    def address(self, file: DataFile) -> str:
        """Address to fetch a file from, or the archive it comes in."""
        return f"{HOST}/{self.repository}/{self.commit}/{quote(self.archive or file.path)}"


@lru_cache(maxsize=1)
def entries() -> dict[str, list[dict[str, Any]]]:
    """The file as it is written: `set` and `pairs`."""
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def data_sets() -> dict[str, DataSet]:
    """Name -> data set, in the order of the file."""
    return {entry["name"]: _data_set(entry) for entry in entries()["set"]}


def add(plugin: str, sets: Iterable[dict[str, Any]], pairs: Iterable[dict[str, Any]]) -> None:
    """Add the data sets of a plug-in.

    Args:
        plugin: its name.
        sets: as `[[set]]` of `registry.toml` has them.
        pairs: as `[[pairs]]`, files of pairs among these sets.
    """
    for entry in sets:
        data_sets()[entry["name"]] = _data_set({**entry, "plugin": plugin})
    entries()["pairs"].extend(pairs)


def data_set(name: str) -> DataSet:
    """The data set of a name."""
    known = data_sets()
    if name not in known:
        near = difflib.get_close_matches(name, known) or list(known)
        raise DataSetError(f"There is no data set {name!r}; there is {', '.join(near)}.")
    return known[name]


def absent(name: str, title: str = "") -> DataSetError:
    """The error for a data set that is not on this machine: both ways to have it here.

    Args:
        name: of the set.
        title: of the part of it that was asked for; empty for the whole set.
    """
    wanted = data_set(name)
    return DataSetError(
        f"{title or wanted.title} is not on this machine; `{PROGRAM} datasets get {name}` "
        f"fetches it ({wanted.bytes / 1000:,.0f} kB, {wanted.licence}). If it is here in another "
        f"place, set BIASCOPE_DATA to the folder that holds {wanted.folder}/."
    )


def named_in(words: Iterable[str]) -> list[DataSet]:
    """The data sets that words of a command name, each by its own name or that of a part."""
    parts = {
        entry["name"]: entry["set"] for kind in ("pairs", "answers") for entry in entries()[kind]
    }
    names = parts | _CORPORA | {name: name for name in data_sets()}
    found = [names[first] for word in words if (first := word.partition("/")[0]) in names]
    return [data_set(name) for name in dict.fromkeys(found)]


def _data_set(entry: dict[str, Any]) -> DataSet:
    files = tuple(DataFile(**{"path": file["name"], **file}) for file in entry["files"])
    return DataSet(**{**entry, "languages": tuple(entry["languages"]), "files": files})
