"""`plugins`: what was added to Biascope on this machine, and what was left out and why."""

from __future__ import annotations

import os
from typing import Any

import typer

from engine.command_line.options import JsonOption
from engine.command_line.output import write_json, write_table
from engine.core.wording import listed
from engine.plugins.finding import VARIABLE
from engine.plugins.loading import load
from engine.plugins.plugin import (
    COLUMNS,
    COMMANDS,
    MEASURES,
    PAIRS,
    SETS,
    SUITES,
    Plugin,
)

# Of what a plug-in adds -> one and several of it, as a list names them.
_NOUNS = {
    MEASURES: ("measure", "measures"),
    COLUMNS: ("column", "columns"),
    COMMANDS: ("command", "commands"),
    SETS: ("data set", "data sets"),
    PAIRS: ("pairs", "pairs"),
    SUITES: ("suite", "suites"),
}


def plugins(json_: JsonOption = False) -> None:
    """Measures, data sets and evaluators of your own, what each adds, and why any is left out."""
    found = load()
    if json_:
        write_json({"plugins": [plugin_json(plugin) for plugin in found]})
        return
    if not found:
        typer.echo(_none_text(os.environ.get(VARIABLE, "")))
        return
    rows = [
        [one.name, one.kind or "unknown", one.place, "left out" if one.problem else "loaded"]
        for one in found
    ]
    write_table("Plug-ins", ["name", "kind", "where from", "state"], rows)
    for one in found:
        typer.echo(one.refusal if one.problem else f"{one.name}: {_added_text(one)}")


def _none_text(named: str) -> str:
    if not named.strip():
        return f"No plug-in was found: {VARIABLE} is not set; it names folders of plug-ins."
    return f"No plug-in was found in {named}, which {VARIABLE} names."


def _added_text(plugin: Plugin) -> str:
    """What a plug-in adds: `measure mine, column mine, no command`."""
    return ", ".join(
        f"{_NOUNS[kind][len(names) > 1]} {listed(names)}" if names else f"no {_NOUNS[kind][0]}"
        for kind, names in plugin.adds.items()
    )


def plugin_json(plugin: Plugin) -> dict[str, Any]:
    """A plug-in as JSON."""
    return {
        "name": plugin.name,
        "kind": plugin.kind or None,
        "place": plugin.place,
        "version": plugin.version or None,
        "digest": plugin.digest or None,
        "state": "left out" if plugin.problem else "loaded",
        "reason": plugin.problem or None,
        "adds": {kind: list(plugin.adds.get(kind, ())) for kind in _NOUNS},
    }
