"""Which subtitle files the given files and folders hold."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.core.errors import InputTextError
from engine.core.paths import file_path, is_folder, shown_name
from engine.core.wording import listed
from engine.curation.subtitles.cues import ENDINGS

MOST_FILES = 5_000


def subtitle_files(names: Iterable[Path | str]) -> list[Path]:
    """The subtitle files that are given, or are in the folders that are given.

    Args:
        names: files, which are taken whatever their ending, and folders, which are searched for
            .srt, .vtt, .ass and .ssa in the order of their names.

    Returns:
        Each file once. A link that leads out of its folder is not followed.
    """
    given = [file_path(name) for name in names]
    found: dict[Path, None] = {}
    for path in given:
        for file in _inside(path) if is_folder(path) else (path,):
            found[file] = None
            if len(found) > MOST_FILES:
                raise InputTextError(
                    f"More than {MOST_FILES:,} subtitle files were given; take a part of them."
                )
    if given and not found:
        folders = listed([shown_name(path) for path in given], 3)
        raise InputTextError(f"No subtitle files ({', '.join(ENDINGS)}) in {folders}.")
    return list(found)


def _inside(folder: Path) -> Iterator[Path]:
    root = folder.resolve()
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(place, name)
            if name.startswith(".") or path.suffix.lower() not in ENDINGS:
                continue
            if not path.is_symlink() or path.resolve().is_relative_to(root):
                yield path
