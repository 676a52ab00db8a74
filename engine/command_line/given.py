"""What the command that runs was given, so that no file to write is one that it reads.

A result that is written over the table it was measured on would take the user's data with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from typer.core import TyperCommand

from engine.core.errors import InputTextError
from engine.core.paths import file_path

_given: ContextVar[tuple[Any, ...]] = ContextVar("given", default=())


class Command(TyperCommand):
    """A command that knows its arguments while it runs."""

    def invoke(self, ctx: Any) -> Any:
        """Run it with what it was given."""
        token = _given.set(tuple(ctx.params.values()))
        try:
            return super().invoke(ctx)
        finally:
            _given.reset(token)


def check_written_once(path: Path, replaces: str = "") -> None:
    """Refuse a file to write that the command also reads, or writes something else to.

    Args:
        replaces: an input that may be replaced by what is made of it.
    """
    same = [name for name in _names() if str(name) != replaces and _is_same(file_path(name), path)]
    if len(same) > 1:
        raise InputTextError(
            f"{path} is named twice by this command, and writing it would lose what it holds; name "
            "another file to write."
        )


def _names() -> Iterator[str | Path]:
    """Every value that can be the name of a file, as often as it is given."""
    for value in _given.get():
        for name in value if isinstance(value, list | tuple) else [value]:
            if isinstance(name, Path) or (isinstance(name, str) and _can_be_a_name(name)):
                yield name


def _can_be_a_name(text: str) -> bool:
    try:
        return bool(text) and file_path(text) is not None
    except InputTextError:
        return False


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other) if one.exists() and other.exists() else one == other
    except OSError:
        return False
