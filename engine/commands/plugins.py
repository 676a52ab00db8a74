"""`plugins`: what was added to Biascope on this machine, and what was left out and why."""

from __future__ import annotations

from typing import Any

import typer

from engine.command_line.options import JsonOption
from engine.command_line.output import write_json, write_table
from engine.plugins.finding import VARIABLE
from engine.plugins.loading import load
from engine.plugins.plugin import Plugin


def plugins(json_: JsonOption = False) -> None:
    """Measures, data sets and evaluators of your own, and why any is left out."""
    found = load()
    if json_:
        write_json({"plugins": [plugin_json(plugin) for plugin in found]})
        return
    if not found:
        typer.echo(f"No plug-in was found. {VARIABLE} names folders of them.")
        return
    rows = [
        [one.name, one.kind or "unknown", one.place, "left out" if one.problem else "loaded"]
        for one in found
    ]
    write_table("Plug-ins", ["name", "kind", "where from", "state"], rows)
    for one in found:
        if one.problem:
            typer.echo(one.refusal)


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
    }
