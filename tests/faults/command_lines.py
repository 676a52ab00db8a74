"""Odd command lines, run in this process exactly as `python -m engine` runs them."""

from __future__ import annotations

import io
import json
import random
import runpy
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from unittest.mock import patch

from engine.core.errors import BiascopeError
from tests.faults.receivers import (
    ANSWERS,
    DOMAIN,
    LABELLED,
    PAIRS,
    SEAT,
    SENTENCES,
    TARGETS,
    Place,
    written,
)
from tests.faults.texts import odd_heads, odd_name, odd_number, odd_text
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


def odd_command_line(draw: random.Random, place: Place) -> None:
    """Run an odd command line."""
    words = [_word(draw, place, part) for part in draw.choice(_COMMANDS).split(" ")]
    ended = run(words)
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


def _word(draw: random.Random, place: Place, part: str) -> str:
    if part == "MODEL":
        return str(place.model)
    if part in _FILES:
        return written(draw, place, _FILES[part])
    if part in _PLAIN and draw.random() < 0.5:  # so that many commands get beyond their options
        return draw.choice(_PLAIN[part])
    odd = {
        "TEXT": lambda: odd_text(draw),
        "HEADS": lambda: odd_heads(draw),
        "NUMBER": lambda: odd_number(draw),
        "NAME": lambda: odd_name(draw, (str(place.model), "odd.csv")),
        "NAME.json": lambda: odd_name(draw, ("odd.json",)) + ".json",
        "UNKNOWN": lambda: "-".join(("no", "such", odd_name(draw))),
        "--TEXT": lambda: "--" + odd_text(draw),
    }
    return odd[part]() if part in odd else part


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
