"""How long a report takes to write, and how large it is, by the number of its results."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from engine.bench.timing import Times, seconds, times
from engine.core.libraries import library_versions
from engine.core.program import PROGRAM
from engine.pins import Collection, make_pin

_ROWS, _POINTS = 300, 200
_SENTENCE = "The {who} {number} said that she would be late again today."
_MEASURES = ("pairs", "seat", "completion", "pppl", "cabm", "lpbs")


@dataclass(frozen=True)
class ReportSpeed:
    """One size of a report.

    Args:
        pins: results in it.
        megabytes: of the file, 10**6 bytes.
    """

    pins: int
    written: Times
    megabytes: float


def report_speeds(sizes: Sequence[int], repeats: int) -> list[ReportSpeed]:
    """Write reports of these sizes.

    Args:
        repeats: of each; Plotly's script is read from the disk before the first.
    """
    from engine.report.html import report_html

    found = []
    for size in sizes:
        collection = invented(size)
        text = report_html(collection)
        taken = [seconds(partial(report_html, collection)) for _ in range(repeats)]
        found.append(ReportSpeed(size, times(taken), len(text.encode()) / 1e6))
    return found


def invented(size: int) -> Collection:
    """A collection of results like those of the pages: a figure and a table of 300 rows each."""
    draw = random.Random(0)
    pins = [
        make_pin(
            f"Result {number} of a report",
            "55.0% of the pairs prefer the stereotype, 95% CI [49.3, 60.5].",
            _figure(draw),
            ["sentence", "score_more", "score_less", "difference"],
            [_row(draw, row) for row in range(_ROWS)],
            f"{PROGRAM} pairs bundled --measure cps",
            _manifest(_MEASURES[number % len(_MEASURES)]),
            alt="Score of each pair as a dot.",
            address="pairs?measure=cps",
        )
        for number in range(1, size + 1)
    ]
    return Collection(f"A report of {size} results", tuple(pins))


def _figure(draw: random.Random) -> dict[str, Any]:
    values = [[draw.random() for _ in range(_POINTS)] for _ in range(2)]
    trace = {"type": "scatter", "mode": "markers", "x": values[0], "y": values[1]}
    return {"data": [trace], "layout": {"height": 400}}


def _row(draw: random.Random, number: int) -> list[Any]:
    more, less = -40 * draw.random(), -40 * draw.random()
    return [_SENTENCE.format(who="nurse", number=number), more, less, more - less]


def _manifest(measure: str) -> dict[str, Any]:
    spec = {"checkpoint": "bundled", "revision": "sha256:0", "dtype": "float32"}
    return {
        "spec": spec | {"masked_heads": []},
        "measure": measure,
        "version": 1,
        "params": {"variant": "cps"},
        "items": _ROWS,
        "data": "sha256:0",
        "libraries": library_versions(),
    }
