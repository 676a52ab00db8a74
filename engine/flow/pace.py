"""How long work is going to take, before it begins: from what work of its kind took here earlier.

What decides about speed is the model and its precision, the machine, the measure and how long the
texts are; not the masks. Where nothing of the kind was timed yet, that is said, and the first items
are the trial: they are measured as all others, and their values kept.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.core.digest import data_digest
from engine.storage.paces import keep_paces, kept_pace

_LEAST = 0.5  # seconds of work, fewer than which say nothing
_BETWEEN = 30.0  # seconds after which what was timed is kept, as work may be killed


@dataclass(frozen=True)
class Expected:
    """How long work is going to take.

    Args:
        total: items, the finished ones counted too.
        left: items that are not finished.
        seconds: that these take; None where no work of the kind was timed on this machine.
    """

    total: int
    left: int
    seconds: float | None


class Pace:
    """Says how long one piece of work takes, and times it for the next one.

    Used as `with pace:` around the work, of which it notes the parts. What was finished counts also
    where the work is stopped.

    Args:
        folder: the cache; None to know nothing and keep nothing.
        kind: JSON-ready, what decides about the speed; the machine is added.
        details: JSON-ready, what may decide about it too; where nothing is known with these
            details, others do.
        sizes: [item] units of work, see `work_of`.
    """

    def __init__(
        self, folder: Path | None, kind: dict[str, Any], details: Any, sizes: Sequence[float]
    ) -> None:
        self._folder = folder
        # Hashes: what was measured, and on which machine, is nobody else's business.
        named = kind | {"machine": platform.node()}
        self._keys = [data_digest([named, details]), data_digest([named])]
        self._units = sum(sizes)
        self._size = self._units / max(1, len(sizes))
        self._since = self._kept = 0.0
        self._timed: list[tuple[float, float]] = []

    def expected(self, total: int, left: int) -> Expected:
        """How long it takes, for `left` of `total` items."""
        folder = self._folder
        known = (kept_pace(folder, key, self._size) for key in self._keys if folder is not None)
        pace = next((pace for pace in known if pace is not None), None)
        return Expected(total, left, None if pace is None else pace * self._units)

    def __enter__(self) -> Pace:
        self._since = self._kept = time.monotonic()
        return self

    def note(self, sizes: Iterable[float]) -> None:
        """Note that a part of the items is finished."""
        now = time.monotonic()
        if units := sum(sizes):  # what was known already cost nothing, and is no beginning
            self._timed.append((now - self._since, units))
        self._since = now
        if now - self._kept >= _BETWEEN:
            self._kept = now
            self._keep()

    def __exit__(self, *_: object) -> None:
        self._keep()

    def _keep(self) -> None:
        # The first of several parts is slower: everything begins there.
        timed = self._timed[1:] or self._timed
        seconds, units = sum(part[0] for part in timed), sum(part[1] for part in timed)
        if self._folder is not None and seconds >= _LEAST and units > 0:
            keep_paces(self._folder, self._keys, self._size, seconds, units)


def work_of(text: str, growth: float) -> float:
    """Units of work that a text is; only their ratios mean something.

    Args:
        text: an item as canonical JSON.
        growth: power of its length that the work grows with; see `Measure.growth`.
    """
    return float(len(text)) ** growth
