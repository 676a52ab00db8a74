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
from pathlib import Path, PurePath

from engine.core.errors import BiascopeError
from engine.core.spec import BUNDLED, DTYPES, ModelSpec, format_heads, parse_heads

# Options that take no value.
FLAGS = frozenset(
    (
        *("--published", "--mean", "--clean", "--control", "--variants", "--case"),
        *("--ablate", "--all-positive", "--same-words", "--resume", "--no-resume", "--quick"),
        *("--quoted", "--ship", "--list", "--show-words", "--json", "--no-cache"),
        *("--ship-models", "--notes", "--check", "--from-store"),
    )
)
# Options that say where numbers go, or where they are computed.
_ELSEWHERE = (
    *("--out", "--rejected", "--refused", "--save-mask", "--json", "--no-cache", "--device"),
    *("--workers", "--ray", "--threads", "--ship-models"),
)
# Options by command that are applied to what the model said, so that no model runs for them.
_AFTERWARDS = {
    "pairs": ("--published", "--mean", "--clean", "--seed"),
    "multilingual": ("--seed",),
    "agreement": ("--group-by", "--case", "--k", "--fewest-annotators", "--draws", "--seed"),
    "cabm": (
        *("--weighting", "--weights", "--pmi-corpus", "--alpha", "--smoothing", "--context"),
        *("--threshold", "--draws", "--seed", "--scale", "--published"),
    ),
    "bec-pro": ("--seed",),
    "arena": ("--reading",),
    "honest": ("--lexicon", "--fill", "--seed", "--show-words"),
    "gest": ("--published", "--seed"),
}
# What a command assumes where an option is absent.
COMMON_DEFAULTS = {"--model": BUNDLED, "--mask": "", "--dtype": DTYPES[0]}
DEFAULTS = {
    "fill": {"--top-k": "10", "--order": "independent", "--max-pieces": "1"},
    "pairs": {"--measure": "cps"},
    "multilingual": {"--language": "all"},
    "gest": {"--template": "all"},
    "heads": {"--words": "gender", "--random-seeds": "0"},
    "cabm": {"--sentences": "bundled", "--sentence": "cls"},
    "bec-pro": {"--language": "en", "--sample": "0"},
    "curate": {"--language": "en"},
    "arena": {
        "--prompts": "bundled",
        "--seed": "0",
        "--evaluators": "demo",
        "--fill": "word",
        "--top-k": "1",
        "--evaluator-dtype": "auto",
    },
    "sweep": {"--models": BUNDLED, "--masks": "none", "--seeds": "0"},
    "honest": {"--language": "en", "--identities": "binary", "--k": "1,5,20"},
    "review": {"--classifier-dtype": "auto", "--hypothesis": ""},
}
# Options that count as often as they are given, by command; and commands for which the order of
# their files makes no difference. That of the options' values makes none either.
_REPEATED = {"curate": ("--category", "--lists"), "sweep": ("--import",)}
_IN_ANY_ORDER = ("curate",)
_HEADS = ("--mask", "--compare-mask")
_NUMBERS = ("--top-k", "--bottom-k")
_LINE = ("python", "-m", "engine")


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
        for option, word in pairwise(("", *argv)):
            path = Path(word)
            own = path.parent == home
            words.append(path.name if own else word)
            if own and option not in _ELSEWHERE:
                with contextlib.suppress(OSError):  # without its content it is another file
                    files[path.name] = path.read_bytes()
        return cls(tuple(words), files)

    def for_model(self, spec: ModelSpec, compared: ModelSpec | None = None) -> Command:
        """The same on one model, or on one beside another; to be asked once."""
        options = spec.arguments()
        if compared is not None:
            options += compared.compare_arguments(spec)
        return replace(self, words=_with(self.words, options))

    def line(self) -> str:
        """As a person types it, quoted for a shell."""
        out = [] if self.output is None else ["--out", self.output]
        return shlex.join((*_LINE, *_with(self.words, out)))

    def normalised(self) -> tuple[str, ...]:
        """Identity of what the model has to compute for it.

        The order of options, spaces, what commands assume anyway, where numbers are written,
        and what is done with numbers once they are known make no difference; a file counts by
        its name and content.
        """
        named, options = _read(self.words)
        name = named[0] if named else ""
        assumed = COMMON_DEFAULTS | DEFAULTS.get(name, {})
        left_out = (*_ELSEWHERE, *_AFTERWARDS.get(name, ()))
        repeated = _REPEATED.get(name, ())
        kept = [
            f"{option}={self._identified(canonical)}"
            for option, values in sorted(options.items())
            if option not in left_out
            for value in (sorted(set(values)) if option in repeated else values[-1:])
            if (canonical := _canonical(option, value)) != assumed.get(option)
        ]
        given = [self._identified(word) for word in named[1:]]
        return (*named[:1], *(sorted(given) if name in _IN_ANY_ORDER else given), *kept)

    def _identified(self, word: str) -> str:
        if word not in self.files:
            return word
        return f"{PurePath(word).name} sha256:{hashlib.sha256(self.files[word]).hexdigest()[:16]}"


def _with(words: tuple[str, ...], options: Sequence[str]) -> tuple[str, ...]:
    """Options added, before a text that could be taken for one."""
    end = words.index("--") if "--" in words else len(words)
    return (*words[:end], *options, *words[end:])


def _read(words: Sequence[str]) -> tuple[list[str], dict[str, list[str]]]:
    """Words that are no option, and option -> its values in order; most count by the last."""
    named: list[str] = []
    options: dict[str, list[str]] = {}
    rest = iter(words)
    for word in rest:
        if word == "--":
            named += rest
        elif word.startswith("--"):
            option, equals, value = word.partition("=")
            given = value if equals or option in FLAGS else next(rest, "")
            options.setdefault(option, []).append(given)
        else:
            named.append(word)
    return named, options


def _canonical(option: str, value: str) -> str:
    if option in _HEADS:
        with contextlib.suppress(BiascopeError):  # the name of a mask file
            return format_heads(parse_heads(value)).replace(" ", "")
    if option in _NUMBERS:
        return ",".join(sorted({part.strip() for part in value.split(",")}, key=_number))
    return value.strip()


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def file_word(name: str) -> str:
    """A file's name as an argument: never an option, standard input or a user's home folder."""
    home = name.startswith("~") and "/" not in name
    return f"./{name}" if home or name.startswith("-") else name
