"""Progress of work in several stages: on stderr, or in the list of jobs."""

from __future__ import annotations

from collections.abc import Callable

import typer

from engine.command_line.output import progress_line
from engine.storage.jobs.worker import this_worker


class Stages:
    """What is called with (stage, finished, all), and with the progress within a stage's parts."""

    def __init__(self) -> None:
        self._stage = ""
        self._done = self._total = 0
        self._show: Callable[[int, int], None] | None = None

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Note how far a stage is; a job that was asked to stop does so here."""
        if stage != self._stage:
            self._begin(stage, total)
        self._done = done
        if self._show is not None and total:
            self._show(done, total)

    def within(self, done: int, _total: int) -> None:
        """Note how far the part at hand is."""
        if self._show is not None and self._total:
            self._show(min(self._done + done, self._total), self._total)

    def _begin(self, stage: str, total: int) -> None:
        self._stage, self._total = stage, total
        worker = this_worker()
        if worker is None:
            self._show = progress_line(stage.capitalize(), total)
            return
        worker.begin(total, stage)
        self._show = worker.report


def note(sentence: str) -> None:
    """Tell the user something on stderr, and in the list of jobs."""
    typer.echo(sentence, err=True)
    worker = this_worker()
    if worker is not None:
        worker.note(sentence)
