"""The version of Biascope, and the git commit that it is of."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from engine.core.project import PROJECT

VERSION = "0.9.0"  # the one place: the package's metadata are read from here
# Written when a package is built; a source tree has its own .git.
COMMIT_FILE = Path(__file__).with_name("commit.txt")
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_SHOWN = 8


@lru_cache(maxsize=1)
def version() -> str:
    """Version and, where it is known, commit: `0.9.0+0123abcd`, a local version of PEP 440."""
    commit = commit_of(PROJECT) or built_from(COMMIT_FILE)
    return f"{VERSION}+{commit[:_SHOWN]}" if commit else VERSION


def commit_of(tree: Path) -> str:
    """The commit that is checked out in a folder, read without git; empty where none is known.

    Args:
        tree: of the `.git`, a folder, or the file that a worktree has.

    Source: gitrepository-layout(5).
    """
    own = tree / ".git"
    if own.is_file():
        own = tree / _text(own).removeprefix("gitdir:").strip()
    head = _text(own / "HEAD")
    if not head.startswith("ref:"):
        return head if _COMMIT.fullmatch(head) else ""
    name = head.removeprefix("ref:").strip()
    common = own / (_text(own / "commondir") or ".")
    loose = _text(own / name) or _text(common / name)
    packed = (line.split(" ", 1) for line in _text(common / "packed-refs").splitlines())
    found = loose or next((line[0] for line in packed if line[1:] == [name]), "")
    return found if _COMMIT.fullmatch(found) else ""


def built_from(file: Path) -> str:
    """The commit that a package was built from; empty where it was not known."""
    found = _text(file)
    return found if _COMMIT.fullmatch(found) else ""


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""
