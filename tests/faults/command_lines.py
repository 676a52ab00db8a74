"""Odd command lines, run in this process exactly as `python -m engine` runs them."""

from __future__ import annotations

import io
import json
import runpy
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from unittest.mock import patch

from hypothesis import strategies as st

from engine.core.errors import BiascopeError
from tests.faults.files import OddFile, odd_files
from tests.faults.receivers import (
    ANSWERS,
    DOMAIN,
    LABELLED,
    MODEL,
    PAIRS,
    SEAT,
    SENTENCES,
    SOUND,
    TARGETS,
    Place,
    Receiver,
    write,
)
from tests.faults.texts import ODD_HEADS, ODD_NUMBER, ODD_TEXT, odd_names
from tests.faults.verdict import WrongAnswerError, message_problem

_FILES = {
    "PAIRS": PAIRS,
    "ANSWERS": ANSWERS,
    "SENTENCES": SENTENCES,
    "TARGETS": TARGETS,
    "LABELLED": LABELLED,
    "SEAT": SEAT,
    "DOMAIN": DOMAIN,
    "LINES": ("a",),
}
_PLAIN = {
    "TEXT": ("babaca [MASK] babade", "babaca", "cps", "sent_more=sent_more", "{group} [MASK]"),
    "HEADS": ("1-1", "", "1-1, 2-2"),
    "NUMBER": ("1", "3"),
}
# Words in capitals stand for something odd; `MODEL` for the model of all cases.
_COMMANDS = (
    "fill TEXT --top-k NUMBER --targets TEXT --model MODEL --json",
    "fill TEXT --groups TEXT --model MODEL --json",
    "fill TEXT --mask HEADS --model MODEL --json",
    "fill TEXT --order TEXT --hide TEXT --max-pieces NUMBER --model MODEL",
    "fill TEXT --model NAME",
    "fill TEXT --model MODEL --dtype TEXT --device TEXT",
    "fill [MASK] --mask NAME.json --model MODEL",
    "pairs PAIRS --columns TEXT --measure TEXT --model MODEL --json",
    "pairs PAIRS --model MODEL --json",
    "pairs NAME --model MODEL",
    "pairs PAIRS --encoding TEXT --model MODEL --json",
    "pppl LINES --model MODEL --json",
    "pppl NAME --seed NUMBER --model MODEL",
    "perplexity LINES --model MODEL",
    "seat SEAT --model MODEL --json",
    "seat NAME --pooling TEXT --model MODEL",
    "heads --seat SEAT --top-k NUMBER --model MODEL --json",
    "heads --mask HEADS --seat SEAT --model MODEL --json",
    "lpbs DOMAIN --model MODEL --json",
    "nlu LABELLED --model MODEL",
    "cabm --sentences SENTENCES --groups TEXT --weighting equal --model MODEL --json",
    "cabm --sentences SENTENCES --targets TARGETS --threshold NUMBER --model MODEL",
    "cabm --weights TEXT --weighting user --sentences SENTENCES --model MODEL",
    "cabm --published --weights TEXT --scale TEXT --sentences SENTENCES --model MODEL --json",
    "agreement ANSWERS --group-by TEXT --k NUMBER --model MODEL --json",
    "cooccurrences LINES --targets TARGETS",
    "datasets get UNKNOWN",
    "models check NAME",
    "jobs resume NUMBER",
    "jobs cancel NUMBER",
    "jobs forget NUMBER",
    "cache prune --limit-mb NUMBER",
    "TEXT TEXT",
    "fill --TEXT",
)


class Ended(NamedTuple):
    """What one run of the command line left behind."""

    code: object
    out: str
    err: str


def _run_odd(place: Place, words: list[str | OddFile]) -> None:
    """Run an odd command line; its files are written, and named in their place."""
    ended = run([_argument(word, place) for word in words])
    if ended.code not in (0, 2):
        raise WrongAnswerError(f"exit code {ended.code} from {words!r}: {ended.err.strip()}")
    if ended.code == 2:
        message = ended.err.removesuffix("\n")
        if message.startswith("Usage:"):
            return
        raise BiascopeError(message)
    for line in ended.err.splitlines():
        if message_problem(line):
            raise WrongAnswerError(f"{message_problem(line)} from {words!r}: {line}")
    if "--json" in words:
        json.loads(ended.out, parse_constant=_refused)


def _refused(name: str) -> None:
    raise WrongAnswerError(f"{name} in the JSON")


def _argument(word: str | OddFile, place: Place) -> str:
    return (
        write(word, place) if isinstance(word, OddFile) else word.replace(MODEL, str(place.model))
    )


def run(words: list[str]) -> Ended:
    """Run `python -m engine` in this process."""
    with _redirected() as (out, err), patch.object(sys, "argv", ["engine", *words]):
        code: object = 0
        try:
            runpy.run_module("engine", run_name="__main__")
        except SystemExit as left:
            code = left.code or 0
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        return Ended(code, *(found.getvalue().decode(errors="replace") for found in (out, err)))


@contextmanager
def _redirected() -> Iterator[tuple[io.BytesIO, io.BytesIO]]:
    """Standard streams as a shell gives them: output must be UTF-8, errors are escaped."""
    out, err = io.BytesIO(), io.BytesIO()
    with (
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(), encoding="utf-8")),
        patch.object(sys, "stdout", io.TextIOWrapper(out, encoding="utf-8")),
        patch.object(
            sys, "stderr", io.TextIOWrapper(err, encoding="utf-8", errors="backslashreplace")
        ),
    ):
        yield out, err


_ODD = {
    "TEXT": ODD_TEXT,
    "HEADS": ODD_HEADS,
    "NUMBER": ODD_NUMBER,
    "NAME": odd_names(MODEL, "odd.csv"),
    "NAME.json": odd_names("odd.json").map("{}.json".format),
    "UNKNOWN": odd_names().map("no-such-{}".format),
    "--TEXT": ODD_TEXT.map("--{}".format),
    **{part: odd_files(columns, SOUND.get(columns)) for part, columns in _FILES.items()},
}


def _word(part: str) -> st.SearchStrategy[str | OddFile]:
    """A word of a command; half of the texts are plain, so that many get far."""
    odd = _ODD.get(part, st.just(part))
    return st.one_of(st.sampled_from(_PLAIN[part]), odd) if part in _PLAIN else odd


def _words(command: str) -> st.SearchStrategy[list[str | OddFile]]:
    return st.tuples(*map(_word, command.split(" "))).map(list)


COMMAND_LINES = Receiver.of(_run_odd, words=st.sampled_from(_COMMANDS).flatmap(_words))
