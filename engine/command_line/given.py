"""What the command that runs was given: no file to write is one it reads, and no option is ignored.

A result that is written over the table it was measured on would take the user's data with it, and
whoever gives an option that makes no difference takes the numbers for others.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand

from engine.core.errors import InputTextError
from engine.core.paths import file_path
from engine.core.scoped import scoped
from engine.core.wording import agreeing

_given: ContextVar[tuple[Any, ...]] = ContextVar("given", default=())
_changed: ContextVar[frozenset[str]] = ContextVar("changed", default=frozenset())


class Command(TyperCommand):
    """A command that knows its arguments while it runs."""

    def invoke(self, ctx: Any) -> Any:
        """Run it with what it was given."""
        values = tuple(ctx.params.values())
        with scoped(_given, values), scoped(_changed, _options(ctx)):
            return super().invoke(ctx)


def _options(ctx: Any) -> frozenset[str]:
    """Options that were given, and not as they are anyway."""
    return frozenset(
        one.opts[0]
        for one in ctx.command.params
        if one.param_type_name == "option"
        and (ctx.params.get(one.name) or None) != (one.get_default(ctx) or None)
    )


def check_used(needs: str, *options: str) -> None:
    """Refuse options that make no difference beside what else was given.

    An option that is given as it is anyway is not refused.

    Args:
        needs: what they make a difference to, behind `go with`.
        options: as they are typed.

    Raises:
        InputTextError: if any of them was given.
    """
    if found := [option for option in options if option in _changed.get()]:
        it = "it" if len(found) == 1 else "them"
        raise InputTextError(
            f"{' and '.join(found)} {agreeing(len(found), 'go')} with {needs}; leave {it} out, or "
            "give that."
        )


def say_unused(why: str, *options: str) -> None:
    """Say on stderr that options make no difference, where only the results show it.

    Args:
        why: they make none, behind a colon.
        options: as they are typed; those that were not given are left out.
    """
    if found := [option for option in options if option in _changed.get()]:
        makes = agreeing(len(found), "make")
        typer.echo(f"{' and '.join(found)} {makes} no difference here: {why}.", err=True)


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
