"""`inject`: plant known associations in a model, and see whether the measures recover them."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.command_line.facts import Fact
from engine.command_line.given import check_used
from engine.command_line.options import with_model
from engine.command_line.output import write_json, write_table
from engine.command_line.progress_log import ProgressLog
from engine.command_line.subject import Subject
from engine.core.errors import InputTextError, UnusableModelError
from engine.core.families import KINDS, MASKED
from engine.core.paths import file_path
from engine.core.wording import bounds_text, counted, figure_text
from engine.flow.asking import Ask, Measurement
from engine.flow.measurement import measure
from engine.lab.injection import InjectionProgress
from engine.lab.injection import inject as trained
from engine.lab.places import InjectionPlace
from engine.lab.recovery import PARTS, injection_report, read_models
from engine.lab.settings import (
    MODELS,
    ORIGINAL,
    PRESETS,
    VARIANTS,
    InjectionSettings,
    Request,
    native_bfloat16,
    stem_of,
)
from engine.lab.table import bundled_table, read_table
from engine.lab.templates import check_written
from engine.storage.jobs.worker import Worker, this_worker


@with_model("mask", "dtype")
def inject(
    out: Annotated[
        Path,
        typer.Option(help="Folder for the models; the same one continues a run."),
        Fact.ELSEWHERE,
    ],
    biases: Annotated[
        str, typer.Option(help="CSV or JSON of occupation and p_male; bundled by default.")
    ] = "",
    quick: Annotated[bool, typer.Option("--quick", help="Same as --preset quick.")] = False,
    preset: Annotated[str, typer.Option(help=f"Sizes: {' or '.join(PRESETS)}.")] = "default",
    name: Annotated[str, typer.Option(help="Name of the models; the original's by default.")] = "",
    sentences: Annotated[int | None, typer.Option(min=6, help="Sentences of each corpus.")] = None,
    steps: Annotated[int | None, typer.Option(min=1, help="Training steps of each model.")] = None,
    tokens: Annotated[int | None, typer.Option(min=64, help="Padded tokens per step.")] = None,
    peak_lr: Annotated[float | None, typer.Option("--peak-lr", help="Learning rate.")] = None,
    hold: Annotated[
        float | None,
        typer.Option(min=0, max=0.9, help="Share of sentences kept close to the original model."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of corpora, order, masks and dropout.")] = 0,
    resume: Annotated[bool, typer.Option(help="Continue with what is in --out.")] = True,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Fine-tune a biased and a balanced model; compare every measure with the planted bias."""
    folder = file_path(out)
    if quick and preset != "quick":
        check_used("sizes other than --quick", "--preset")
    sizes: dict[str, Any] = {"sentences": sentences, "steps": steps, "tokens": tokens}
    sizes |= {"peak_lr": peak_lr, "hold": hold}
    settings = settings_of("quick" if quick else preset, seed, sizes)
    planted = read_table(biases, note=partial(typer.echo, err=True)) if biases else bundled_table()
    check_sizes(planted, settings)
    if subject.facts.kind != MASKED:
        raise UnusableModelError(
            f"{subject.checkpoint} is {KINDS[subject.facts.kind]}; bias is planted by masking "
            "words, which only a masked language model can fill in."
        )
    settings = replace(settings, bfloat16=native_bfloat16(subject.device))
    request = Request(subject.spec.checkpoint, subject.spec.revision, planted, settings)
    place = InjectionPlace(folder, checked_name(name or stem_of(subject.checkpoint)))
    with ProgressLog(f"loading {subject.checkpoint}") as log:
        if not (resume and all(map(place.finished, VARIANTS))):
            check_written(subject.other(request.original).lm().tokenizer, planted)
        place.claim(request, resume)
        found = run(request, place, subject, log)
    place.write_report(found)
    if json_:
        write_json(found)
        return
    _show(found)


def settings_of(preset: str, seed: int, sizes: dict[str, Any]) -> InjectionSettings:
    """A preset with the sizes that were given."""
    if preset not in PRESETS:
        raise InputTextError(f"--preset is {' or '.join(PRESETS)}; got {preset!r}.")
    given = {key: value for key, value in sizes.items() if value is not None}
    if not 0 < given.get("peak_lr", 1e-4) < 1:
        raise InputTextError(f"--peak-lr is above 0 and below 1; got {given['peak_lr']}.")
    return replace(PRESETS[preset], seed=seed, **given)


def check_sizes(planted: dict[str, float], settings: InjectionSettings) -> None:
    """Refuse fewer sentences than one of each gender per occupation."""
    if settings.sentences < 2 * len(planted):
        raise InputTextError(
            f"{counted(settings.sentences, 'sentence', 'are')} too few for "
            f"{counted(len(planted), 'occupation')}; each "
            f"needs two at least, {2 * len(planted)} in all."
        )


