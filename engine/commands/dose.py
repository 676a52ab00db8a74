"""`dose`: plant a bias at several strengths, and find the smallest that each measure notices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.facts import Names
from engine.command_line.inputs import split_words
from engine.command_line.options import with_model
from engine.command_line.output import write_json, write_table
from engine.command_line.progress_log import ProgressLog
from engine.command_line.subject import Subject
from engine.command_line.training_log import TrainingLog, stoppable
from engine.commands.inject import (
    BiasesOption,
    HoldOption,
    NameOption,
    OutOption,
    PresetOption,
    RateOption,
    ResumeOption,
    SentencesOption,
    StepsOption,
    TokensOption,
    check_kind,
    check_sizes,
    checked_name,
    settings_of,
)
from engine.core.errors import InputTextError
from engine.core.paths import file_path
from engine.core.wording import bounds_text, counted, figure_text
from engine.flow.asking import Measurement
from engine.flow.measurement import measure
from engine.lab.dose.place import DosePlace
from engine.lab.dose.readings import COLUMNS, PARTS, DoseReading, Instrument, read_dosed
from engine.lab.dose.report import dose_report
from engine.lab.dose.settings import (
    DOSES,
    SEEDS,
    DosedModel,
    DoseRequest,
    checked_doses,
    checked_seeds,
    dose_text,
)
from engine.lab.dose.training import train_dosed
from engine.lab.settings import Request, native_bfloat16, stem_of
from engine.lab.table import bundled_table, read_table
from engine.lab.templates import check_written

if TYPE_CHECKING:
    from engine.columns.column import Column

_DOSES = ",".join(map(dose_text, DOSES))
_NO_COLUMNS = "none"


@with_model("mask", "dtype")
def dose(
    out: OutOption,
    doses: Annotated[
        str, typer.Option(help="Strengths from 0 to 1, 0 among them, comma-separated.")
    ] = _DOSES,
    seeds: Annotated[
        int, typer.Option(help="How often each dose is planted, each time in another shuffle.")
    ] = SEEDS,
    biases: BiasesOption = "",
    measures: Annotated[
        str,
        typer.Option(help="Scorecard columns that are measured as well; 'none' for none."),
        Names.COLUMNS,
    ] = ",".join(COLUMNS),
    preset: PresetOption = "quick",
    name: NameOption = "",
    sentences: SentencesOption = None,
    steps: StepsOption = None,
    tokens: TokensOption = None,
    peak_lr: RateOption = None,
    hold: HoldOption = None,
    seed: Annotated[int, typer.Option(help="The first of the seeds.")] = 0,
    resume: ResumeOption = True,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Plant a known bias at several strengths; find the smallest that each measure notices."""
    sizes: dict[str, Any] = {"sentences": sentences, "steps": steps, "tokens": tokens}
    sizes |= {"peak_lr": peak_lr, "hold": hold}
    settings = settings_of(preset, seed, sizes)
    strengths, many = checked_doses(_numbers(doses)), checked_seeds(seeds)
    planted = read_table(biases, note=partial(typer.echo, err=True)) if biases else bundled_table()
    check_sizes(planted, settings)
    columns = _columns(measures)
    check_kind(subject)
    settings = replace(settings, bfloat16=native_bfloat16(subject.device))
    injection = Request(subject.spec.checkpoint, subject.spec.revision, planted, settings)
    request = DoseRequest(injection, strengths, many)
    request.tables()  # what cannot be shuffled is refused before anything is written
    place = DosePlace(file_path(out), checked_name(name or stem_of(subject.checkpoint)))
    with ProgressLog(f"loading {subject.checkpoint}") as log:
        if not (resume and all(place.finished(one.variant) for one in request.models)):
            check_written(subject.other(injection.original).lm().tokenizer, planted)
        place.claim(request, resume)
        found = run(request, place, columns, subject, log)
    place.write_report(found)
    if json_:
        write_json(found)
        return
    _show(found)


