"""A command of `python -m engine` as a value: what a page offers to copy, and what a job runs.

A page builds one `Command` for what it shows. Its line is copied, its words become a job, and
the job is found again by what the command has the model compute, whoever submitted it.
"""

from __future__ import annotations

import contextlib
import hashlib
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

from engine.command_line.declared import Option, declared, of_any
from engine.command_line.entries import entry_of
from engine.command_line.facts import Fact, Names
from engine.core.errors import BiascopeError
from engine.core.file_names import portable_name
from engine.core.intervention_text import format_scales, parse_scales
from engine.core.program import PROGRAM
from engine.core.spec import ModelSpec, format_heads, parse_heads


@dataclass(frozen=True)
class Command:
    """What follows `python -m engine`.

    Args:
        words: of the command line; files of the user by their name.
        files: name among `words` -> content, of uploaded files.
        output: name of the file that `--out` writes.
    """

    words: tuple[str, ...]
    files: Mapping[str, bytes] = field(default_factory=dict, hash=False)
    output: str | None = None

    @classmethod
    def of_job(cls, argv: Sequence[str], folder: Path) -> Command:
        """The command of a job, with the files in the job's folder by their name again.

        Args:
            argv: as the job keeps it.
            folder: of the job, where copies of the uploaded files are.
        """
        words, files = [], {}
        home = folder.resolve()
        name = _name(argv)
        for word, value in pairwise(("", *argv)):
            path = Path(value)
            own = path.parent == home
            words.append(path.name if own else value)
            if own and not _has(_option(name, word), Fact.ELSEWHERE):
                with contextlib.suppress(OSError):  # without its content it is another file
                    files[path.name] = path.read_bytes()
        return cls(tuple(words), files)

    def for_model(self, spec: ModelSpec, compared: ModelSpec | None = None) -> Command:
        """The same on one model, or on one beside another; to be asked once."""
        options = spec.arguments()
        if compared is not None:
            options += compared.compare_arguments(spec)
        return replace(self, words=tuple(with_options(self.words, options)))

    def line(self) -> str:
        """As a person types it, quoted for a shell."""
        out = [] if self.output is None else ["--out", self.output]
        return shlex.join((*PROGRAM.split(), *with_options(self.words, out)))

    def normalised(self) -> tuple[str, ...]:
        """Identity of what the model has to compute for it.

        The order of options, spaces, what commands assume anyway, where numbers are written,
        and what is done with numbers once they are known make no difference; a file counts by
        its name and content.
        """
        name = _name(self.words)
        named, options = _read(name, self.words)
        kept = [
            f"{option}={self._identified(canonical)}"
            for option, values in sorted(options.items())
            if not _is_left_out(about := _option(name, option))
            for value in (sorted(set(values)) if about and about.repeated else values[-1:])
            if (canonical := _canonical(about, value)) != (about and about.default)
        ]
        entry = entry_of(self.words)
        in_any_order = entry is not None and entry.any_order
        given = [self._identified(word) for word in named[1:]]
        return (*named[:1], *(sorted(given) if in_any_order else given), *kept)

    def _identified(self, word: str) -> str:
        if word not in self.files:
            return word
        return f"{portable_name(word)} sha256:{hashlib.sha256(self.files[word]).hexdigest()[:16]}"


def with_options(words: Sequence[str], options: Sequence[str]) -> list[str]:
    """Options added, before a text that could be taken for one."""
    end = words.index("--") if "--" in words else len(words)
    return [*words[:end], *options, *words[end:]]


def _name(words: Sequence[str]) -> str:
    """Name of the command that the words are of; empty for one that is not listed."""
    entry = entry_of(words)
    return "" if entry is None else entry.name


def _option(name: str, option: str) -> Option | None:
    """An option of a command, or else of any; None for a word that is the option of none."""
    if not option.startswith("-"):
        return None
    return declared(name).options.get(option) or of_any(option)


def _has(option: Option | None, *facts: Fact) -> bool:
    return option is not None and not option.facts.isdisjoint(facts)


def _is_left_out(option: Option | None) -> bool:
    """Whether no model computes anything else because of it."""
    return _has(option, Fact.ELSEWHERE, Fact.AFTERWARDS)


def _read(name: str, words: Sequence[str]) -> tuple[list[str], dict[str, list[str]]]:
    """Words that are no option, and option -> its values in order; most count by the last."""
    named: list[str] = []
    options: dict[str, list[str]] = {}
    rest = iter(words)
    for word in rest:
        if word == "--":
            named += rest
        elif word.startswith("--"):
            option, equals, value = word.partition("=")
            about = _option(name, option)
            is_flag = about is not None and about.flag
            options.setdefault(option, []).append(value if equals or is_flag else next(rest, ""))
        else:
            named.append(word)
    return named, options


def _canonical(option: Option | None, value: str) -> str:
    """A value as it is compared: heads and numbers in one order, no spaces around it."""
    if option is not None and option.names is Names.MASK:
        with contextlib.suppress(BiascopeError):  # the name of a mask file
            return format_heads(parse_heads(value)).replace(" ", "")
    if option is not None and option.names is Names.SCALES:
        with contextlib.suppress(BiascopeError):  # what the command will refuse
            return format_scales(parse_scales(value)).replace(" ", "")
    if _has(option, Fact.NUMBERS):
        return ",".join(sorted({part.strip() for part in value.split(",")}, key=_number))
    return value.strip()


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def file_word(name: str) -> str:
    """A file's name as an argument: never an option, standard input or a user's home folder."""
    home = name.startswith("~") and not set(name) & {"/", "\\"}
    return f"./{name}" if home or name.startswith("-") else name
