"""Whether a plug-in can be a suite of evaluators."""

from __future__ import annotations

from engine.core.errors import BiascopeError
from engine.evaluators import suites
from engine.evaluators.declarations import read_suite
from engine.plugins.plugin import SUITES, Plugin, PluginError, check_name


def add(plugin: Plugin, text: str) -> dict[str, tuple[str, ...]]:
    """Add a suite to what there is.

    Args:
        text: of its TOML file.

    Returns:
        `Plugin.adds`.

    Raises:
        PluginError: where it cannot be used.
    """
    check_name(plugin.name, "its suite", suites.suite_names())
    try:
        suite = read_suite(text, f"{plugin.name}.toml")
    except BiascopeError as error:
        raise PluginError(str(error).rstrip(".")) from None
    suites.add(plugin.name, suite)
    return {SUITES: (plugin.name,)}
