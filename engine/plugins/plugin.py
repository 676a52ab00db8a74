"""What is known of one plug-in, and why one cannot be used."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.errors import BiascopeError
from engine.flow.descriptor import Origin

MEASURE, DATA_SETS, EVALUATORS = "measure", "data sets", "evaluators"
# What a plug-in adds, as keys of `Plugin.adds`.
MEASURES, COLUMNS, COMMANDS = "measures", "columns", "commands"
SETS, PAIRS, SUITES = "data_sets", "pairs", "suites"
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,63}")


class PluginError(BiascopeError):
    """Why a plug-in is left out, as the end of a sentence."""


@dataclass(frozen=True)
class Plugin:
    """A plug-in that was found.

    Args:
        name: of its file without the ending, or of its entry point.
        kind: `MEASURE`, `DATA_SETS` or `EVALUATORS`; empty where that is not known.
        place: path of its file, or name and version of its package.
        is_file: whether it is a file in a folder of the user's.
        version: of its package.
        digest: of its file.
        problem: why it is left out, as the end of a sentence; empty where it is loaded.
        adds: what there is through it, of each kind that one like it can add -> names.
    """

    name: str
    kind: str
    place: str
    is_file: bool
    version: str = ""
    digest: str = ""
    problem: str = ""
    adds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def origin(self) -> Origin:
        """As values and manifests name it."""
        return Origin(self.name, self.version, self.digest)

    @property
    def refusal(self) -> str:
        """Why it is left out, one sentence."""
        return f"The plug-in {self.place} is left out: {self.problem}."


def check_name(name: object, of: str, taken: Any = ()) -> None:
    """Refuse a name that cannot be typed, or that something else has.

    Args:
        of: what has the name, such as `its measure`.
        taken: names that there are.
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise PluginError(
            f"{of} is called {str(name)[:60]!r}; a name is made of small letters, digits, - and _, "
            "and begins with a letter"
        )
    if name in taken:
        raise PluginError(f"{of} is called {name!r}, as another one is; choose another name")
