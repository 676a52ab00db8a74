"""Cases one after another: a number of them, drawn ones, or until enough processes are killed."""

from __future__ import annotations

import random
import shutil
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.faults.tally import Tally, draw_of

V = TypeVar("V")

OnCase = Callable[[int, int], None]
# (random choices, a new folder, most kills) -> kills, and what was wrong; empty where nothing was.
Attempt = Callable[[random.Random, Path, int], tuple[int, str]]


def numbered(count: int, on_case: OnCase | None) -> Iterator[int]:
    """Numbers of cases from 0; each case is reported once it is done.

    Args:
        on_case: called with (cases done, all cases).
    """
    for number in range(count):
        yield number
        if on_case is not None:
            on_case(number + 1, count)


def each_drawn(
    strategy: st.SearchStrategy[V],
    numbers: range,
    seed_of_all: int,
    judge: Callable[[int, V], None],
    on_case: OnCase | None = None,
) -> None:
    """Judge what hypothesis draws; the same seed and number give the same case.

    Args:
        numbers: of the cases; none are drawn where it is empty.
        judge: takes the number of a case and what was drawn; does not raise.
        on_case: called with (cases done, all cases).
    """
    if not numbers:
        return
    left = iter(numbers)

    def case(drawn: V) -> None:
        number = next(left)
        judge(number, drawn)
        if on_case is not None:
            on_case(number + 1, numbers.stop)

    drawing = settings(
        max_examples=len(numbers),
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Generating overly large repr")  # of texts that are huge
        seed(seed_of_all)(drawing(given(strategy)(case)))()


def count_kills(kind: str, count: int, tally: Tally, folder: Path, attempt: Attempt) -> None:
    """Attempt cases until enough processes are killed, and count how each kill ended.

    Args:
        count: kills; a case without one is not counted, unless it is bad.
        tally: that they are counted in.
        folder: empty; each case has a folder in it, which is gone afterwards.
    """
    case = killed = 0
    while killed < count:
        place = folder / "case"
        place.mkdir()
        kills, problem = attempt(draw_of(tally.seed, kind, case), place, count - killed)
        for _ in range(kills - bool(problem)):
            tally.add(kind, "nothing lost")
        if problem:
            tally.add_bad(kind, case, f"{kills} kills: {problem}")
        shutil.rmtree(place)
        killed, case = killed + max(kills, bool(problem)), case + 1
