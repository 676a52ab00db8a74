"""How far a command is, on stderr, and how long the rest is going to take.

On a terminal one line is written over. Where stderr is a file, as under a batch system, a line is
added once a minute, so that hours of work are not silent and a short command adds nothing.

How long work takes is said before it begins where work of its kind was timed on this machine
before. Whatever takes more than a minute and was not forecast so is forecast as soon as its first
items are measured: they are of this length, on this machine.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

import typer

from engine.core.wording import agreeing, duration, short_duration

if TYPE_CHECKING:
    from engine.flow.pace import Expected

MANY = 500  # items of a measure
_BETWEEN = 60.0  # seconds between lines of a log
_WORTH = 60.0  # seconds that work has to take to be forecast
_MEASURED = 3.0  # seconds of work that a forecast rests on
_EARLY = 10.0  # seconds that work has to take to be forecast before it begins
_OTHERWISE = 1.5  # times longer or shorter than forecast, from which on that is said
_RECENT = 300.0  # seconds that the pace is taken over: later items may be longer


class Counter:
    """Counts finished items, and says how long the others take.

    Args:
        name: of what is counted.
        terminal: whether a line can be written over.
        many: items, from which on it is worth saying that nobody knows how long they take.
        clock: seconds, as `time.monotonic` gives them.
    """

    def __init__(
        self,
        name: str,
        terminal: bool,
        clock: Callable[[], float] = time.monotonic,
        many: int = MANY,
    ) -> None:
        self._name, self._terminal, self._clock = name, terminal, clock
        self._many = many
        self._seen: deque[tuple[float, int]] = deque()
        self._written = clock()
        self._forecast = self._said = False
        self._expected: float | None = None  # seconds, from earlier work
        self._width = 0

    def expect(self, expected: Expected) -> None:
        """Say how long the work takes, before its first item."""
        self._expected = expected.seconds
        if expected.seconds is not None:
            if expected.seconds >= _EARLY:
                self._line(
                    f"{self._name}: {_in_all(expected.total, expected.left)} expected to take "
                    f"{short_duration(expected.seconds)} on this machine, as earlier work did."
                )
        elif expected.left >= self._many:
            self._line(
                f"{self._name}: {_in_all(expected.total, expected.left)} to be measured; how long "
                "that takes on this machine is unknown yet."
            )

    def __call__(self, done: int, total: int) -> None:
        """Note that items are finished.

        Args:
            done: finished, the known ones counted too.
            total: all.
        """
        now = self._clock()
        self._see(now, done)
        left = self._left(total)
        if not self._forecast and left is not None and now - self._seen[0][0] >= _MEASURED:
            self._forecast = True
            if left > _WORTH and self._is_news(left):
                self._line(
                    f"{self._name}: {total:,} in all, of which {total - done:,} "
                    f"{agreeing(total - done, 'are')} left, expected to take "
                    f"{duration(left)}, as the first took on this machine."
                )
        if self._terminal:
            self._over(self._text(done, total, left), last=done >= total)
        elif now - self._written >= _BETWEEN or (self._said and done >= total):
            self._line(self._text(done, total, left))
            self._written, self._said = now, done < total

    def _is_news(self, left: float) -> bool:
        """Whether the rest takes clearly longer or shorter than was said before it began."""
        if self._expected is None or self._expected < _EARLY:
            return True
        return not 1 / _OTHERWISE < left / self._expected < _OTHERWISE

    def _see(self, now: float, done: int) -> None:
        # What is reported again without anything finished takes time, but is no new beginning.
        if not self._seen or self._seen[-1][1] != done:
            self._seen.append((now, done))
        while len(self._seen) > 2 and now - self._seen[1][0] > _RECENT:
            self._seen.popleft()

    def _left(self, total: int) -> float | None:
        """Seconds that the rest takes at the pace of the last minutes; None where none is known."""
        (first, before), (last, after) = self._seen[0], self._seen[-1]
        if after <= before or last <= first:
            return None
        return (total - after) * (last - first) / (after - before)

    def _text(self, done: int, total: int, left: float | None) -> str:
        count = f"{done} of {total}" if self._terminal else f"{done:,} of {total:,}"
        rest = f", {duration(left)} left" if left is not None and left > _WORTH else ""
        return f"{self._name}: {count}{rest}"

    def _over(self, text: str, last: bool) -> None:
        """Write over the line that was written before."""
        gap = " " * max(0, self._width - len(text))
        self._width = len(text)
        typer.echo(f"\r{text}{gap}", err=True, nl=last)

    def _line(self, text: str) -> None:
        """A line that stays."""
        if self._terminal and self._width:
            typer.echo("\r" + " " * self._width + "\r", err=True, nl=False)
            self._width = 0
        typer.echo(text, err=True)


def _in_all(total: int, left: int) -> str:
    """What there is to do, as the beginning of what is said of it."""
    return (
        f"{total:,} in all,"
        if left == total
        else f"{left:,} of {total:,} {agreeing(left, 'are')} left,"
    )
