"""The commands of a pin as words: only those that measure, and nothing that writes or fetches.

A collection comes from anyone. Its command is never given to a shell: it is split into words, and
each word must be one of a command that only measures, with options that are known. Where numbers
are written, and on which machines they are computed, is never taken from the file.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.command_line.declared import Option, declared, of_any
from engine.command_line.entries import ENTRIES
from engine.command_line.facts import Fact
from engine.report.check.named_files import READERS, Reader, RefusedError, text

_BEGIN = ("python", "-m", "engine")
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
    found = [_line(words) for words in _split(command)]
    if not found:
        raise RefusedError("it has no command", expected=True)
    if len(found) > _MOST:
        raise RefusedError(f"it has {len(found)} commands; at most {_MOST} are run")
    return found


def _split(command: str) -> Iterator[list[str]]:
    """Words of each command; a line that ends within quotes goes on in the next."""
    begun = ""
    for line in command.splitlines():
        begun = f"{begun}\n{line}" if begun else line
        try:
            words = shlex.split(begun)
        except ValueError:
            continue
        if words:
            yield words
        begun = ""
    if begun:
        raise RefusedError("its command has an open quotation mark")


def _line(words: Sequence[str]) -> Line:
    if tuple(words[: len(_BEGIN)]) != _BEGIN:
        raise RefusedError("its command is not one of python -m engine")
    name, rest = _named(words[len(_BEGIN) :])
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
        if not word.startswith("-"):
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
