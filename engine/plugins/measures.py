"""Whether a plug-in can be a measure: what its descriptor says, and what has its names already."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from engine.columns.column import Family
from engine.command_line import entries
from engine.flow import registry
from engine.flow.descriptor import CommandEntry, Descriptor, Measure
from engine.plugins.plugin import (
    COLUMNS,
    COMMANDS,
    MEASURES,
    Plugin,
    PluginError,
    check_name,
)
from engine.plugins.reading import code_of, imported, text_of
from engine.scorecard import columns

_UNCHECKED = "its command is that of a plug-in, which is not run from a file; run it by hand"
_TITLE = "## "  # how the first line of a method card begins


def add(plugin: Plugin, module: str, descriptor: Any) -> dict[str, tuple[str, ...]]:
    """Add a measure to what there is.

    Args:
        module: by its name, which the descriptor is of.

    Returns:
        `Plugin.adds`.

    Raises:
        PluginError: where it cannot be used; nothing is added then.
    """
    if not isinstance(descriptor, Descriptor):
        raise PluginError(
            f"its DESCRIPTOR is of the type {type(descriptor).__name__}; make it a "
            "biascope.plugin.Descriptor"
        )
    code = code_of(module)
    _check_types(descriptor)
    for name in (*descriptor.measures, *descriptor.derived):
        check_name(name, "its measure", {*registry.MEASURES, *registry.DERIVED})
    for measure in descriptor.measures.values():
        _check_measure(measure, code)
    for entry in descriptor.commands:
        check_name(entry.name, "its command", {*entries.ENTRIES, *entries.GROUPS})
        _check_command(entry, code)
    families = [_family(location, code) for location in descriptor.families]
    cards = dict(_cards(plugin, module, descriptor))
    if len({family.name for family in families}) < len(families):
        raise PluginError("two of its families of columns have one name; choose another")
    commands = tuple(
        replace(one, checked=False, unchecked=_UNCHECKED) for one in descriptor.commands
    )
    used = replace(
        descriptor,
        measures={
            name: replace(one, card=one.card or (name if name in cards else next(iter(cards), "")))
            for name, one in descriptor.measures.items()
        },
        commands=commands,
        cards=tuple(cards),
    )
    origin = replace(plugin.origin, code=code)
    registry.add(module, used, origin, cards)
    columns.add(families, origin)
    entries.add(commands, origin)
    return {
        MEASURES: tuple(used.measures),
        COLUMNS: tuple(family.name for family in families),
        COMMANDS: tuple(entry.name for entry in commands),
    }


def _check_types(found: Descriptor) -> None:
    for what, wanted, values in (
        ("measures", Measure, _values("measures", found.measures)),
        ("commands", CommandEntry, _items("commands", found.commands)),
        ("families", str, _items("families", found.families)),
        ("cards", str, _items("cards", found.cards)),
    ):
        for value in values:
            if not isinstance(value, wanted):
                raise PluginError(
                    f"{what} of its DESCRIPTOR holds {type(value).__name__}; {wanted.__name__} is "
                    "wanted"
                )
    _values("derived", found.derived)
    if found.groups or found.page:
        raise PluginError("its DESCRIPTOR has groups or a page, which a plug-in cannot have")


def _values(what: str, found: object) -> list[Any]:
    if not isinstance(found, Mapping):
        raise PluginError(f"{what} of its DESCRIPTOR is {type(found).__name__}; a dict is wanted")
    return list(found.values())


def _items(what: str, found: object) -> list[Any]:
    if not isinstance(found, tuple | list):
        raise PluginError(f"{what} of its DESCRIPTOR is {type(found).__name__}; a tuple is wanted")
    return list(found)


def _check_measure(measure: Measure, code: str) -> None:
    for what in ("version", "chunk"):
        value = getattr(measure, what)
        if type(value) is not int or value < 1:
            raise PluginError(
                f"the {what} of its measure is {value!r}; a whole number from 1 is wanted"
            )
    for what in ("rule", "holds"):
        if (value := getattr(measure, what)) is not None and not callable(value):
            raise PluginError(f"the {what} of its measure is no function")
    _check_there(measure.location, code)


def _check_command(entry: CommandEntry, code: str) -> None:
    command = _located(entry.location, code)
    if not inspect.isroutine(command):
        raise PluginError(f"{entry.location} is no function; a command is one")
    imported(partial(inspect.signature, command, eval_str=True), code)  # as its options are read


def _check_there(location: object, code: str) -> None:
    """Refuse a location that does not exist; a module that brings torch is not imported for it."""
    module, name = _parts(location)
    if module in sys.modules:
        _located(location, code)
    elif imported(lambda: find_spec(module), code) is None:
        raise PluginError(
            f"there is no module {module!r}, which its measure names; correct it there"
        )
    elif not name:
        raise PluginError(f"{location!r} names no function; write module:function")


def _located(location: object, code: str) -> Any:
    """What a location stands for, imported now."""
    module, name = _parts(location)
    found = imported(lambda: __import__(module, fromlist=["*"]), code)
    if not hasattr(found, name):
        raise PluginError(f"{module} has no {name!r}, which its DESCRIPTOR names; correct it there")
    return getattr(found, name)


def _parts(location: object) -> tuple[str, str]:
    module, colon, name = location.partition(":") if isinstance(location, str) else ("", "", "")
    if not (module and colon and name.isidentifier()):
        raise PluginError(
            f"{str(location)[:100]!r} is no location; write module:name, in a file "
            'f"{__name__}:name"'
        )
    return module, name


def _family(location: object, code: str) -> Family:
    found = _located(location, code)
    if not isinstance(found, Family):
        raise PluginError(f"{location} is {type(found).__name__}; a Family of columns is wanted")
    check_name(found.name, "its family of columns", columns.FAMILIES)
    if not callable(found.column):
        raise PluginError(f"the column of its family {found.name} is no function")
    return found


def _cards(plugin: Plugin, module: str, descriptor: Descriptor) -> Iterator[tuple[str, str]]:
    """Its method cards: one named as the plug-in, next to its file, and those it names itself."""
    file = getattr(sys.modules.get(module), "__file__", None)
    folder = Path(file).parent if file else None
    own = [plugin.name] if folder and (folder / f"{plugin.name}.md").exists() else []
    for name in dict.fromkeys((*descriptor.cards, *own)):
        check_name(name, "its method card", registry.card_names())
        if folder is None:
            raise PluginError(f"it is no file, so it has no method card {name}.md next to it")
        text = text_of(folder / f"{name}.md")
        title, _, rest = text.partition("\n")
        if (
            not title.startswith(_TITLE)
            or not title.removeprefix(_TITLE).strip()
            or not rest.strip()
        ):
            raise PluginError(
                f"{name}.md is no method card; it begins with ## and its title, and a text follows"
            )
        yield name, text
