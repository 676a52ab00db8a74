"""The command line: its commands, and error messages of one line.

Exit codes: 0 done, 2 a mistake the user can fix, 1 a fault in Biascope.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable
from io import TextIOWrapper
from typing import Annotated, Any, NoReturn, cast

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from engine.command_line.entries import ENTRIES, GROUPS, PLUGINS
from engine.command_line.given import Command
from engine.command_line.listed import CommandsByName, Group, group_of, summary_of
from engine.core import debugging
from engine.core.errors import BiascopeError, brief, why
from engine.core.finished import stopped_text
from engine.core.program import PROGRAM
from engine.core.project import PROJECT
from engine.core.version import version
from engine.core.wording import counted
from engine.flow.descriptor import located
from engine.flow.foreign import failure_of
from engine.plugins.loading import load, refusals
from engine.storage.jobs.worker import this_worker

# The order in which the help lists them, groups before single commands; what is not here is last.
_ORDER = (
    *("models", "arena", "erase", "steer", "review", "scorecard", "replicate", "datasets"),
    *("jobs", "cache", "bench"),
    *("fill", "pairs", "multilingual", "pppl", "perplexity", "seat", "heads", "head-path", "mask"),
    *("counter", "gest", "lpbs", "honest", "nlu", "inject", "dose", "cabm", "bec-pro"),
    *("agreement", "cooccurrences", "curate", "sweep", "mitigate", "report", "card"),
    *("prepare", "train-bundled", "plugins"),
)
_PUBLISHED = (
    *("list", "all"),
    *("alignment-arena", "bias-a-head", "glue", "cabm", "cinebias", "gest", "mozart"),
)


_ABOUT = "Biascope: show, measure and intervene on social bias in language models."
_APP = ":app"  # how the location of a group's app ends


def _say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"biascope {version()} ({PROJECT})")
        raise typer.Exit


VersionOption = Annotated[
    bool,
    typer.Option(
        "--version", callback=_say_version, is_eager=True, help="Show the version, and where it is."
    ),
]


def built(name: str = PROGRAM, start: Callable[..., None] | None = None) -> typer.Typer:
    """The command line: every command of the list, groups of them as commands with two words.

    Args:
        name: of the program.
        start: what it does without a command; it shows its help otherwise.
    """
    singly = sorted({entry.partition(" ")[0] for entry in ENTRIES}, key=_place)
    commands = CommandsByName(
        tuple(sorted(singly, key=_is_group)),
        _command,
        lambda first: GROUPS[first] if first in GROUPS else summary_of(ENTRIES[first].location),
    )
    root = _plain(
        name=name,
        help=_ABOUT if start is None else f"{_ABOUT} Without a command, the dashboard opens.",
        cls=group_of(commands),
        no_args_is_help=start is None,
        invoke_without_command=start is not None,
    )
    root.callback()(start or _nothing)
    return root


def _plain(**given: Any) -> typer.Typer:
    return typer.Typer(
        add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None, **given
    )


def _nothing(_version: VersionOption = False) -> None:
    """What the program does before a command."""


def _command(first: str) -> Any:
    """A command, or a group of them, by its first word."""
    holder = _plain()
    holder.callback()(lambda: None)
    if first in GROUPS:
        group = typer.Typer(cls=Group, no_args_is_help=True, help=GROUPS[first])
        group.callback()(lambda: None)
        for name in sorted((name for name in ENTRIES if name.startswith(f"{first} ")), key=_place):
            command = located(ENTRIES[name].location)
            second = name.partition(" ")[2]
            group.command(second, cls=Command, hidden=ENTRIES[name].hidden)(command)
        holder.add_typer(group, name=first)
    elif isinstance(command := located(ENTRIES[first].location), typer.Typer):
        holder.add_typer(command, name=first, cls=Group)
    else:
        holder.command(first, cls=Command)(command)
    return cast(TyperGroup, typer.main.get_command(holder)).commands[first]


def _is_group(first: str) -> bool:
    return first in GROUPS or ENTRIES[first].location.endswith(_APP)


def _place(name: str) -> tuple[int, int]:
    first, _, second = name.partition(" ")
    return _index(_ORDER, first), _index(_PUBLISHED, second)


def _index(order: tuple[str, ...], name: str) -> int:
    return order.index(name) if name in order else len(order)


load()  # plug-ins, before the commands are listed
app = built()
_STOPPED = 130
_MOST_SAID = 3  # plug-ins that are left out, each in a line
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # a full disk, behind `> file` too


def main(program: typer.Typer | None = None) -> None:
    """Run one command and leave with the exit code of the contract.

    Args:
        program: with what it does without a command; by default it shows its help.
    """
    _write_utf8()
    try:
        _say_what_is_left_out()
        this_worker()  # a job's worker listens to a cancellation from its first moment
        code = (app if program is None else program)(standalone_mode=False)
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


def _say_what_is_left_out() -> None:
    """Name plug-ins that cannot be used, unless that is what the command shows."""
    if sys.argv[1:2] == ["plugins"]:
        return
    sentences = refusals()
    if len(sentences) > _MOST_SAID:
        sentences = [
            f"{counted(len(sentences), 'plug-in', 'are')} left out; `{PROGRAM} plugins` says why."
        ]
    for sentence in sentences:
        typer.echo(sentence, err=True)


def _write_utf8() -> None:
    """Write UTF-8 into files and pipes on every system; a terminal has an encoding of its own."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and not stream.isatty():
            stream.reconfigure(encoding="utf-8", errors=stream.errors)


def _fault(error: Exception) -> NoReturn:
    """End with what only a developer can put right."""
    if debugging.is_on():
        raise error
    origin = PLUGINS.get((sys.argv[1:] or [""])[0])
    if origin is not None:
        failure = failure_of(error, origin.code)
        _leave(
            1,
            f"A fault in the plug-in {origin.name}: {failure}. Set BIASCOPE_DEBUG=1 to see the "
            "traceback.",
        )
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
