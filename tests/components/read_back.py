"""What the command line makes of a line that a page offers to copy; nothing is run."""

from __future__ import annotations

import shlex
from functools import cache
from typing import Any

from typer.main import get_command

from engine.cli import app
from engine.command_line.command import Command

_built = cache(get_command)


def read_back(command: Command | str) -> dict[str, Any]:
    """The options and arguments that the command line takes from a command or its line."""
    words = shlex.split(command if isinstance(command, str) else command.line())
    assert words[:3] == ["python", "-m", "engine"]
    found, rest = _built(app), words[3:]
    while hasattr(found, "commands"):
        found = found.commands[rest.pop(0)]
    params: dict[str, Any] = found.make_context(found.name, rest).params
    return params
