"""Options and arguments of a command as its function declares them, with their facts."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, get_args, get_origin

import typer
from typer.models import ArgumentInfo, OptionInfo

from engine.command_line.entries import ENTRIES
from engine.command_line.facts import Fact, Names
from engine.flow.descriptor import located


@dataclass(frozen=True)
class Option:
    """One option of a command.

    Args:
        name: with its dashes.
        flag: whether it takes no value.
        repeated: whether it counts as often as it is given.
        default: what the command assumes, as text; None where it assumes nothing.
        names: what its value may name; None where that is never a file.
    """

    name: str
    flag: bool
    repeated: bool
    default: str | None
    facts: frozenset[Fact]
    names: Names | None


@dataclass(frozen=True)
class Declared:
    """What a command takes.

    Args:
        options: name -> option.
        given: what its arguments may name; None where they never name a file.
    """

    options: Mapping[str, Option]
    given: Names | None


@cache
def declared(name: str) -> Declared:
    """What a command of the list takes.

    Args:
        name: as it is typed, such as `arena run`; nothing is known of a name that is not listed,
            or of a group's app.
    """
    entry = ENTRIES.get(name)
    command = None if entry is None else located(entry.location)
    if command is None or isinstance(command, typer.Typer):
        return Declared({}, None)
    options: dict[str, Option] = {}
    given = None
    for parameter in inspect.signature(command, eval_str=True).parameters.values():
        if parameter.annotation is typer.Context:
            continue  # no option: how the command was called
        facts = _facts(parameter)
        names = next((fact for fact in facts if isinstance(fact, Names)), None)
        if any(isinstance(fact, ArgumentInfo) for fact in facts):
            given = given or names
        else:
            options |= {option.name: option for option in _options(parameter, facts, names)}
    return Declared(options, given)


def _facts(parameter: inspect.Parameter) -> tuple[Any, ...]:
    annotation = parameter.annotation
    return get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()


def _options(
    parameter: inspect.Parameter, facts: tuple[Any, ...], names: Names | None
) -> list[Option]:
    """An option by each of its names; a flag may have one for no."""
    kind = get_args(parameter.annotation)[0] if facts else parameter.annotation
    written = [name for fact in facts if isinstance(fact, OptionInfo) for name in _written(fact)]
    flag = kind is bool
    repeated = any(get_origin(one) is list for one in (kind, *get_args(kind)))
    return [
        Option(
            name,
            flag,
            repeated,
            None if flag or repeated else _text(parameter.default),
            frozenset(fact for fact in facts if isinstance(fact, Fact)),
            names,
        )
        for name in written or _unwritten(parameter.name, flag)
    ]


def _written(option: OptionInfo) -> list[str]:
    """Names that are written out; the first stands where typer keeps a default otherwise."""
    written = [option.default, *(option.param_decls or ())]
    both = [name for name in written if isinstance(name, str) and name.startswith("-")]
    return [name for names in both for name in names.split("/")]


def _unwritten(parameter: str, flag: bool) -> list[str]:
    """The names that typer gives a parameter; a flag gets one for no besides."""
    words = parameter.replace("_", "-")
    return [f"--{words}", f"--no-{words}"] if flag else [f"--{words}"]


def _text(default: Any) -> str | None:
    if default is inspect.Parameter.empty:
        return None
    return "" if default is None else str(default)


def of_any(name: str) -> Option | None:
    """An option of this name of any command, where the command at hand has none."""
    return _everywhere().get(name)


@cache
def _everywhere() -> dict[str, Option]:
    return {key: option for name in ENTRIES for key, option in declared(name).options.items()}
