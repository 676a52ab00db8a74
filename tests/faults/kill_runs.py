"""Killing commands that measure into a store, and running them again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from tests.faults.repeating import count_kills
from tests.faults.runs import finished, start, table_of
from tests.faults.stored import Outcome, kept_in, kill_problem, resumed_problem
from tests.faults.tally import Tally
from tests.faults.workload import Work

_IN_A_ROW = 3  # kills before a command may finish


def kill_runs(
    count: int, tally: Tally, folder: Path, expected: Sequence[tuple[Work, Outcome, float]]
) -> None:
    """Kill commands at random moments, resume them, and compare what they leave.

    Args:
        count: kills; a command that had ended before its moment is none.
        tally: that they are counted in.
        folder: empty; for caches and outputs.
        expected: commands, what they leave undisturbed, and the seconds they take.
    """

    def attempt(draw: random.Random, place: Path, most: int) -> tuple[int, str]:
        work, whole, seconds = expected[draw.randrange(len(expected))]
        kills, problem = _case(draw, work, place, whole, seconds, most)
        return kills, problem and f"{work.arguments[0]}, {problem}"

    count_kills("command", count, tally, folder, attempt)


def _case(
    draw: random.Random, work: Work, folder: Path, whole: Outcome, seconds: float, most: int
) -> tuple[int, str]:
    """Kill one command some times in a row, then let it finish.

    Returns:
        Number of kills, and what was wrong.
    """
    kills, cache = 0, folder / "cache"
    for _ in range(min(most, draw.randint(1, _IN_A_ROW))):
        before = kept_in(cache, work.measure)
        run = start(work, folder)
        if not run.watch(draw.random() * seconds):
            run.end()
            break  # it was done before its moment
        reported = run.kill()
        kills += 1
        problem = kill_problem(cache, work.measure, max(reported, before), whole.rows)
        if problem:
            return kills, problem
    kept = kept_in(cache, work.measure)
    report, problem = finished(work, folder)
    if problem:
        return kills, f"resumed, {problem}"
    return kills, resumed_problem(cache, report, table_of(work, folder), kept, whole)
