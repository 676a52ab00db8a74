"""What the command line makes of a line that a page offers to copy."""

from __future__ import annotations

import shlex
from functools import cache
from typing import Any

from typer.main import get_command

from engine.cli import app
from engine.command import Command

_built = cache(get_command)


def read_back(command: Command) -> dict[str, Any]:
    """The options and arguments that the command line takes from a command's line."""
    words = shlex.split(command.line())
    assert words[:3] == ["python", "-m", "engine"]
    found, rest = _built(app), words[3:]
    while hasattr(found, "commands"):
        found = found.commands[rest.pop(0)]
    params: dict[str, Any] = found.make_context(found.name, rest).params
    return params