def checked_name(name: str) -> str:
    """A name that folders can carry."""
    if not name or name.startswith(".") or len(name) > 80 or Path(name).name != name:
        raise InputTextError(f"A name of models is a plain word such as mini; got {name[:90]!r}.")
    return name


_TITLES = {
    "unmasking": "pronoun probability gap, P(he) of he and she",
    "cabm": "CABM, equal weights",
    "pmi_bias": "PMI (of a corpus, not of the model)",
    "cosine_bias": "cosine",
    "context_bias": "context shift, unsigned",
    "context_signed": "context shift, signed",
    "cps": "CPS of he/she pairs",
    "association": "association used for head bias",
}


def _show(found: dict[str, Any]) -> None:
    rows = [
        [title, *(_correlation(found["recovery"][name][model]) for model in MODELS)]
        for name, title in _TITLES.items()
    ]
    write_table("Spearman of the planted P(male) with", ["", *MODELS], rows)
    rows = [
        [name, f"{entry['mean_sd']:.4f}", bounds_text(entry["interval"], ".4f") or "none"]
        for name, entry in found["stability"].items()
        if entry["mean_sd"] is not None
    ]
    write_table(
        "Mean standard deviation of an occupation over the three models", ["", "sd", "95% CI"], rows
    )
    rows = [
        [name, entry["checkpoint"], f"{entry['quality']['pppl']:.1f}"]
        for name, entry in found["models"].items()
        if entry["quality"]["pppl"] is not None
    ]
    write_table("Models", ["", "checkpoint", "pseudo-perplexity"], rows)


def _correlation(entry: dict[str, Any]) -> str:
    if entry["rho"] is None:
        return "undefined"
    interval = bounds_text(entry["interval"], "+.2f") or "(no interval)"
    return f"{figure_text(entry['rho'], '+.2f')} {interval}"


# --- inject run ---------------------------------------------------------------------------
# One injection from the first measurements to the report, with progress, stopped on request.

# A part of a model's measurements takes about as long as this many steps of its training.
PART_STEPS = 12
_STEPS_A_LINE = 20  # of a fast model; of a slow one a line comes with the clock


def run(
    request: Request, place: InjectionPlace, subject: Subject, log: ProgressLog
) -> dict[str, Any]:
    """Read the original, train both models, read them, and put the report together.

    The original comes first: a model that cannot be measured is refused before it is trained.
    """
    teller = _Teller(request, this_worker(), log)

    def asker(checkpoint: str) -> Ask:
        one = subject.other(checkpoint)

        def ask(name: str, items: list[Any], params: dict[str, Any]) -> Measurement:
            def check(done: int, total: int) -> None:
                teller.measured(f"{name}, {done} of {total}")

            return measure(name, one.spec, items, params, one.lm, one.store, check)

        return ask

    models = place.checkpoints(request)
    with _stoppable(teller):
        read = read_models(request, asker, {ORIGINAL: models[ORIGINAL]}, teller.part)
        log.note("loading the model that is trained")
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
    return injection_report(request, place, read)


class _Teller:
    """Says how far a run is, and whether it was asked to stop."""

    def __init__(self, request: Request, worker: Worker | None, log: ProgressLog) -> None:
        self._worker = worker
        self._log = log
        self._steps = request.settings.steps * len(VARIANTS)
        self._total = self._steps + len(MODELS) * PARTS * PART_STEPS
        self._parts = 0
        self.done = 0  # steps
        self._stop = False
        self._begun: tuple[float, int] | None = None  # when training began, after which step
        if worker is not None:
            worker.begin(self._total, "steps")
        self._note("")

    def ask_to_stop(self, *_: object) -> None:
        self._stop = True

    def stops(self) -> bool:
        return self._stop

    def check(self) -> None:
        """Between two pieces of a measurement, which are kept."""
        self._tell()
        if self._stop:
            raise KeyboardInterrupt

    def measured(self, what: str) -> None:
        """A piece of a measurement is done."""
        self._note(f" ({what})")
        self.check()

    def part(self) -> None:
        self._parts += 1
        self._note("")
        self.check()

    def _note(self, what: str) -> None:
        part = min(self._parts + 1, len(MODELS) * PARTS)
        self._log.note(f"measuring the models: part {part} of {len(MODELS) * PARTS}{what}")

    def trained(self, progress: InjectionProgress | None) -> None:
        self.done = self._steps if progress is None else progress.done
        if progress is not None and self._begun is None:
            self._begun = (time.monotonic(), progress.done)
        if progress is not None:
            write = self._log.say if progress.done % _STEPS_A_LINE == 0 else self._log.note
            write(self._line(progress))
        else:
            self._note("")
        self._tell()

    def _line(self, progress: InjectionProgress) -> str:
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
    before = {number: signal.signal(number, teller.ask_to_stop) for number in numbers}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
