"""The commands of a pin as words: only those that measure, and nothing that writes or fetches.

A collection comes from anyone. Its command is never given to a shell: it is split into words, and
each word must be one of a command that only measures, with options that are known. Where numbers
are written, and on which machines they are computed, is never taken from the file.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.core.command import FLAGS
from engine.report.check.named_files import (
    Reader,
    RefusedError,
    each,
    file,
    mask,
    measure,
    model,
    text,
)

_BEGIN = ("python", "-m", "engine")
_MODEL: dict[str, Reader] = {"--model": model, "--mask": mask}
_TWO_MODELS: dict[str, Reader] = {**_MODEL, "--compare": model, "--compare-mask": mask}
_WORD_LISTS: dict[str, Reader] = dict.fromkeys(
    ("--attributes", "--targets", "--corpus", "--contexts", "--seat"), file
)
_LISTS: dict[str, Reader] = {
    "--models": each(model),
    "--masks": each(mask),
    "--measures": each(measure),
}
# Commands that measure -> what they are given: without an option, and with those that may name a
# file. All other values of options are texts, numbers and choices.
MEASURING: Mapping[str, tuple[Reader, Mapping[str, Reader]]] = {
    "agreement": (file, _TWO_MODELS),
    "arena rank": (file, {}),
    "arena run": (text, {**_MODEL, "--prompts": file, "--evaluators": file}),
    "bec-pro": (file, _MODEL),
    "cabm": (
        text,
        _MODEL | dict.fromkeys(("--sentences", "--pmi-corpus", "--targets", "--templates"), file),
    ),
    "counter": (text, _MODEL | _WORD_LISTS),
    "fill": (text, {**_MODEL, "--file": file}),
    "gest": (file, _MODEL),
    "heads": (text, _MODEL | _WORD_LISTS),
    "honest": (file, {**_MODEL, "--lexicon": file}),
    "lpbs": (file, _MODEL),
    "mask": (text, _MODEL | _WORD_LISTS),
    "multilingual": (text, _MODEL),
    "nlu": (file, _MODEL),
    "pairs": (file, _TWO_MODELS),
    "perplexity": (file, _MODEL),
    "pppl": (file, _MODEL),
    "review show": (text, {}),
    "seat": (file, _MODEL | _WORD_LISTS),
    "sweep": (text, _LISTS),
}
_REASONS = {
    "inject": "it trains a model, which takes minutes to hours; run it by hand",
    "curate": "it reads subtitle files and begins a review; run it by hand",
}
_GROUPS = frozenset(name.split()[0] for name in MEASURING if " " in name)
# Whatever is left out of a command: where to write and where to compute.
_LEFT_OUT = frozenset(
    (
        *("--out", "--rejected", "--refused", "--save-mask", "--json", "--no-cache", "--device"),
        *("--workers", "--ray", "--threads", "--ship-models"),
    )
)
_ALLOWED = frozenset(
    (
        *("--ablate", "--all-positive", "--alpha", "--attributes", "--bottom-k", "--candidates"),
        *("--case", "--clean", "--columns", "--compare", "--compare-dtype", "--compare-mask"),
        *("--context", "--contexts", "--control", "--corpus", "--domain", "--draws", "--dtype"),
        *("--encoding", "--evaluator-dtype", "--evaluators", "--fewest-annotators", "--file"),
        *("--fill", "--group-by", "--groups", "--hide", "--identities", "--k", "--language"),
        *("--less", "--lexicon", "--look-up", "--mask", "--masks", "--max-contexts"),
        *("--max-pieces", "--mean", "--measure", "--measures", "--metric", "--model", "--models"),
        *("--more", "--order", "--persons", "--pieces", "--pmi-corpus", "--pooling", "--prompts"),
        *("--published", "--quoted", "--random-seeds", "--rank-by", "--reading", "--same-words"),
        *("--sample", "--samples", "--scale", "--seat", "--seed", "--seeds", "--sentence"),
        *("--sentence-words", "--sentences", "--show-words", "--smoothing", "--subset"),
        *("--targets", "--template", "--templates", "--text", "--threshold", "--top-k"),
        *("--variant", "--variants", "--weighting", "--weights", "--words"),
    )
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
    kept, files = _checked(rest, *MEASURING[name])
    return Line(name, (*name.split(), *kept), tuple(dict.fromkeys(files)))


def _named(words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The name of a command, and what follows it.

    Raises:
        RefusedError: if it is none that measures.
    """
    first = words[0] if words else ""
    count = 2 if first in _GROUPS else 1
    name = " ".join(words[:count])
    if name not in MEASURING:
        if first in _REASONS:
            raise RefusedError(_REASONS[first], expected=True)
        raise RefusedError("its command does not measure, so it is not run")
    return name, words[count:]


def _checked(
    words: Sequence[str], given: Reader, options: Mapping[str, Reader]
) -> tuple[list[str], list[str]]:
    """The words that are kept, and the files that they name.

    Args:
        given: reads words that belong to no option.
        options: read values of these.
    """
    kept: list[str] = []
    files: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--":
            last = list(rest)
            files += [name for value in last for name in given(value)]
            return [*kept, word, *last], files
        if not word.startswith("-"):
            files += given(word)
            kept.append(word)
            continue
        option, equals, value = word.partition("=")
        flag = option in FLAGS
        if not flag and not equals:
            value = next(rest, "")
        if option in _LEFT_OUT:
            continue
        if option not in _ALLOWED:
            raise RefusedError(f"its command has {option[:40]}, which is not known to be safe")
        files += options.get(option, text)(value) if value.strip() else []
        kept.append(option if flag else f"{option}={value}")
    return kept, files
