"""What kind of plug-in something is, told by its content, and how it is added."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from engine.plugins.finding import Found
from engine.plugins.plugin import DATA_SETS, EVALUATORS, MEASURE, Plugin, PluginError, check_name
from engine.plugins.reading import (
    content_of,
    digest_of,
    module_of,
    object_of,
    table_of,
    text_of,
    utf8,
)

_DESCRIPTOR = "DESCRIPTOR"
# The tables of a TOML file -> what it declares.
_KINDS = {"set": DATA_SETS, "evaluator": EVALUATORS}
Added = dict[str, tuple[str, ...]]  # `Plugin.adds`
Add = Callable[[], Added]


def opened(found: Found) -> tuple[Plugin, Add]:
    """A plug-in with all that is known of it, and what adds it.

    Nothing of a Python file or a package is run before it is added.

    Raises:
        PluginError: where it cannot be read.
    """
    check_name(found.plugin.name, "it")
    if found.entry is not None:
        return found.plugin, partial(_add_of_package, found.plugin, found.entry)
    if found.path is None:
        raise PluginError("it has neither a file nor a package")
    content = content_of(found.path)
    plugin = replace(found.plugin, digest=digest_of(content))
    if plugin.kind == MEASURE:
        return plugin, partial(_add_module, plugin, content, found.path)
    text = utf8(content, found.path.name)
    table = table_of(text)
    plugin = replace(plugin, kind=_kind(table))
    return plugin, partial(_add_table, plugin, text, table)


def _kind(table: dict[str, Any]) -> str:
    kinds = [kind for key, kind in _KINDS.items() if key in table]
    if len(kinds) != 1:
        raise PluginError(
            "it declares either data sets, as [[set]], or evaluators, as [[evaluator]]; it has "
            f"{'both' if kinds else 'neither'}"
        )
    return kinds[0]


def _add_table(plugin: Plugin, text: str, table: dict[str, Any]) -> Added:
    # Each kind has other lists, and their modules are imported only where one of it is there.
    from engine.plugins import data_sets, evaluators

    if plugin.kind == DATA_SETS:
        return data_sets.add(plugin, table)
    return evaluators.add(plugin, text)


def _add_module(plugin: Plugin, content: bytes, path: Path) -> Added:
    module = module_of(plugin.name, content, path)
    if not hasattr(module, _DESCRIPTOR):
        raise PluginError(
            f"it has no {_DESCRIPTOR}; a measure has one, and the name of a file that is no "
            "plug-in begins with _"
        )
    return _add_measure(plugin, module.__name__, getattr(module, _DESCRIPTOR))


def _add_measure(plugin: Plugin, module: str, descriptor: Any) -> Added:
    from engine.plugins import measures

    return measures.add(plugin, module, descriptor)


def _add_of_package(plugin: Plugin, entry: EntryPoint) -> Added:
    value = object_of(entry)
    if plugin.kind == MEASURE:
        return _add_measure(plugin, entry.module, value)
    if not isinstance(value, str | Path):
        raise PluginError(
            f"{entry.value} is {type(value).__name__}; the path of a TOML file is wanted"
        )
    text = text_of(Path(value))
    table = table_of(text)
    if _kind(table) != plugin.kind:
        raise PluginError(f"{Path(value).name} declares {_kind(table)}, not {plugin.kind}")
    return _add_table(plugin, text, table)
