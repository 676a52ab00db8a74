"""Which files a pin's command may read: those beside the pins, and those given with the check."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.core.errors import why
from engine.core.paths import file_path, shown_name
from engine.report.check.lines import RefusedError

_MOST = 20_000  # files and folders in one folder; a model with all its checkpoints has fewer


def check_allowed(files: Sequence[str], allowed: Sequence[Path]) -> None:
    """Refuse files that are neither beside the pins nor given with the check.

    A collection comes from anyone, and its commands name what they like. Links are followed before
    a place is compared, also those within a folder.

    Args:
        files: as the command names them, from the folder that it is run in.
        allowed: files and folders that may be read, with all that is in them.

    Raises:
        RefusedError: names the first that may not be read, and what would allow it.
    """
    roots = [path.resolve() for path in allowed]
    for name in files:
        for path in _within(name):
            try:
                place = path.resolve()
            except (OSError, RuntimeError):
                raise RefusedError(
                    f"its command reads {shown_name(name)}, in which {shown_name(path)} is a link "
                    "that leads nowhere; give the file itself"
                ) from None
            if not any(place == root or root in place.parents for root in roots):
                raise RefusedError(
                    f"its command reads {shown_name(name)}{_leads(path, place)}, which is neither "
                    "beside the pins nor given with --files"
                )


def _leads(path: Path, place: Path) -> str:
    """Where a path leads that is a link, or lies behind one."""
    return "" if path.absolute() == place else f" ({shown_name(path)} leads to {shown_name(place)})"


def _within(name: str) -> Iterator[Path]:
    """A file or folder, and every link that is in the folder."""
    path = file_path(name)
    yield path
    if not path.is_dir():
        return
    left = _MOST
    for folder, folders, files in os.walk(path, onerror=_unread):
        left -= len(folders) + len(files)
        if left < 0:
            raise RefusedError(
                f"its folder {shown_name(name)} holds more than {_MOST:,} files, which are not all "
                "looked through"
            )
        inside = (Path(folder, entry) for entry in (*folders, *files))
        yield from (entry for entry in inside if entry.is_symlink())


def _unread(error: OSError) -> None:
    raise RefusedError(f"its folder {shown_name(error.filename)} cannot be read ({why(error)})")
