"""One injection from the first measurements to the report, with progress, stopped on request."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import typer

from engine.command_line.subject import Subject
from engine.flow.asking import Ask, Measurement
from engine.flow.measurement import measure
from engine.lab.injection import Progress
from engine.lab.injection import inject as trained
from engine.lab.places import Place
from engine.lab.recovery import PARTS
from engine.lab.report import checkpoints, read_models, report
from engine.lab.settings import MODELS, ORIGINAL, VARIANTS, Request
from engine.storage.jobs.worker import Worker, this_worker

# A part of a model's measurements takes about as long as this many steps of its training.
PART_STEPS = 12


def run(request: Request, place: Place, subject: Subject) -> dict[str, Any]:
    """Read the original, train both models, read them, and put the report together.

    The original comes first: a model that cannot be measured is refused before it is trained.
    """
    teller = _Teller(request, this_worker())

    def asker(checkpoint: str) -> Ask:
        one = subject.other(checkpoint)

        def ask(name: str, items: list[Any], params: dict[str, Any]) -> Measurement:
            def check(_done: int, _all: int) -> None:
                teller.check()

            return measure(name, one.spec, items, params, one.lm, one.store, check)

        return ask

    models = checkpoints(request, place)
    with _stoppable(teller):
        read = read_models(request, asker, {ORIGINAL: models[ORIGINAL]}, teller.part)
        for progress in trained(request, place, subject.device, teller.stops):
            teller.trained(progress)
        if teller.stops():
            typer.echo(
                f"Stopped after step {teller.done}; the same command continues from there.",
                err=True,
            )
            raise KeyboardInterrupt
        teller.trained(None)
        made = {variant: models[variant] for variant in VARIANTS}
        read |= read_models(request, asker, made, teller.part)
    return report(request, place, read)


class _Teller:
    """Says how far a run is, and whether it was asked to stop."""

    def __init__(self, request: Request, worker: Worker | None) -> None:
        self._worker = worker
        self._steps = request.settings.steps * len(VARIANTS)
        self._total = self._steps + len(MODELS) * PARTS * PART_STEPS
        self._parts = 0
        self.done = 0  # steps
        self._stop = False
        self._begun: tuple[float, int] | None = None  # when training began, after which step
        if worker is not None:
            worker.begin(self._total, "steps")

    def ask_to_stop(self, *_: object) -> None:
        self._stop = True

    def stops(self) -> bool:
        return self._stop

    def check(self) -> None:
        """Between two pieces of a measurement, which are kept."""
        self._tell()
        if self._stop:
            raise KeyboardInterrupt

    def part(self) -> None:
        self._parts += 1
        self.check()

    def trained(self, progress: Progress | None) -> None:
        self.done = self._steps if progress is None else progress.done
        if progress is not None and self._begun is None:
            self._begun = (time.monotonic(), progress.done)
        if progress is not None and self._worker is None and progress.done % 20 == 0:
            typer.echo(self._line(progress), err=True)
        self._tell()

    def _line(self, progress: Progress) -> str:
        """The newest loss, and how long the rest takes at the mean pace so far."""
        line = f"{progress.variant}: step {progress.done} of {progress.total}"
        line += f", loss {progress.loss:.2f}"
        begun, first = self._begun or (0.0, progress.done)
        if progress.done == first:
            return line
        pace = (time.monotonic() - begun) / (progress.done - first)
        left = pace * (self._total - progress.done - self._parts * PART_STEPS)
        return f"{line}, about {max(1, round(left / 60))} min left"

    def _tell(self) -> None:
        if self._worker is None:
            return
        # The last report ends the count, so it is left to the end of the command.
        done = min(self.done + self._parts * PART_STEPS, self._total - 1)
        try:
            self._worker.report(done, self._total)
        except KeyboardInterrupt:
            self._stop = True  # the training loop writes a checkpoint first


@contextmanager
def _stoppable(teller: _Teller) -> Iterator[None]:
    """Ctrl-C ends a run after the step it is at, with a checkpoint."""
    numbers = [signal.SIGINT] + ([signal.SIGTERM] if this_worker() is None else [])
    before: dict[signal.Signals, Any] = {}
    handler: Callable[..., None] = teller.ask_to_stop
    for number in numbers:
        before[number] = signal.signal(number, handler)
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
