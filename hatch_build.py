"""Builds the package: everything of the source tree in the one package `biascope`.

In the source tree the program is four names beside each other, `app.py`, `pages`, `components` and
`engine`. Installed so, they would take these names from every other program of the environment. In
a wheel they lie below `biascope`, and their imports say so; nothing else of a source file changes,
so lines, tracebacks and comments are those of the source tree.
"""

from __future__ import annotations

import ast
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any, TypeGuard

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "biascope"
# Top-level names of the source tree that lie below the package in a wheel.
MOVED = ("engine", "components", "pages", "app")
_FOLDERS = ("engine", "components", "pages")
# What pages read besides: method cards, the glossary, and Streamlit's settings.
_FILES = ("app.py", ".streamlit/config.toml", "docs/glossary.md")
_CARDS = "docs/methods"
_COMMIT = "engine/core/commit.txt"
# As a user of the source tree types a command, and as a user of the package does.
_TYPED, _INSTALLED = "python -m engine", PACKAGE


class CustomBuildHook(BuildHookInterface[Any]):
    """Adds the rewritten tree to a wheel, and the commit to both wheel and sdist."""

    _made: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write what the package holds, and name it to the builder.

        Args:
            version: of the target; an editable install uses the source tree itself.
        """
        if version == "editable":
            return
        root = Path(self.root)
        made = self._made = Path(tempfile.mkdtemp(prefix="biascope-build-"))
        if self.target_name == "wheel":
            write_package(root, made)
            build_data["force_include"][str(made / PACKAGE)] = PACKAGE
        elif commit := _commit(root):
            file = made / "commit.txt"
            file.write_text(commit + "\n", encoding="utf-8")
            build_data["force_include"][str(file)] = _COMMIT

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was written."""
        if self._made is not None:
            shutil.rmtree(self._made)


def write_package(root: Path, folder: Path) -> None:
    """Write the package as a wheel holds it.

    Args:
        root: of the source tree.
        folder: in which `biascope` is made.
    """
    for name, place in files(root):
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        content = packaged(name, root / name)
        if content is None:
            shutil.copyfile(root / name, target)
        else:
            target.write_bytes(content)
    if commit := _commit(root):
        (folder / PACKAGE / _COMMIT).write_text(commit + "\n", encoding="utf-8")


def files(root: Path) -> Iterator[tuple[str, str]]:
    """Each file of the package: its place in the source tree, and in a wheel."""
    found = [root / name for name in _FILES]
    found += (root / _CARDS).glob("*.md")
    for folder in (PACKAGE, *_FOLDERS):
        found += (path for path in (root / folder).rglob("*") if path.is_file())
    for path in sorted(found):
        place = path.relative_to(root)
        if "__pycache__" in place.parts or place.name.startswith(".") or path.suffix == ".pyc":
            continue
        name = place.as_posix()
        yield name, name if place.parts[0] == PACKAGE else f"{PACKAGE}/{name}"


def packaged(name: str, path: Path) -> bytes | None:
    """A file's content in a wheel; None where it is as in the source tree."""
    if path.suffix == ".py":
        return moved_imports(path.read_bytes(), name)
    if PurePosixPath(name).parts[0] == "docs":
        return path.read_bytes().replace(_TYPED.encode(), _INSTALLED.encode())
    return None


def moved_imports(source: bytes, name: str) -> bytes:
    """A source file whose imports of `engine` and the others are those of `biascope.engine`.

    Raises:
        ValueError: at `import engine.core`, which binds a name that would be another one.
    """
    lines = source.splitlines(keepends=True)
    places: list[tuple[int, int]] = []  # line, counted from 0, and byte at which the name begins
    for node in ast.walk(ast.parse(source, name)):
        if isinstance(node, ast.ImportFrom) and not node.level and _is_moved(node.module):
            start = lines[node.lineno - 1].index(node.module.encode(), node.col_offset + 4)
            places.append((node.lineno - 1, start))
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if _is_moved(alias.name):
                    if alias.asname is None:
                        raise ValueError(
                            f"{name}:{node.lineno} imports {alias.name} by its whole name; use "
                            "`from ... import` or `as`."
                        )
                    places.append((alias.lineno - 1, alias.col_offset))
    for number, start in sorted(places, reverse=True):
        line = lines[number]
        lines[number] = line[:start] + f"{PACKAGE}.".encode() + line[start:]
    return b"".join(lines)


def _is_moved(module: str | None) -> TypeGuard[str]:
    return module is not None and module.partition(".")[0] in MOVED


def _commit(root: Path) -> str:
    """The commit of a source tree, as the program itself finds it; empty where none is known."""
    # The engine is found here, and what is imported of it needs no other library.
    sys.path.insert(0, str(root))
    try:
        from engine.core.version import COMMIT_FILE, built_from, commit_of
    finally:
        sys.path.remove(str(root))
    return commit_of(root) or built_from(COMMIT_FILE)
