"""Commands that are imported when they are asked for; the help lists them without.

A list of all commands would else import what all of them need. What it says of each is read from
the source of its module.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from typer.core import TyperCommand, TyperGroup

from engine.core.project import PROJECT
from engine.flow.descriptor import located

_WHOLE = 1000  # letters of a first sentence, more than any has


class CommandsByName(Mapping[str, Any]):
    """Commands by name, each built when it is first read.

    Args:
        names: in the order of the help.
        build: name -> command.
        summary: name -> what the help says of it.
    """

    def __init__(
        self, names: tuple[str, ...], build: Callable[[str], Any], summary: Callable[[str], str]
    ) -> None:
        self._names, self._build, self.summary = names, build, summary
        self._built: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._names:
            raise KeyError(name)
        if name not in self._built:
            self._built[name] = self._build(name)
        return self._built[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class Group(TyperGroup):
    """A group of commands, whose help has the whole first sentence of each."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of commands; typer itself cuts each to the rest of its line."""
        rows = [
            (str(one.name), one.get_short_help_str(_WHOLE))
            for one in self.listed(ctx)
            if not one.hidden
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def listed(self, ctx: Any) -> list[Any]:
        """Commands in the order of the help."""
        return [self.get_command(ctx, name) for name in self.list_commands(ctx)]


def group_of(commands: CommandsByName) -> type[TyperGroup]:
    """A group of these commands, whose help imports none of them."""

    class Listed(Group):
        def __init__(self, **given: Any) -> None:
            super().__init__(**{**given, "commands": commands})

        def list_commands(self, ctx: Any) -> list[str]:
            return list(self.commands)

        def listed(self, ctx: Any) -> list[Any]:
            return [TyperCommand(name, help=commands.summary(name)) for name in commands]

    return Listed


def summary_of(location: str) -> str:
    """What a command's module says of it: its docstring, or the help of a group's app.

    Args:
        location: `module:name`, the module by its name in the source tree.
    """
    module, _, name = location.partition(":")
    if module.partition(".")[0] != "engine":  # of a plug-in, which is imported already
        return inspect.getdoc(located(location)) or ""
    path = PROJECT.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return ast.get_docstring(node) or ""
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            given = node.value.keywords if isinstance(node.value, ast.Call) else []
            return next(
                (str(ast.literal_eval(one.value)) for one in given if one.arg == "help"), ""
            )
    return ""
