"""Cases one after another: a number of them, or until enough processes are killed."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.faults.tally import Tally, draw_of

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