def _numbers(text: str) -> list[float]:
    try:
        return [float(word) for word in split_words(text)]
    except ValueError:
        raise InputTextError(
            f"--doses are numbers from 0 to 1, comma-separated, as {_DOSES}; got {text!r}."
        ) from None


def _columns(text: str) -> list[Column]:
    from engine.scorecard.columns import column

    names = [] if text.strip() == _NO_COLUMNS else split_words(text)
    return list({found.name: found for found in map(column, names)}.values())


# --- run ----------------------------------------------------------------------------------
# One model after the other is trained and measured; what is finished is not done again.


@dataclass
class _Asked:
    """A dosed model, and how it is measured."""

    subject: Subject
    log: TrainingLog

    def ask(self, name: str, items: list[Any], params: dict[str, Any]) -> Measurement:
        def check(done: int, total: int) -> None:
            self.log.measured(f"{name}, {done} of {total}")

        one = self.subject
        return measure(name, one.spec, items, params, one.lm, one.store, check)

    def derive(
        self, name: str, version: int, item: Any, params: dict[str, Any], work: Callable[[], Any]
    ) -> Any:
        return self.subject.derive(name, version, item, params, work)


def run(
    request: DoseRequest,
    place: DosePlace,
    columns: Sequence[Column],
    subject: Subject,
    progress: ProgressLog,
) -> dict[str, Any]:
    """Train and read every model, and put the report together.

    A model is read as soon as it is trained: one that cannot be measured ends the run early.
    """
    models, steps = request.models, request.injection.settings.steps
    log = TrainingLog(steps * len(models), len(models) * (PARTS + len(columns)), progress)
    tables = request.tables()
    readings: dict[DosedModel, Mapping[str, DoseReading]] = {}
    instruments: list[Instrument] = []
    with stoppable(log):
        for number, model in enumerate(models):
            progress.note("loading the model that is trained")
            for step in train_dosed(model, request, place, subject.device, log.stops):
                log.trained(model.variant, number * steps + step.step, step.loss)
            log.end_if_asked()
            log.trained_until((number + 1) * steps)
            asked = _Asked(subject.other(place.checkpoint(model.variant)), log)
            readings[model], instruments = read_dosed(
                asked.ask, asked.derive, subject.facts.kind, tables[model.seed], columns, log.part
            )
            asked.subject.release()
    return dose_report(request, place.name, instruments, readings)


# --- text ---------------------------------------------------------------------------------
# The summary as a table, one row a measure.


def _show(found: dict[str, Any]) -> None:
    titles = {entry["measure"]: entry["title"] for entry in found["measures"]}
    gaps = {entry["dose"]: entry["gap"] for entry in found["doses"]}
    rows = [
        [
            titles[entry["measure"]],
            "none" if entry["slope"] is None else figure_text(entry["slope"], "+.4g"),
            bounds_text(entry["slope_interval"], "+.4g") or "none",
            "none" if entry["tau"] is None else figure_text(entry["tau"], "+.2f"),
            _limit(entry, gaps),
            _needed(entry),
        ]
        for entry in found["summary"]
    ]
    write_table(
        f"Response to a planted bias, {counted(len(found['seeds']), 'seed')}",
        ["", "slope", "95% CI", "tau", "noticed from dose", "needed for the next"],
        rows,
    )
    for name, problem in found["problems"].items():
        typer.echo(f"{titles[name]}: {problem}", err=True)


def _limit(entry: Mapping[str, Any], gaps: Mapping[float, float]) -> str:
    limit = entry["detection_limit"]
    if limit is None:
        return "none"
    return f"{dose_text(limit)} (planted gap {100 * gaps[limit]:.0f} points)"


def _needed(entry: Mapping[str, Any]) -> str:
    if entry["needed_n"] is None:
        return ""
    return f"n = {entry['needed_n']:,} for dose {dose_text(entry['next_dose'])}"
