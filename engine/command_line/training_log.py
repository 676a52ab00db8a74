"""Progress of a command that trains models and measures them, and how it is asked to stop."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from engine.command_line.progress_log import ProgressLog
from engine.storage.jobs.worker import this_worker

# A part of a model's measurements takes about as long as this many steps of its training.
PART_STEPS = 12
_STEPS_A_LINE = 20  # of a fast model; of a slow one a line comes with the clock


class TrainingLog:
    """Says how far a run is, on stderr or in the list of jobs, and whether it was asked to stop.

    Args:
        steps: of all trainings.
        parts: of all measurements.
        log: on stderr.
    """

    def __init__(self, steps: int, parts: int, log: ProgressLog) -> None:
        self._worker = this_worker()
        self._log = log
        self._steps, self._all_parts = steps, parts
        self._total = steps + parts * PART_STEPS
        self._parts = 0
        self._done = 0  # steps
        self._stop = False
        self._begun: tuple[float, int] | None = None  # when training began, after which work
        if self._worker is not None:
            self._worker.begin(self._total, "steps")
        self._note("")

    def ask_to_stop(self, *_: object) -> None:
        """Stop at the next step, or at the next piece of a measurement."""
        self._stop = True

    def stops(self) -> bool:
        """Whether the run was asked to stop."""
        return self._stop

    def measured(self, what: str) -> None:
        """A piece of a measurement is done, and kept.

        Raises:
            KeyboardInterrupt: if the run was asked to stop.
        """
        self._note(f" ({what})")
        self._check()

    def part(self) -> None:
        """A part of the measurements is done.

        Raises:
            KeyboardInterrupt: if the run was asked to stop.
        """
        self._parts += 1
        self._note("")
        self._check()

    def trained(self, variant: str, done: int, loss: float) -> None:
        """A step is done.

        Args:
            variant: the model that is trained.
            done: steps of all trainings.
            loss: of the step, nats.
        """
        self._done = done
        if self._begun is None:
            self._begun = (time.monotonic(), self._work())
        write = self._log.say if done % _STEPS_A_LINE == 0 else self._log.note
        write(self._line(variant, loss))
        self._tell()

    def trained_until(self, done: int) -> None:
        """All trainings up to a step are done.

        Args:
            done: steps of all trainings.
        """
        self._done = done
        self._note("")
        self._tell()

    def end_if_asked(self) -> None:
        """End a run that was asked to stop while it trained, which has written a checkpoint.

        Raises:
            KeyboardInterrupt: if it was.
        """
        if self._stop:
            typer.echo(
                f"Stopped after step {self._done}; the same command continues from there.",
                err=True,
            )
            raise KeyboardInterrupt

    def _check(self) -> None:
        self._tell()
        if self._stop:
            raise KeyboardInterrupt

    def _work(self) -> int:
        """All that is done, in steps."""
        return self._done + self._parts * PART_STEPS

    def _note(self, what: str) -> None:
        part = min(self._parts + 1, self._all_parts)
        self._log.note(f"measuring the models: part {part} of {self._all_parts}{what}")

    def _line(self, variant: str, loss: float) -> str:
        """The newest loss, and how long the rest takes at the mean pace so far."""
        line = f"{variant}: step {self._done} of {self._steps}, loss {loss:.2f}"
        begun, first = self._begun or (0.0, self._work())
        if self._work() == first:
            return line
        pace = (time.monotonic() - begun) / (self._work() - first)
        left = pace * (self._total - self._work())
        return f"{line}, about {max(1, round(left / 60))} min left"

    def _tell(self) -> None:
        if self._worker is None:
            return
        # The last report ends the count, so it is left to the end of the command.
        try:
            self._worker.report(min(self._work(), self._total - 1), self._total)
        except KeyboardInterrupt:
            self._stop = True  # the training loop writes a checkpoint first


@contextmanager
def stoppable(log: TrainingLog) -> Iterator[None]:
    """Ctrl-C ends a run after the step it is at, with a checkpoint."""
    numbers = [signal.SIGINT] + ([signal.SIGTERM] if this_worker() is None else [])
    before = {number: signal.signal(number, log.ask_to_stop) for number in numbers}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
