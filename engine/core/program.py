"""What the program is called, and how its modules are started in processes of their own.

In a source tree the engine is the package `engine` and its command line `python -m engine`. An
installed copy has everything in one package, `biascope`, so that nothing of it can be mistaken for
another program's modules: there the engine is `biascope.engine`, the command line `biascope`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence

from engine.core.child_processes import interpreter
from engine.core.project import PROJECT

_SOURCE = "engine"
MODULE = __name__.removesuffix(".core.program")
IS_INSTALLED = MODULE != _SOURCE
_TYPED = {False: f"python -m {_SOURCE}", True: "biascope"}  # in an installed copy?
PROGRAM = _TYPED[IS_INSTALLED]
# A command that was kept, such as that of a pin, may have been typed for the other kind of copy.
PROGRAMS = tuple(_TYPED.values())
BEGINS = re.compile(rf"^(?:{'|'.join(map(re.escape, PROGRAMS))})(?= )", re.MULTILINE)


def module_named(name: str) -> str:
    """The name by which a module is imported here.

    Args:
        name: of a module of the source tree, as `engine.flow`; a plug-in's module has its own.
    """
    ours = name.partition(".")[0] == _SOURCE
    return MODULE.removesuffix(_SOURCE) + name if ours else name


def run_module(module: str = _SOURCE) -> list[str]:
    """What starts a module in a process of its own; its arguments follow.

    Args:
        module: by its name in the source tree; the command line without one.
    """
    # A source tree is found because it is the folder that the process starts in. An installed copy
    # is found from any folder, and no module in that folder may take the place of a library's.
    return [interpreter()[0], *(["-P"] if IS_INSTALLED else []), "-m", module_named(module)]


def found_anywhere(environment: Mapping[str, str]) -> dict[str, str]:
    """An environment in which a process finds the project's modules from any folder."""
    if IS_INSTALLED:
        return dict(environment)
    paths = (str(PROJECT), environment.get("PYTHONPATH"))
    return {**environment, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def arguments_of(words: Sequence[str]) -> Sequence[str] | None:
    """What follows the program in a command; None where it is a command of another program."""
    for program in PROGRAMS:
        begin = program.split()
        if list(words[: len(begin)]) == begin:
            return words[len(begin) :]
    return None


def as_typed_here(command: str) -> str:
    """Lines of commands, each beginning with the program as this copy has it."""
    return BEGINS.sub(PROGRAM, command)
