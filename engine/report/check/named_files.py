"""Which files a value of a command names, by what the command takes there.

Each function here gives the names of the files and folders that would be read, and refuses a value
that can only be a file and is not on this machine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from engine.command_line.facts import Names
from engine.core.checkpoint_names import may_be_on_the_hub
from engine.core.errors import BiascopeError
from engine.core.paths import exists, shown
from engine.core.spec import BUNDLED

Reader = Callable[[str], list[str]]

_END = re.compile(r"\.(?:csv|tsv|jsonl?|txt|srt|toml|parquet)$", re.IGNORECASE)
_MASK_FILE = ".json"  # all other masks are heads


class RefusedError(BiascopeError):
    """A command that is not run, with the reason.

    Args:
        expected: whether nothing could be compared anyway, as for a command that trains a model.
    """

    def __init__(self, reason: str, expected: bool = False) -> None:
        super().__init__(reason)
        self.expected = expected


def text(_value: str) -> list[str]:
    """A text that is measured, a number or a choice; never a file, whatever there is."""
    return []


def file(value: str) -> list[str]:
    """A file, or the name of a set; one file of a set is written `set/file`."""
    if value == "-":
        raise RefusedError("its command reads standard input, which a pin does not keep")
    if exists(value):
        return [value]
    if value.count("/") > 1 or value.startswith(("/", ".", "~")):
        raise _not_here(value)
    if "/" not in value and _END.search(value):
        raise _not_here(value)
    return []


def model(value: str) -> list[str]:
    """A model: bundled, a folder, or an id of the hub."""
    name = value.strip()
    if name == BUNDLED:
        return []
    if exists(name):
        return [name]
    if not may_be_on_the_hub(name):
        raise _not_here(name)
    return []


def mask(value: str) -> list[str]:
    """Heads, or a mask file."""
    name = value.strip()
    if not name.endswith(_MASK_FILE):
        return []
    if not exists(name):
        raise _not_here(name)
    return [name]


def measure(value: str) -> list[str]:
    """A measure of the Scorecard, which may be of a file: `pairs:own.csv:aul`."""
    argument = value.partition(":")[2].strip()
    if not argument or exists(argument):
        return file(argument) if argument else []
    return file(argument.rpartition(":")[0] or argument)


def each(reader: Reader) -> Reader:
    """The same for every value of a list with commas."""

    def read(values: str) -> list[str]:
        parts = (part.strip() for part in values.split(","))
        return [name for part in parts if part for name in reader(part)]

    return read


def _not_here(name: str) -> RefusedError:
    return RefusedError(f"its file {shown(name)} is not on this machine")


READERS: Mapping[Names, Reader] = {
    Names.FILE: file,
    Names.MODEL: model,
    Names.MASK: mask,
    Names.MODELS: each(model),
    Names.MASKS: each(mask),
    Names.COLUMNS: each(measure),
}
