"""The suite that a command judges with, and what runs its classifiers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.facts import Fact, Names
from engine.command_line.output import counter, expecting
from engine.command_line.subject import Subject
from engine.core.errors import InputTextError
from engine.core.spec import DTYPES
from engine.evaluators.suite import CLASSIFIER, Suite
from engine.evaluators.suites import DEMO, load_suite, suite_names
from engine.flow.pace import Expected
from engine.measures.arena.settings import POOLED, READINGS
from engine.storage.jobs.worker import this_worker

if TYPE_CHECKING:
    from engine.evaluators.classification.classifiers import Classifiers


AUTO = "auto"
EvaluatorsOption = Annotated[
    str,
    typer.Option("--evaluators", help=f"{', '.join(suite_names())}, or a TOML file."),
    Names.FILE,
]
ReadingOption = Annotated[
    str,
    typer.Option("--reading", help=f"How flags are read: {', '.join(READINGS)}."),
    Fact.AFTERWARDS,
]
EvaluatorDtypeOption = Annotated[
    str,
    typer.Option("--evaluator-dtype", help=f"Precision of classifiers: auto, {', '.join(DTYPES)}."),
]
DEFAULT_EVALUATORS, DEFAULT_READING = DEMO, POOLED


@dataclass(frozen=True)
class Judges:
    """A suite with what runs its classifiers, and what is told how far they are."""

    suite: Suite
    classifiers: Classifiers
    stages: Stages

    def planned(self) -> dict[str, dict[str, Any]]:
        """Name of a classifier -> checkpoint, revision and dtype that it is to run with."""
        return self.classifiers.planned(self.suite)

    def used(self) -> dict[str, dict[str, Any]]:
        """The same of what they ran with; the device decides nothing and is left out."""
        return {
            name: {key: value for key, value in entry.items() if key != "device"}
            for name, entry in self.classifiers.identities().items()
        }


def judges_of(name: str, subject: Subject, dtype: str) -> Judges:
    """The suite of a name or a file, with its classifiers."""
    if dtype not in (AUTO, *DTYPES):
        raise InputTextError(f"--evaluator-dtype is {AUTO} or {', '.join(DTYPES)}; got {dtype!r}.")
    from engine.evaluators.classification.classifiers import Classifiers

    suite, stages = load_suite(name), Stages()
    has_classifiers = any(entry.kind == CLASSIFIER for entry in suite.evaluators)
    store = subject.store if has_classifiers else None  # nothing is opened that nobody asks
    classifiers = Classifiers(store, subject.device, dtype, note, stages.within, stages.expect)
    return Judges(suite, classifiers, stages)


class Stages:
    """What is called with (stage, finished, all), and with the progress within a stage's parts."""

    def __init__(self) -> None:
        self._stage = self._model = ""
        self._done = self._total = 0
        self._show: Callable[[int, int], None] | None = None
        self._expect: Callable[[Expected], None] | None = None

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Note how far a stage is; a job that was asked to stop does so here."""
        if stage != self._stage:
            self._begin(stage, total)
        self._done = done
        if self._show is not None and total:
            self._show(done, total)

    def begin(self, model: str) -> None:
        """Start with the stages of a model.

        Args:
            model: names it in lines on progress; empty where there is only one.
        """
        self._stage, self._model = "", model

    def within(self, done: int, _total: int) -> None:
        """Note how far the part at hand is."""
        if self._show is not None and self._total:
            self._show(min(self._done + done, self._total), self._total)

    def expect(self, expected: Expected) -> None:
        """Say how long the stage takes, from how long its first part does."""
        expect, self._expect = self._expect, None
        if expect is None or not self._total:
            return
        left = self._total - self._done - expected.total + expected.left
        seconds = expected.seconds
        if seconds is not None:
            seconds *= left / max(1, expected.left)
        expect(Expected(self._total, left, seconds))

    def _begin(self, stage: str, total: int) -> None:
        self._stage, self._total = stage, total
        worker = this_worker()
        if worker is None:
            name = stage.capitalize()
            self._show = counter(f"{name}, {self._model}" if self._model else name, total)
        else:
            worker.begin(total, stage)
            self._show = worker.report
        self._expect = expecting(self._show)


def note(sentence: str) -> None:
    """Tell the user something on stderr, and in the list of jobs."""
    typer.echo(sentence, err=True)
    worker = this_worker()
    if worker is not None:
        worker.note(sentence)
