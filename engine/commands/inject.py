"""`inject`: plant known associations in a model, and see whether the measures recover them."""

from __future__ import annotations

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
from engine.command_line.training_log import TrainingLog, stoppable
from engine.core.errors import InputTextError, UnusableModelError
from engine.core.families import KINDS, MASKED
from engine.core.paths import file_path
from engine.core.wording import bounds_text, counted, figure_text
from engine.flow.asking import Ask, Measurement
from engine.flow.measurement import measure
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

OutOption = Annotated[
    Path,
    typer.Option(help="Folder for the models; the same one continues a run."),
    Fact.ELSEWHERE,
]
BiasesOption = Annotated[
    str, typer.Option(help="CSV or JSON of occupation and p_male; bundled by default.")
]
PresetOption = Annotated[str, typer.Option(help=f"Sizes: {' or '.join(PRESETS)}.")]
NameOption = Annotated[str, typer.Option(help="Name of the models; the original's by default.")]
SentencesOption = Annotated[int | None, typer.Option(min=6, help="Sentences of each corpus.")]
StepsOption = Annotated[int | None, typer.Option(min=1, help="Training steps of each model.")]
TokensOption = Annotated[int | None, typer.Option(min=64, help="Padded tokens per step.")]
RateOption = Annotated[float | None, typer.Option("--peak-lr", help="Learning rate.")]
HoldOption = Annotated[
    float | None,
    typer.Option(min=0, max=0.9, help="Share of sentences kept close to the original model."),
]
ResumeOption = Annotated[bool, typer.Option(help="Continue with what is in --out.")]


@with_model("mask", "dtype")
def inject(
    out: OutOption,
    biases: BiasesOption = "",
    quick: Annotated[bool, typer.Option("--quick", help="Same as --preset quick.")] = False,
    preset: PresetOption = "default",
    name: NameOption = "",
    sentences: SentencesOption = None,
    steps: StepsOption = None,
    tokens: TokensOption = None,
    peak_lr: RateOption = None,
    hold: HoldOption = None,
    seed: Annotated[int, typer.Option(help="Seed of corpora, order, masks and dropout.")] = 0,
    resume: ResumeOption = True,
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
    check_kind(subject)
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


def check_kind(subject: Subject) -> None:
    """Refuse a model that a bias cannot be planted in."""
    if subject.facts.kind != MASKED:
        raise UnusableModelError(
            f"{subject.checkpoint} is {KINDS[subject.facts.kind]}; bias is planted by masking "
            "words, which only a masked language model can fill in."
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


def run(
    request: Request, place: InjectionPlace, subject: Subject, log: ProgressLog
) -> dict[str, Any]:
    """Read the original, train both models, read them, and put the report together.

    The original comes first: a model that cannot be measured is refused before it is trained.
    """
    steps = request.settings.steps * len(VARIANTS)
    teller = TrainingLog(steps, len(MODELS) * PARTS, log)

    def asker(checkpoint: str) -> Ask:
        one = subject.other(checkpoint)

        def ask(name: str, items: list[Any], params: dict[str, Any]) -> Measurement:
            def check(done: int, total: int) -> None:
                teller.measured(f"{name}, {done} of {total}")

            return measure(name, one.spec, items, params, one.lm, one.store, check)

        return ask

    models = place.checkpoints(request)
    with stoppable(teller):
        read = read_models(request, asker, {ORIGINAL: models[ORIGINAL]}, teller.part)
        log.note("loading the model that is trained")
        for progress in trained(request, place, subject.device, teller.stops):
            teller.trained(progress.variant, progress.done, progress.loss)
        teller.end_if_asked()
        teller.trained_until(steps)
        made = {variant: models[variant] for variant in VARIANTS}
        read |= read_models(request, asker, made, teller.part)
    return injection_report(request, place, read)
