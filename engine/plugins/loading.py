"""Adds plug-ins to the lists of what there is, once a process, and knows what became of each.

Whatever starts a process calls `load` before it reads a list: the command line, the screen, and a
worker of a cluster.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from dataclasses import replace

from engine.plugins.finding import Found, in_folders, in_packages
from engine.plugins.plugin import Plugin, PluginError

_lock = threading.RLock()
_loaded: list[Plugin] | None = None


def load() -> list[Plugin]:
    """All plug-ins that were found, those that are left out among them; they are added at first.

    A plug-in that is still being loaded and asks for this gets none.
    """
    global _loaded
    with _lock:
        if _loaded is None:
            _loaded = []
            _loaded += added([*in_folders(os.environ), *in_packages()])
        return _loaded


def refusals() -> list[str]:
    """Why plug-ins are left out, one sentence each."""
    return [plugin.refusal for plugin in load() if plugin.problem]


def added(found: Iterable[Found]) -> list[Plugin]:
    """Add plug-ins to the lists.

    Returns:
        Each with its kind, its digest, and the problem of one that is left out.
    """
    known: dict[tuple[str, str], Plugin] = {}
    outcomes = []
    for one in found:
        plugin = one.plugin if one.plugin.problem else _added(one, known)
        outcomes.append(plugin)
        if not plugin.problem:
            known[plugin.kind, plugin.name] = plugin
    return outcomes


def _added(found: Found, known: dict[tuple[str, str], Plugin]) -> Plugin:
    from engine.plugins.opening import opened  # with the lists, which are read only where needed

    plugin = found.plugin
    try:
        plugin, add = opened(found)
        if (other := known.get((plugin.kind, plugin.name))) is not None:
            raise PluginError(f"{other.place} has its name; rename one of the two")
        return replace(plugin, adds=add())
    except PluginError as error:
        return replace(plugin, problem=str(error).rstrip("."))
