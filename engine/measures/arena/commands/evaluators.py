"""The suite that a command judges with, and what runs its classifiers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.facts import Fact, Names
from engine.command_line.subject import Subject
from engine.core.errors import InputTextError
from engine.core.spec import DTYPES
from engine.evaluators.suite import CLASSIFIER, Suite
from engine.evaluators.suites import DEMO, load_suite, suite_names
from engine.measures.arena.commands.stages import Stages, note
from engine.measures.arena.settings import POOLED, READINGS

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
    """A suite with what runs its classifiers, None where it has none."""

    suite: Suite
    classifiers: Classifiers | None

    def planned(self) -> dict[str, dict[str, Any]]:
        """Name of a classifier -> checkpoint, revision and dtype that it is to run with."""
        return {} if self.classifiers is None else self.classifiers.planned(self.suite)

    def used(self) -> dict[str, dict[str, Any]]:
        """The same of what they ran with; the device decides nothing and is left out."""
        if self.classifiers is None:
            return {}
        return {
            name: {key: value for key, value in entry.items() if key != "device"}
            for name, entry in self.classifiers.identities().items()
        }

    def release(self) -> None:
        """Let the classifier in memory go."""
        if self.classifiers is not None:
            self.classifiers.release()


def judges_of(name: str, subject: Subject, dtype: str, stages: Stages) -> Judges:
    """The suite of a name or a file, with its classifiers."""
    if dtype not in (AUTO, *DTYPES):
        raise InputTextError(f"--evaluator-dtype is {AUTO} or {', '.join(DTYPES)}; got {dtype!r}.")
    suite = load_suite(name)
    if not any(entry.kind == CLASSIFIER for entry in suite.evaluators):
        return Judges(suite, None)
    from engine.evaluators.classification.classifiers import Classifiers

    found = Classifiers(subject.store, subject.device, dtype, note, stages.within)
    return Judges(suite, found)
