"""A pin's commands as words, with the files they name: only those that measure, and write nothing.

A collection comes from anyone. Its command is never given to a shell: it is split into words, and
each word must be one of a command that only measures, with options that are known. Where numbers
are written, and on which machines they are computed, is never taken from the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.command_line.declared import Option, declared, of_any
from engine.command_line.entries import ENTRIES
from engine.command_line.facts import Fact, Names
from engine.core.checkpoint_names import may_be_on_the_hub
from engine.core.errors import BiascopeError
from engine.core.intervention_text import split_strength
from engine.core.paths import exists, is_elsewhere, shown_name
from engine.core.program import PROGRAM, arguments_of
from engine.core.shell import commands_in
from engine.core.spec import BUNDLED
from engine.core.wording import counted
from engine.files.fits import is_kept

# Commands of two words, by the first of them.
_GROUPS = frozenset(
    name.split()[0] for name, entry in ENTRIES.items() if " " in name and entry.checked
)
_MOST = 4  # commands of one pin


@dataclass(frozen=True)
class Line:
    """One command that may be run.

    Args:
        name: of the command, as `arena run`.
        words: what follows `python -m engine`, without what is left out.
        files: that it reads.
    """

    name: str
    words: tuple[str, ...]
    files: tuple[str, ...]


def lines_of(command: str) -> list[Line]:
    """The commands of a pin.

    Args:
        command: text of one or more lines, as a person would type them.

    Raises:
        RefusedError: if one of them may not be run.
    """
    if "\0" in command:
        raise RefusedError("its command holds a zero byte, which no command can")
    try:
        commands = [*commands_in(command)]
    except ValueError:
        raise RefusedError("its command has an open quotation mark") from None
    found = [_line(words) for words in commands]
    if not found:
        raise RefusedError("it has no command", expected=True)
    if len(found) > _MOST:
        raise RefusedError(f"it has {counted(len(found), 'command')}; at most {_MOST} are run")
    return found


def _line(words: Sequence[str]) -> Line:
    arguments = arguments_of(words)
    if arguments is None:
        raise RefusedError(f"its command is not one of {PROGRAM}")
    name, rest = _named(arguments)
    kept, files = _checked(name, rest)
    return Line(name, (*name.split(), *kept), tuple(dict.fromkeys(files)))


def _named(words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The name of a command, and what follows it."""
    first = words[0] if words else ""
    count = 2 if first in _GROUPS else 1
    name = " ".join(words[:count])
    entry = ENTRIES.get(name)
    if entry is None or not entry.checked:
        if entry is not None and entry.unchecked:
            raise RefusedError(entry.unchecked, expected=True)
        raise RefusedError("its command does not measure, so it is not run")
    return name, words[count:]


def _checked(name: str, words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words that are kept, and the files that they name.

    Args:
        name: of the command.
        words: what follows it.
    """
    own = declared(name)
    given = READERS[own.given] if own.given else text
    kept: list[str] = []
    files: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--":
            last = list(rest)
            files += [file for value in last for file in given(value)]
            return [*kept, word, *last], files
        if word == "-" or not word.startswith("-"):  # - alone is standard input
            files += given(word)
            kept.append(word)
            continue
        option, equals, value = word.partition("=")
        about = own.options.get(option) or of_any(option)
        flag = about is not None and about.flag
        if not flag and not equals:
            value = next(rest, "")
        if about is not None and Fact.ELSEWHERE in about.facts:
            continue
        if about is None or not _is_safe(option):
            raise RefusedError(f"its command has {option[:40]}, which is not known to be safe")
        files += _reader(own.options.get(option))(value) if value.strip() else []
        kept.append(option if flag else f"{option}={value}")
    return kept, files


def _reader(option: Option | None) -> Reader:
    return text if option is None or option.names is None else READERS[option.names]


def _is_safe(option: str) -> bool:
    """Whether a command that may be run has this option, and it may come from anyone."""
    return any(
        option in options and Fact.UNCHECKED not in options[option].facts
        for options in (declared(name).options for name, entry in ENTRIES.items() if entry.checked)
    )


# --- named files --------------------------------------------------------------------------
# A value of a command names files by what the command takes there.
#
# Each function here gives the names of the files and folders that would be read, and refuses a
# value that can only be a file and is not on this machine.

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


class NotHereError(RefusedError):
    """A command that names a file which is not there."""


def text(_value: str) -> list[str]:
    """A text that is measured, a number or a choice; never a file, whatever there is."""
    return []


def file(value: str) -> list[str]:
    """A file, or the name of a set; one file of a set is written `set/file`."""
    if value == "-":
        raise RefusedError("its command reads standard input, which a pin does not keep")
    if is_elsewhere(value):
        raise _not_here(value)
    if exists(value):
        return [value]
    if value.count("/") > 1 or value.startswith(("/", ".", "~")) or "\\" in value:
        raise _not_here(value)
    if "/" not in value and _END.search(value):
        raise _not_here(value)
    return []


def model(value: str) -> list[str]:
    """A model: bundled, a folder, or an id of the hub."""
    name = value.strip()
    if name == BUNDLED:
        return []
    if is_elsewhere(name):
        raise _not_here(name)
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
    if is_elsewhere(name) or not exists(name):
        raise _not_here(name)
    return [name]


def fit(value: str) -> list[str]:
    """A fitted erasure or vector with its strength, by its name among those that are kept."""
    name, _ = split_strength(value)
    if not is_kept(name):
        raise _not_here(name)
    return []


def measure(value: str) -> list[str]:
    """A measure of the Scorecard, which may be of a file: `pairs:own.csv:aul`."""
    argument = value.partition(":")[2].strip()
    if not argument or is_elsewhere(argument) or exists(argument):
        return file(argument) if argument else []
    return file(argument.rpartition(":")[0] or argument)


def each(reader: Reader) -> Reader:
    """The same for every value of a list with commas."""

    def read(values: str) -> list[str]:
        parts = (part.strip() for part in values.split(","))
        return [name for part in parts if part for name in reader(part)]

    return read


def _not_here(name: str) -> NotHereError:
    return NotHereError(f"its file {shown_name(name)} is not on this machine")


READERS: Mapping[Names, Reader] = {
    Names.FILE: file,
    Names.MODEL: model,
    Names.MASK: mask,
    Names.SCALES: text,
    Names.FIT: fit,
    Names.MODELS: each(model),
    Names.MASKS: each(mask),
    Names.COLUMNS: each(measure),
}
