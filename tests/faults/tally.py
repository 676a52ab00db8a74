"""Counting cases, and what was bad about one."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

_LONGEST = 300  # characters of a problem


@dataclass(frozen=True)
class Bad:
    """A case with an outcome that must not be.

    Args:
        kind: of the case; with seed and number it gives the same case again.
        problem: one line.
    """

    kind: str
    seed: int
    number: int
    problem: str

    def __str__(self) -> str:
        return f"{self.kind}, seed {self.seed}, number {self.number}: {self.problem}"


@dataclass
class Tally:
    """How many cases of each kind were tried, and how they ended.

    Args:
        seed: of all of them.
        on_bad: called with each bad case at once, since a long campaign may be stopped.
        counts: kind -> outcome -> cases.
    """

    seed: int
    on_bad: Callable[[Bad], None] | None = None
    counts: dict[str, dict[str, int]] = field(default_factory=dict)
    bad: list[Bad] = field(default_factory=list)

    def add(self, kind: str, outcome: str) -> None:
        """Count a case that ended well."""
        outcomes = self.counts.setdefault(kind, {})
        outcomes[outcome] = outcomes.get(outcome, 0) + 1

    def add_bad(self, kind: str, number: int, problem: str) -> None:
        """Count a case that ended badly, and keep what was bad."""
        self.add(kind, "bad")
        self.bad.append(Bad(kind, self.seed, number, one_line(problem)))
        if self.on_bad is not None:
            self.on_bad(self.bad[-1])

    @property
    def cases(self) -> int:
        """Number of all cases."""
        return sum(sum(outcomes.values()) for outcomes in self.counts.values())

    def report(self) -> dict[str, Any]:
        """JSON-ready form."""
        return {
            "seed": self.seed,
            "cases": self.cases,
            "counts": self.counts,
            "bad": [asdict(entry) for entry in self.bad],
        }


def draw_of(seed: int, kind: str, number: int) -> random.Random:
    """The random choices of one case."""
    return random.Random(f"{seed} {kind} {number}")


def one_line(text: str) -> str:
    """A text on one line, without signs that a terminal would obey."""
    plain = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)
    return plain if len(plain) <= _LONGEST else plain[:_LONGEST] + "…"
