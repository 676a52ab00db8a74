"""Which files of two recordings differ, and how."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from engine.core.wording import counted

LINES = 24  # of one difference that are shown
_WIDTH = 240  # characters of a line that are shown
_MISSING = "is missing"
_COMMA = re.compile(r"(?<=[,>}]) ?(?=\S)")


@dataclass(frozen=True)
class Difference:
    """A file that is not the same in both recordings.

    Args:
        name: below the folder of the recording.
        before: its text; None where there is no such file.
        after: the same of the other recording.
    """

    name: str
    before: str | None
    after: str | None

    def lines(self) -> list[str]:
        """What is wrong with it, as a unified diff where both have it."""
        if self.before is None:
            return [f"before: {_MISSING}"]
        if self.after is None:
            return [f"after: {_MISSING}"]
        both = (_lines(self.before), _lines(self.after))
        found = list(difflib.unified_diff(*both, "before", "after", n=2, lineterm=""))
        return found or ["Only line ends differ."]


def _lines(text: str) -> list[str]:
    """Lines for people: a long one, such as JSON in one line, is broken after its commas."""
    return [
        part
        for line in text.splitlines()
        for part in (_COMMA.split(line) if len(line) > _WIDTH else [line])
    ]


def differences(before: Path, after: Path) -> list[Difference]:
    """All files that differ, or that only one recording has, by name.

    Raises:
        SystemExit: if a folder is none, since two missing recordings would not differ.
    """
    for folder in (before, after):
        if not folder.is_dir():
            raise SystemExit(f"There is no folder {folder}.")
    names = sorted(_names(before) | _names(after))
    pairs = [Difference(name, _text(before / name), _text(after / name)) for name in names]
    return [pair for pair in pairs if pair.before != pair.after]


def _names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def _text(path: Path) -> str | None:
    return path.read_bytes().decode("utf-8") if path.is_file() else None


def report(found: list[Difference], most: int = LINES) -> str:
    """The differences for people: each with the first lines of its diff, and their number.

    Args:
        most: lines of one difference.
    """
    if not found:
        return "Nothing differs.\n"
    parts = []
    for each in found:
        lines = each.lines()
        shown = [_short(line) for line in islice(lines, most)]
        left = len(lines) - len(shown)
        more = [f"… and {left} more lines"] if left else []
        parts.append("\n".join([f"== {each.name}", *shown, *more]))
    names = "\n".join(f"  {each.name}" for each in found)
    return "\n\n".join([*parts, f"{counted(len(found), 'file', 'differ')}:\n{names}\n"])


def _short(line: str) -> str:
    return line if len(line) <= _WIDTH else f"{line[:_WIDTH]}…"
