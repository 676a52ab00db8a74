"""The command line: its commands, and error messages of one line.

Exit codes: 0 done, 2 a mistake the user can fix, 1 a fault in Biascope.
"""

from __future__ import annotations

import errno
import os
import sys
from io import TextIOWrapper
from typing import NoReturn

import typer
from typer.exceptions import TyperException

from engine.command_line.entries import ENTRIES, GROUPS
from engine.command_line.given import Command
from engine.core.errors import BiascopeError, brief, why
from engine.core.finished import stopped_text
from engine.flow.descriptor import located
from engine.storage.jobs.worker import this_worker

# The order in which the help lists them, groups before single commands; what is not here is last.
_ORDER = (
    *("models", "arena", "review", "scorecard", "replicate", "datasets", "jobs", "cache", "bench"),
    *("fill", "pairs", "multilingual", "pppl", "perplexity", "seat", "heads", "mask", "counter"),
    *("gest", "lpbs", "honest", "nlu", "inject", "cabm", "bec-pro", "agreement", "cooccurrences"),
    *("curate", "sweep", "report", "card", "prepare", "train-bundled"),
)
_PUBLISHED = (
    *("list", "all"),
    *("alignment-arena", "bias-a-head", "glue", "cabm", "cinebias", "gest", "mozart"),
)


def built() -> typer.Typer:
    """The command line: every command of the list, groups of them as commands with two words."""
    root = typer.Typer(
        name="python -m engine",
        help="Biascope: show, measure and intervene on social bias in language models.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    groups: dict[str, typer.Typer] = {}
    for name in sorted(ENTRIES, key=_place):
        command = located(ENTRIES[name].location)
        first, _, second = name.partition(" ")
        if isinstance(command, typer.Typer):
            root.add_typer(command, name=name)
        elif not second:
            root.command(first, cls=Command)(command)
        else:
            if first not in groups:
                groups[first] = _group(root, first)
            groups[first].command(second, cls=Command, hidden=ENTRIES[name].hidden)(command)
    return root


def _place(name: str) -> tuple[int, int]:
    first, _, second = name.partition(" ")
    return _index(_ORDER, first), _index(_PUBLISHED, second)


def _index(order: tuple[str, ...], name: str) -> int:
    return order.index(name) if name in order else len(order)


def _group(root: typer.Typer, name: str) -> typer.Typer:
    group = typer.Typer(no_args_is_help=True, help=GROUPS[name])
    group.callback()(lambda: None)
    root.add_typer(group, name=name)
    return group


app = built()
_STOPPED = 130
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # a full disk, behind `> file` too


def main() -> None:
    """Run one command and leave with the exit code of the contract."""
    _write_utf8()
    try:
        this_worker()  # a job's worker listens to a cancellation from its first moment
        code = app(standalone_mode=False)
        if code == _STOPPED:  # what typer makes of a KeyboardInterrupt
            raise KeyboardInterrupt
    except BiascopeError as error:
        _leave(2, str(error))
    except TyperException as error:
        _leave(2, _usage(error))
    except (typer.Abort, KeyboardInterrupt):
        _leave(_STOPPED, stopped_text())
    except SystemExit:
        # typer's exit when the program that reads our output closed it, as `... | head` does.
        sys.exit(0)
    except OSError as error:
        if error.errno not in _NO_ROOM or error.filename is not None:
            _fault(error)
        _leave(2, f"The output could not be written ({why(error)}); free some space.")
    except Exception as error:
        _fault(error)
    sys.exit(code if isinstance(code, int) else 0)


def _write_utf8() -> None:
    """Write UTF-8 into files and pipes on every system; a terminal has an encoding of its own."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and not stream.isatty():
            stream.reconfigure(encoding="utf-8", errors=stream.errors)


def _fault(error: Exception) -> NoReturn:
    """End with what only a developer can put right."""
    if os.environ.get("BIASCOPE_DEBUG"):
        raise error
    _leave(
        1,
        f"A fault in Biascope: {type(error).__name__}: {brief(str(error))}. "
        "Set BIASCOPE_DEBUG=1 to see where.",
    )


def _usage(error: TyperException) -> str:
    """What is wrong with the call; the full help if there were no arguments."""
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    if message.startswith("Usage:"):
        return message
    return f"{brief(message).rstrip('.')}. See --help."


def _leave(code: int, message: str) -> NoReturn:
    typer.echo(message if message.startswith("Usage:") else " ".join(message.split()), err=True)
    sys.exit(code)
